// SQL of the pause of the writes to a group.
import type { Ctx, Db, TxCtx } from '../../context'
import { now } from '../../db/expressions'
import { own } from '../../db/own'

const pause = (ctx: Ctx) => own(ctx).selectFrom('community').select('platform_paused_at')

export const findPausedAt = async (ctx: Ctx): Promise<string | null> =>
  (await pause(ctx).executeTakeFirstOrThrow()).platform_paused_at

export const lockPausedAt = async (tx: TxCtx): Promise<string | null> =>
  (await pause(tx).forNoKeyUpdate().executeTakeFirstOrThrow()).platform_paused_at

export async function storePause(tx: TxCtx, paused: boolean): Promise<string | null> {
  const row = await own(tx)
    .updateTable('community')
    .set({ platform_paused_at: paused ? now : null })
    .returning('platform_paused_at')
    .executeTakeFirstOrThrow()
  return row.platform_paused_at
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
