// What the operator sees of a rank change beside what the API answers.
import type { Ctx } from '../../context'
import type { ListedOperation } from '../../operations/operator/queries'
import { findOperationWithHistory } from '../../operations/queries'
import { UsageError } from '../failure'

export type OperatorsView = Awaited<ReturnType<typeof readOperation>>

export async function readOperation(ctx: Ctx, operation: string) {
  const row = await findOperationWithHistory(ctx, operation)
  if (!row) throw new UsageError(`the operation ${operation} was deleted after its retention time`)
  return {
    communityId: row.community_id,
    ...toListed(row),
    sent: row.sent,
    steps: row.steps,
    failures: row.failures,
    workerId: row.worker_id,
    claims: row.claims,
    requestId: row.request_id,
    requiredScope: row.required_scope,
    requiredFeature: row.required_feature,
  }
}

export function toListed(row: ListedOperation) {
  return {
    operationId: row.operation_id,
    kind: row.kind,
    userId: String(row.user_id),
    targetUniqueId: row.target_unique_id,
    status: row.status,
    reason: row.reason,
    awaited: row.awaited,
    actor: { kind: row.actor_kind, id: row.actor_id },
    createdAt: row.created_at,
    deadlineAt: row.deadline_at,
    dispatchedAt: row.dispatched_at,
    completedAt: row.completed_at,
    result: row.result,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message },
  }
}
