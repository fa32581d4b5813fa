// What an award answers when its rank change did not succeed. The simulation has its own queue (scripts/simulate).
import { afterCommit } from '../../idempotency/after-commit'
import { DomainError, type ErrorCode } from '../../base/errors'

/** `platform_cloud_timeout` is the code with SCHEDULER=off. */
const unresolved: readonly ErrorCode[] = ['outcome-pending-check-status', 'platform_cloud_timeout']

/** AutoRank would fail again. */
const finalErrors: readonly ErrorCode[] = [
  'actor-authorization-revoked',
  'platform_cloud_not_configured',
  'member_not_found',
]

/**
 * The rank follows, whatever stopped its change. Only what was sent and is not resolved, or applied in part, is an error
 * although more follows: the caller must look before it changes the rank again.
 * @param queue queues AutoRank, and returns its operation; null: it was not queued; an error: it may be queued
 * @throws DomainError with `details.committed`, and of a code without an effect where nothing follows
 */
export async function rankLater(
  error: unknown,
  queue: () => Promise<string | null>,
): Promise<{ readonly outcome: 'queued'; readonly operationId: string }> {
  const isFinal = error instanceof DomainError && finalErrors.includes(error.code)
  const operationId = isFinal
    ? null
    : await queue().catch((failure: unknown) => {
        throw afterCommit(failure, { parts: ['experience'], rest: 'and the rank change may follow' })
      })
  const isOpen = error instanceof DomainError && (unresolved.includes(error.code) || error.details?.committed)
  if (operationId !== null && !isOpen) return { outcome: 'queued', operationId }
  const rest = operationId === null ? 'but the rank was not changed' : 'and the rank change is queued'
  throw afterCommit(error, { parts: ['experience'], rest })
}
