// Properties that are secrets: `x-secret` in the contract.
import { nodeAt } from './contract-rules/document'

/** Names of the secrets in the answers of an operation with a status of 2xx. */
export function secretNames(contract: object, responses: Readonly<Record<string, unknown>>): string[] {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return [...new Set(namesIn(contract, answers))]
}

function namesIn(contract: object, node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { $ref } = node as { readonly $ref?: unknown }
  if (typeof $ref === 'string') return namesIn(contract, nodeAt(contract, $ref.split('/').slice(1)))
  return Object.entries(node).flatMap(([name, inner]: [string, { 'x-secret'?: boolean } | null]) => [
    ...(inner?.['x-secret'] === true ? [name] : []),
    ...namesIn(contract, inner),
  ])
}
