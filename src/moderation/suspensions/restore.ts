// Queues the restores of suspended members.
import { enqueueAll, type QueueCtx } from '../../operations/enqueue/queries'
import { newOperationId } from '../../operations/enqueue/resolve-target'
import { markRestoring, type Scope } from './queries'

/** A restore is retried for 100 years, until it succeeds or fails permanently. */
const NO_DEADLINE_SECONDS = 100 * 366 * 86_400

/**
 * No permission of a key or plan is needed. The caller has begun a transaction.
 * @param most suspensions to start
 */
export async function startRestores(base: Omit<QueueCtx, 'community'>, scope: Scope, most: number): Promise<void> {
  const restores = await markRestoring(base.db, Array.from({ length: most }, newOperationId), scope)
  for (const communityId of new Set(restores.map(({ community_id }) => community_id))) {
    const { db, log, actor, caller, requestId, rankChanges } = base
    const ctx: QueueCtx = { db, log, actor, caller, requestId, rankChanges, community: { communityId } }
    const ofCommunity = restores.filter(({ community_id }) => community_id === communityId)
    await enqueueAll(
      ctx,
      ofCommunity.map(({ operation_id: operationId, user_id: userId, former_unique_id: targetUniqueId }) => ({
        ...{ operationId, userId, targetUniqueId, kind: 'rank.restore', awaited: false, urgent: true, mustRun: true },
        deadlineSeconds: NO_DEADLINE_SECONDS,
      })),
    )
  }
}
