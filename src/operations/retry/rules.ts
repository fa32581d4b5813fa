// Which operations can be retried. Pure.
import type { OperationRow } from '../queries'
import { hasEnded, isSuspensionKind } from '../rules'

/** @returns the message of the refusal */
export function whyNotRetriable({
  operation_id: id,
  kind,
  status,
  reversal,
}: Pick<OperationRow, 'operation_id' | 'kind' | 'status' | 'reversal'>): string | null {
  if (isSuspensionKind(kind)) return `The operation ${id} belongs to a suspension. Suspend again or set the rank.`
  if (reversal) return `The operation ${id} takes a change back. Make the reversal again: it takes back what is left.`
  if (status === 'succeeded') return `The operation ${id} succeeded; there is nothing to retry.`
  return hasEnded(status) ? null : `The operation ${id} is ${status} and may still succeed. Wait for its end.`
}
