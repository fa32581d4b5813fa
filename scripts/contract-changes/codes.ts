// The error codes of an operation.
import { responsesOf } from '../contract-rules/document'
import type { Contract, FoundOperation } from '../contract-rules/document'

/** With this status, in alphabetical order. */
export function codesOf(contract: Contract, operation: FoundOperation, status: string): readonly string[] {
  const response = responsesOf(contract, operation).find((one) => one.status === status)
  return [...(response?.node['x-error-codes'] ?? [])].sort()
}
