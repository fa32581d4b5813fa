// Queues the restores of suspended members.
import { enqueueAll, type QueueCtx } from '../../operations/enqueue/queries'
import { newOperationId } from '../../operations/enqueue/resolve-target'
import { lockDue, markRestoring, type Scope } from './queries'

/** A restore is retried for 100 years, until it succeeds or fails permanently. */
const NO_DEADLINE_SECONDS = 100 * 366 * 86_400

/**
 * No permission of a key or plan is needed; the bounds of who chose the end hold. The caller has begun a transaction.
 * @param most suspensions to start
 */
export async function startRestores(base: Omit<QueueCtx, 'community'>, scope: Scope, most: number): Promise<void> {
  const due = await lockDue(base.db, scope, most)
  if (due.length === 0) return
  const restores = due.map((one) => ({
    communityId: one.community_id,
    suspensionId: one.suspension_id,
    operationId: newOperationId(),
    userId: one.user_id,
    targetUniqueId: one.former_unique_id,
    giftBounds: one.author_bounds,
  }))
  await markRestoring(base.db, restores)
  for (const communityId of new Set(restores.map((one) => one.communityId))) {
    const { db, log, actor, caller, requestId, rankChanges } = base
    const ctx: QueueCtx = { db, log, actor, caller, requestId, rankChanges, community: { communityId } }
    const ofCommunity = restores.filter((one) => one.communityId === communityId)
    await enqueueAll(
      ctx,
      ofCommunity.map(({ operationId, userId, targetUniqueId, giftBounds }) => ({
        operationId,
        userId,
        targetUniqueId,
        giftBounds,
        kind: 'rank.restore',
        awaited: false,
        urgent: true,
        mustRun: true,
        deadlineSeconds: NO_DEADLINE_SECONDS,
      })),
    )
  }
}
