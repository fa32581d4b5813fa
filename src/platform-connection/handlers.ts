// Operations tagged `platform`.
import type { Ctx } from '../context'
import type { HandlersFor, Schema } from '../contract/types'
import { findAlarm } from './alarm/queries'
import { setPaused } from './pause/actions'
import { findPausedAt } from './pause/queries'
import { findConnection } from './queries'
import { toPlatformConnection } from './views'

export const platform: HandlersFor<'platform'> = {
  async getPlatformConnection(ctx) {
    return { status: 200, body: { data: await read(ctx, await findPausedAt(ctx)) } }
  },

  async updatePlatformConnection(ctx, { body }) {
    const { pausedAt, auditId } = await setPaused(ctx, body.paused)
    return { status: 200, body: { data: await read(ctx, pausedAt), meta: { auditId } } }
  },
}

async function read(ctx: Ctx, pausedAt: string | null): Promise<Schema<'PlatformConnection'>> {
  const connection = await findConnection(ctx.db, ctx.community.communityId)
  return toPlatformConnection(connection, pausedAt, (await findAlarm(ctx)).toldUntil)
}
