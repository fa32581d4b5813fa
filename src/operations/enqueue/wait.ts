// Waiting for the end of queued rank changes holds no database connection.
import type { Ctx } from '../../context'
import { findOperation, listOperationsById, type OperationRow } from '../queries'
import { hasEnded } from '../rules'

/**
 * @param enqueue runs after the waiter is registered, so that no notification is missed
 * @returns its row; null if it does not exist; `pending` after `waitMs`
 */
export async function waitForOperation(
  ctx: Ctx,
  operationId: string,
  waitMs: number,
  enqueue: (() => Promise<void>) | null = null,
): Promise<OperationRow | null | 'pending'> {
  const { notifier, dispatch } = ctx.rankChanges
  const waiter = notifier.register(operationId)
  let row: OperationRow | null = null
  const poll = async (): Promise<boolean> => {
    row = await findOperation(ctx, operationId)
    const isOver = row === null || hasEnded(row.status)
    if (!isOver) dispatch?.()
    return isOver
  }
  try {
    if (enqueue) await enqueue()
    else if (await poll()) return row
    dispatch?.()
    return (await waiter.wait(waitMs, poll)) ? row : 'pending'
  } finally {
    waiter.cancel()
  }
}

/**
 * Waits until the operations have ended, at most for the wait time of a caller (RANK_CHANGE_WAIT_MS).
 * @returns them, by user id
 */
export async function waitForOperations(ctx: Ctx, operationIds: readonly string[]): Promise<OperationRow[]> {
  if (operationIds.length === 0) return []
  await Promise.all(
    operationIds.map((operationId) => waitForOperation(ctx, operationId, ctx.settings.rankChangeWaitMs)),
  )
  return listOperationsById(ctx, operationIds)
}
