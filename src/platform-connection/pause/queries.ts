// SQL of the pause of the writes to a group.
import type { Ctx, Db, TxCtx } from '../../context'
import { now } from '../../db/expressions'
import { own } from '../../db/own'
import type { PauseReason } from './rules'

export interface Pause {
  readonly platform_paused_at: string | null
  readonly platform_pause_reason: PauseReason | null
}

export interface GroupGuard extends Pause {
  readonly rank_changes_per_minute_limit: number | null
  readonly platform_resumed_at: string | null
}

const guard = (ctx: Ctx) =>
  own(ctx)
    .selectFrom('community')
    .select(['rank_changes_per_minute_limit', 'platform_paused_at', 'platform_pause_reason', 'platform_resumed_at'])

export const findGuard = (ctx: Ctx): Promise<GroupGuard> => guard(ctx).executeTakeFirstOrThrow()

export const lockGuard = (tx: TxCtx): Promise<GroupGuard> => guard(tx).forNoKeyUpdate().executeTakeFirstOrThrow()

export async function storePause(tx: TxCtx, reason: PauseReason | null): Promise<Pause> {
  return own(tx)
    .updateTable('community')
    .set({
      platform_paused_at: reason === null ? null : now,
      platform_pause_reason: reason,
      ...(reason === null ? { platform_resumed_at: now } : {}),
    })
    .returning(['platform_paused_at', 'platform_pause_reason'])
    .executeTakeFirstOrThrow()
}

export async function countPaused(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('community')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('platform_paused_at', 'is not', null)
    .where('moved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
