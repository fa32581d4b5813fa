// The rules about X-On-Behalf-Of.
import { operationsOf, parametersOf } from './document'
import type { Contract, FoundOperation, Rule } from './document'

/** By tag or operationId, why it takes no such header. */
const without: Readonly<Record<string, string>> = {
  keys: 'the rank of a member says nothing about credentials',
  people: 'the rank of a member says nothing about credentials',
  createReversal: 'a reversal continues after the request, in the name of its author alone',
  updatePlatformConnection: 'it concerns the whole group, and no rank of a member allows it',
}

function changesForKeys({ id, method, node }: FoundOperation): boolean {
  if (method === 'get' || node['x-required-scope']?.endsWith('.read')) return false
  if (!node.security?.some((schemes) => 'bearerAuth' in schemes)) return false
  return [id, ...(node.tags ?? [])].every((name) => without[name] === undefined)
}

const takesHeader = (contract: Contract, operation: FoundOperation): boolean =>
  parametersOf(contract, operation).some(({ node }) => node.in === 'header' && node.name === 'X-On-Behalf-Of')

export const actingRules: Readonly<Record<string, Rule>> = {
  'a change by a key takes X-On-Behalf-Of': (contract) =>
    operationsOf(contract)
      .filter((operation) => changesForKeys(operation) !== takesHeader(contract, operation))
      .map((operation) => ({
        where: operation.at,
        rule: changesForKeys(operation)
          ? `${operation.id} is a change by a key, and takes no X-On-Behalf-Of.`
          : `${operation.id} takes X-On-Behalf-Of, and is no change for which a key names a member.`,
        fix: changesForKeys(operation)
          ? "Add { $ref: '#/components/parameters/OnBehalfOfHeader' }, or a reason to scripts/contract-rules/acting.ts."
          : 'Remove the parameter OnBehalfOfHeader.',
      })),
}
