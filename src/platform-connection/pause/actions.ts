// The group guard pauses the writes to a group in which too many ranks change in a minute.
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import type { RoleChange } from '../../platform/platform'
import { findGuard, lockGuard, storePause, type GroupGuard, type Pause } from './queries'
import { busiestMinute, MINUTE_MS, type PauseReason } from './rules'

export async function countsFrom(ctx: Ctx, seenAt: Date): Promise<Date> {
  const { platform_resumed_at: resumedAt } = await findGuard(ctx)
  const minuteBefore = seenAt.getTime() - MINUTE_MS
  return new Date(resumedAt === null ? minuteBefore : Math.max(minuteBefore, Date.parse(resumedAt)))
}

export async function guardGroup(ctx: Ctx, changes: readonly RoleChange[]): Promise<void> {
  if (changes.length === 0) return
  const { rank_changes_per_minute_limit: limit, platform_paused_at: pausedAt } = await findGuard(ctx)
  if (limit === null || pausedAt !== null) return
  const minute = busiestMinute(changes)
  if (minute.changes <= limit) return
  const userId = minute.account?.userId ?? null
  await pauseExceeded(ctx, 'group_changes', { changes: minute.changes, limit }, userId)
}

/** @param userId the account that changed the most ranks; null: the server did */
async function pauseExceeded(
  ctx: Ctx,
  reason: Exclude<PauseReason, 'requested'>,
  counted: { readonly changes: number; readonly limit: number },
  userId: number | null = null,
): Promise<void> {
  const isPaused = await inTransaction(ctx, async (tx) => {
    const { platform_paused_at: before } = await lockGuard(tx)
    if (before !== null) return false
    await switchTo(tx, { platform_paused_at: null, platform_pause_reason: null }, reason, { ...counted, userId })
    return true
  })
  if (isPaused)
    ctx.log.warn(
      { reason, ...counted },
      'too many ranks were changed in a minute, so the writes to the group are paused',
    )
}

type Facts = { readonly changes: number; readonly limit: number; readonly userId: number | null }

async function switchTo(tx: TxCtx, held: Pause, reason: PauseReason | null, facts?: Facts) {
  const pause = await storePause(tx, reason)
  const { userId = null, ...counted } = facts ?? {}
  const auditId = await insertAuditEntry(tx, {
    action: reason === null ? 'platform.resumed' : 'platform.paused',
    ...(userId === null ? {} : { userId }),
    before: shown(held),
    after: { ...shown(pause), ...counted },
  })
  return { pause, auditId }
}

const shown = ({ platform_paused_at: pausedAt, platform_pause_reason: reason }: Pause) => ({ pausedAt, reason })

/** A pause that holds keeps its reason. */
export async function setPaused(
  ctx: Ctx,
  paused: boolean,
): Promise<{ readonly pause: Pause; readonly auditId: string | null }> {
  return inTransaction(ctx, async (tx) => {
    const held: GroupGuard = await lockGuard(tx)
    await tx.assertUnchanged?.(tx)
    if ((held.platform_paused_at !== null) === paused) return { pause: held, auditId: null }
    return switchTo(tx, held, paused ? 'requested' : null)
  })
}
