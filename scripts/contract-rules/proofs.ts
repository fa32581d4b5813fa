// The rules about fresh proofs of a session.
import { errorCodesOf } from '../../src/contract/error-codes'
import { secretNames } from '../secret-names'
import { bodyOf, operationsOf, parametersOf, resolved } from './document'
import type { Contract, FoundOperation, Rule } from './document'

const scopesOfCredentials: readonly string[] = ['keys.write', 'people.write']

const takesSession = ({ node }: FoundOperation): boolean =>
  node.security?.some((schemes) => 'session' in schemes) === true

/** The data of the community is sent to it. */
const takesUrl = (operation: FoundOperation, contract: Contract): boolean =>
  bodyOf(operation).some(({ at, node }) => {
    const { properties = {} } = resolved(contract, { at: [...at, 'schema'], node: node.schema }).node
    return 'url' in properties
  })

/** By its scope, because its answer has a secret, or because it says where data is sent. */
function changesCredentials(operation: FoundOperation, contract: Contract): boolean {
  const { method, node } = operation
  if (method === 'get' || !takesSession(operation)) return false
  const { 'x-required-scope': scope, responses } = node
  return (
    scopesOfCredentials.includes(scope ?? '') ||
    secretNames(contract, responses).length > 0 ||
    takesUrl(operation, contract)
  )
}

const isMarked = ({ node }: FoundOperation): boolean => node['x-needs-proof'] === true

const takesConfirmation = (contract: Contract, operation: FoundOperation): boolean =>
  parametersOf(contract, operation).some(({ node }) => node.in === 'header' && node.name === 'X-Confirmed')

const needsProof = (contract: Contract, operation: FoundOperation): boolean =>
  isMarked(operation) || takesConfirmation(contract, operation)

export const proofRules: Readonly<Record<string, Rule>> = {
  'a change of credentials needs a proof': (contract) =>
    operationsOf(contract)
      .filter((operation) => changesCredentials(operation, contract))
      .filter((operation) => isMarked(operation) === /\S/.test(operation.node['x-no-proof'] ?? ''))
      .map(({ at, id }) => ({
        where: at,
        rule: `${id} changes credentials, and has not exactly one of x-needs-proof and x-no-proof.`,
        fix: 'Add x-needs-proof: true, or x-no-proof: why whoever has only the cookie may do it.',
      })),
  'only an operation for sessions needs a proof': (contract) =>
    operationsOf(contract)
      .filter((operation) => needsProof(contract, operation) && !takesSession(operation))
      .map(({ at, id }) => ({
        where: at,
        rule: `${id} needs a proof, and takes no session.`,
        fix: 'Remove x-needs-proof and ConfirmedHeader.',
      })),
  'an operation that needs a proof has proof_required': (contract) =>
    operationsOf(contract)
      .filter(
        (operation) =>
          isMarked(operation) && !errorCodesOf(contract, operation.node).get(403)?.includes('proof_required'),
      )
      .map(({ at, id }) => ({
        where: at,
        rule: `${id} has x-needs-proof, and its x-error-codes lack proof_required.`,
        fix: 'Add it.',
      })),
}
