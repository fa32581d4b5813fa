// Rules about schemas.
import { nodeAt, requestSchemas, writtenSchemas, type Fault, type Found, type Rule, type Schema } from './document'

/** Faults of the schemas for which `rule` gives a sentence. */
const each =
  (rule: (schema: Schema) => string | null, fix: string): Rule =>
  (contract) =>
    writtenSchemas(contract).flatMap(({ at, node }): Fault[] => {
      const wrong = rule(node)
      return wrong === null ? [] : [{ where: at, rule: wrong, fix }]
    })

/** Holds before any other rule reads the document. */
export const references: Rule = (contract) => {
  const visit = (found: Found<unknown>): Fault[] => {
    if (found.node === null || typeof found.node !== 'object') return []
    const { $ref } = found.node as { readonly $ref?: unknown }
    const isDangling = typeof $ref === 'string' && nodeAt(contract, $ref.split('/').slice(1)) === undefined
    const own = { where: [...found.at, '$ref'], rule: `There is no ${String($ref)}.`, fix: 'Define it, or correct it.' }
    const inner = Object.entries(found.node).flatMap(([step, node]) => visit({ at: [...found.at, step], node }))
    return [...(isDangling ? [own] : []), ...inner]
  }
  return visit({ at: [], node: contract })
}

const closed: Rule = (contract) =>
  requestSchemas(contract)
    .filter(({ node: { type, additionalProperties, maxProperties } }) => {
      if (type !== 'object' || additionalProperties === false) return false
      return typeof additionalProperties !== 'object' || maxProperties === undefined
    })
    .map(({ at }) => ({
      where: at,
      rule: 'The object of a request accepts unknown properties.',
      fix: 'Set additionalProperties: false, or a schema with maxProperties.',
    }))

const times: Rule = (contract) =>
  requestSchemas(contract)
    .filter(({ node }) => node.format === 'date-time' && node['x-utc'] !== true)
    .map(({ at }) => ({
      where: at,
      rule: 'The time of a request accepts one offset alone.',
      fix: 'Set x-utc: true beside format: date-time.',
    }))

/** A repeated request is answered without the secret, as the test of each operation with an Idempotency-Key expects. */
function unmarkedSecret({ properties = {} }: Schema): string | null {
  for (const [name, { type, nullable, pattern = '', 'x-secret': isSecret }] of Object.entries(properties)) {
    if (isSecret && !nullable) return `${name} has x-secret and cannot be null.`
    if (!isSecret && type === 'string' && /^\^(cmk|whsec)_/.test(pattern))
      return `${name} is a secret without x-secret.`
  }
  return null
}

/**
 * OpenAPI derives neither an enum nor a schema with optional properties from another schema, so they are compared: an enum
 * whose hint names the record, and a schema of its name with `Fields`.
 */
const selections: Rule = (contract) => {
  const schemas = contract.components.schemas as Readonly<Record<string, Schema>>
  const namesOf = (name: string): string[] => Object.keys(schemas[name]?.properties ?? {})
  return Object.entries(schemas).flatMap(([name, { enum: listed, 'x-hint': hint = '' }]): Fault[] => {
    const record = /^must be a property of (\w+)$/.exec(hint)?.[1]
    if (record === undefined) return []
    const selected = `${record}Fields`
    const others = [
      [name, (listed ?? []).map(String)] as const,
      ...(schemas[selected] ? [[selected, namesOf(selected)] as const] : []),
    ]
    return others.flatMap(([other, names]) => {
      const own = namesOf(record)
      const different = [...own.filter((one) => !names.includes(one)), ...names.filter((one) => !own.includes(one))]
      const rule = `${other} and ${record} differ in ${different.join(', ')}.`
      const fix = 'Add the property to the one that lacks it.'
      return different.length === 0 ? [] : [{ where: ['components', 'schemas', other], rule, fix }]
    })
  })
}

export const schemaRules: Readonly<Record<string, Rule>> = {
  'nullable is beside a type': each(
    ({ nullable, type }) =>
      nullable !== undefined && type === undefined ? 'The schema has nullable without a type.' : null,
    'Set type beside nullable.',
  ),
  'a secret is marked, and may be null': each(unmarkedSecret, 'Set x-secret: true and nullable: true.'),
  'an object of a request is closed': closed,
  'a time of a request has any offset': times,
  'a selection has the properties of its record': selections,
}
