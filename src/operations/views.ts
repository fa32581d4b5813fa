// Rank changes as the contract shows them.
import type { Schema } from '../contract/types'
import { resultWithRoles, type OperationWithHistory } from './queries'

export function operationHeaders(operationId: string) {
  return { Location: `/v2/platform-operations/${operationId}`, 'X-Platform-Operation-Id': operationId }
}

export function toOperation(row: OperationWithHistory): Schema<'PlatformOperation'> {
  const { target_unique_id: uniqueId, error_code: code } = row
  return {
    id: row.operation_id,
    kind: row.kind,
    status: row.status,
    // negative until the username is resolved
    userId: row.user_id > 0 ? String(row.user_id) : null,
    target: uniqueId === null ? null : { uniqueId, rankId: row.target_rank_id, name: row.target_name },
    attempts: [...row.history],
    createdAt: row.created_at,
    deadlineAt: row.deadline_at,
    dispatchedAt: row.dispatched_at,
    completedAt: row.completed_at,
    result: resultWithRoles(row),
    error: code === null ? null : { code, message: row.error_message ?? '' },
  }
}
