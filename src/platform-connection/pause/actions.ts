// Somebody pauses and resumes the writes to the group.
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx } from '../../context'
import { lockPausedAt, storePause } from './queries'

/** @returns since when they are paused, null: they are not; and the audit entry, null: nothing was changed */
export async function setPaused(
  ctx: Ctx,
  paused: boolean,
): Promise<{ readonly pausedAt: string | null; readonly auditId: string | null }> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockPausedAt(tx)
    await tx.assertUnchanged?.(tx)
    if ((before !== null) === paused) return { pausedAt: before, auditId: null }
    const pausedAt = await storePause(tx, paused)
    const auditId = await insertAuditEntry(tx, {
      action: paused ? 'platform.paused' : 'platform.resumed',
      before: { pausedAt: before },
      after: { pausedAt },
    })
    return { pausedAt, auditId }
  })
}
