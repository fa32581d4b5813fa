// Rules about ETag, If-None-Match and If-Match.
import { operationsOf, parametersOf, resolved, responsesOf } from './document'
import type { Contract, Fault, Found, FoundOperation, Rule, Schema } from './document'

const takes = (contract: Contract, operation: FoundOperation, name: string): boolean =>
  parametersOf(contract, operation).some(({ node }) => node.in === 'header' && node.name === name)

/** The schema of a property; undefined: there is none. */
function property(contract: Contract, found: Found<Schema>, name: string): Found<Schema> | undefined {
  const { at, node } = resolved(contract, found)
  const own = node.properties?.[name]
  if (own) return resolved(contract, { at: [...at, 'properties', name], node: own })
  const parts = (node.allOf ?? []).map((part, index) =>
    property(contract, { at: [...at, 'allOf', index], node: part }, name),
  )
  return parts.find((part) => part !== undefined)
}

/** Whether its answer is one record, not a list. */
function readsOne(contract: Contract, operation: FoundOperation): boolean {
  if (operation.method !== 'get' || operation.node['x-no-etag']) return false
  const success = responsesOf(contract, operation).find(({ status }) => status === '200')
  const schema = success?.node.content?.['application/json']?.schema
  const data = success && schema && property(contract, { at: success.at, node: schema }, 'data')
  return data !== undefined && data.node.type !== 'array' && property(contract, data, 'items') === undefined
}

function reads(contract: Contract, operation: FoundOperation): Fault[] {
  const { at, id, node } = operation
  if (!readsOne(contract, operation)) return []
  const success = responsesOf(contract, operation).find(({ status }) => status === '200')
  const isComplete =
    takes(contract, operation, 'If-None-Match') && '304' in node.responses && 'ETag' in (success?.node.headers ?? {})
  const fix =
    "Add x-no-etag with a reason, or the parameter IfNoneMatch, '304': { $ref: '#/components/responses/NotModified' } and the header ETag of the 200."
  return isComplete ? [] : [{ where: at, rule: `${id} reads one record without its ETag.`, fix }]
}

function changes(contract: Contract, operation: FoundOperation): Fault[] {
  const { at, id, path, method } = operation
  if (!['put', 'patch', 'delete'].includes(method)) return []
  const isGuarded = operationsOf(contract).some((other) => other.path === path && readsOne(contract, other))
  if (isGuarded === takes(contract, operation, 'If-Match')) return []
  const rule = isGuarded
    ? `${id} changes a record that has an ETag, without If-Match.`
    : `${id} takes If-Match, and its path has no GET of one record.`
  const fix = isGuarded
    ? 'Add the parameter IfMatch and the error record_changed; call assertUnchanged in the action, with the record locked.'
    : 'Remove the parameter IfMatch.'
  return [{ where: at, rule, fix }]
}

export const preconditionRules: Readonly<Record<string, Rule>> = {
  'a record has an ETag': (contract) => operationsOf(contract).flatMap((operation) => reads(contract, operation)),
  'a change of a record takes If-Match': (contract) =>
    operationsOf(contract).flatMap((operation) => changes(contract, operation)),
}
