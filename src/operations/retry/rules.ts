// Which operations can be retried. Pure.
import { hasEnded, isSuspensionKind, type OperationKind, type OperationStatus } from '../rules'

interface Retried {
  readonly operation_id: string
  readonly kind: OperationKind
  readonly status: OperationStatus
  /** Null: it takes nothing back. */
  readonly reversal: object | null
}

/** @returns the message of the refusal */
export function whyNotRetriable({ operation_id: id, kind, status, reversal }: Retried): string | null {
  if (isSuspensionKind(kind)) return `The operation ${id} belongs to a suspension. Suspend again or set the rank.`
  if (reversal) return `The operation ${id} takes a change back. Make the reversal again: it takes back what is left.`
  if (status === 'succeeded') return `The operation ${id} succeeded; there is nothing to retry.`
  return hasEnded(status) ? null : `The operation ${id} is ${status} and may still succeed. Wait for its end.`
}
