// Operations on the connection with the platform.
import type { Ctx } from '../context'
import type { Handlers, Schema } from '../contract/types'
import { once } from '../idempotency/actions'
import { toRank } from '../ranks/views'
import { syncRanksOnce } from './actions'
import { findAlarm } from './alarm/queries'
import { setPaused } from './pause/actions'
import { findPausedAt } from './pause/queries'
import { findConnection } from './queries'
import { toPlatformConnection } from './views'

export const platform = {
  async getPlatformConnection(ctx) {
    return { status: 200, body: { data: await read(ctx, await findPausedAt(ctx)) } }
  },

  async updatePlatformConnection(ctx, { body }) {
    const { pausedAt, auditId } = await setPaused(ctx, body.paused)
    return { status: 200, body: { data: await read(ctx, pausedAt), meta: { auditId } } }
  },

  async syncRanks(ctx) {
    return once(
      ctx,
      (ctx) => syncRanksOnce(ctx),
      ({ counts, ranks }) => ({ status: 200, body: { data: ranks.map(toRank), meta: { ...counts } } }),
    )
  },
} satisfies Handlers

async function read(ctx: Ctx, pausedAt: string | null): Promise<Schema<'PlatformConnection'>> {
  const connection = await findConnection(ctx.db, ctx.community.communityId)
  return toPlatformConnection(connection, pausedAt, (await findAlarm(ctx)).toldUntil)
}
