// What the operator sees of a rank change beside what the API answers.
import type { Ctx } from '../../context'
import { findOperationWithHistory } from '../../operations/queries'
import { Refused } from '../failure'

export async function readOperation(ctx: Ctx, operation: string) {
  const row = await findOperationWithHistory(ctx, operation)
  if (!row) throw new Refused(`the operation ${operation} was deleted after its retention time`)
  return {
    communityId: row.community_id,
    operationId: row.operation_id,
    targetUniqueId: row.target_unique_id,
    reason: row.reason,
    awaited: row.awaited,
    actor: { kind: row.actor_kind, id: row.actor_id },
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
