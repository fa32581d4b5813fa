// Operations tagged `platform`.
import type { HandlersFor } from '../contract/types'
import { setPaused } from './pause/actions'
import { findPausedAt } from './pause/queries'
import { findConnection } from './queries'
import { toPlatformConnection } from './views'

export const platform: HandlersFor<'platform'> = {
  async getPlatformConnection(ctx) {
    const connection = await findConnection(ctx.db, ctx.community.communityId)
    return { status: 200, body: { data: toPlatformConnection(connection, await findPausedAt(ctx)) } }
  },

  async updatePlatformConnection(ctx, { body }) {
    const { pausedAt, auditId } = await setPaused(ctx, body.paused)
    const connection = await findConnection(ctx.db, ctx.community.communityId)
    return { status: 200, body: { data: toPlatformConnection(connection, pausedAt), meta: { auditId } } }
  },
}
