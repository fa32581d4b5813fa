// Rank changes as the contract shows them.
import type { Schema } from '../contract/types'
import type { Community } from '../context'
import { waitingFor } from './rules'
import { resultWithRoles, type ListedOperation, type OperationWithHistory, type ReadOperation } from './queries'

/** Where the operation is read (spec, Asynchronous platform rank operation). */
export function operationHeaders(operationId: string) {
  return { Location: `/v2/platform-operations/${operationId}`, 'X-Platform-Operation-Id': operationId }
}

export const toOperation = (
  row: OperationWithHistory | ReadOperation,
  { connection }: Pick<Community, 'connection'>,
): Schema<'PlatformOperation'> => ({
  ...shownAlways(row),
  ...('lacksCalls' in row && { waitingFor: waitingFor(row, connection) }),
  attempts: [...row.history],
  result: resultWithRoles(row),
})

export const toOperationSummary = (
  row: ListedOperation,
  { connection }: Pick<Community, 'connection'>,
): Schema<'PlatformOperationSummary'> => ({
  ...shownAlways(row),
  username: row.username,
  waitingFor: waitingFor(row, connection),
  actor: { kind: row.actor_kind, id: row.actor_id },
  onBehalfOf: row.on_behalf_of === null ? null : String(row.on_behalf_of),
  auditId: row.result?.auditId ?? null,
})

function shownAlways(row: OperationWithHistory | ListedOperation) {
  const { target_unique_id: uniqueId, error_code: code } = row
  return {
    id: row.operation_id,
    kind: row.kind,
    status: row.status,
    // negative until the username is resolved
    userId: row.user_id > 0 ? String(row.user_id) : null,
    target: uniqueId === null ? null : { uniqueId, rankId: row.target_rank_id, name: row.target_name },
    createdAt: row.created_at,
    deadlineAt: row.deadline_at,
    dispatchedAt: row.dispatched_at,
    completedAt: row.completed_at,
    error: code === null ? null : { code, message: row.error_message ?? '' },
  }
}
