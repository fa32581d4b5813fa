// Operations tagged `platform`.
import type { HandlersFor } from '../contract/types'
import { setPaused } from './pause/actions'
import { findGuard } from './pause/queries'
import { findConnection } from './queries'
import { toPlatformConnection } from './views'

export const platform: HandlersFor<'platform'> = {
  async getPlatformConnection(ctx) {
    const connection = await findConnection(ctx.db, ctx.community.communityId)
    return { status: 200, body: { data: toPlatformConnection(connection, await findGuard(ctx)) } }
  },

  async updatePlatformConnection(ctx, { body }) {
    const { pause, auditId } = await setPaused(ctx, body.paused)
    const connection = await findConnection(ctx.db, ctx.community.communityId)
    return { status: 200, body: { data: toPlatformConnection(connection, pause), meta: { auditId } } }
  },
}
