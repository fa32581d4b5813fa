// A decision that follows from a committed result.
import type { TxCtx } from '../../context'
import { enqueueOne, type Acceptance } from '../enqueue/queries'
import { newOperationId } from '../enqueue/resolve-target'
import { MUST_FOLLOW } from '../rules'

/**
 * The decision is queued whatever the state of the queue, and replaces a queued one on the same account.
 * @param verb null: none
 */
export async function queueDecision(
  tx: TxCtx,
  userId: number,
  verb: 'accept' | 'decline' | null,
): Promise<Acceptance[]> {
  if (verb === null || tx.community.connection === 'none') return []
  const decision = await enqueueOne(tx, {
    operationId: newOperationId(),
    kind: `join.${verb}`,
    userId,
    targetUniqueId: null,
    // what the key may do was checked when the form was bound
    ...MUST_FOLLOW,
    supersede: true,
  })
  return [decision]
}
