// Operations tagged `audit`.
import type { HandlersFor } from '../contract/types'
import { fromCursor, toCursor } from '../db/paging'
import { listEntries } from './actions'
import { toEntry } from './views'

export const audit: HandlersFor<'audit'> = {
  async listAuditEntries(ctx, { query }) {
    const { userId, action, actorKind, order = 'feed' } = query
    const list = `audit ${order} ${userId ?? ''} ${action ?? ''} ${actorKind ?? ''}`
    const scope = { communityId: ctx.community.communityId, list, secret: ctx.settings.encryptionKey }
    const cursor = fromCursor(scope, query.cursor)
    const after = cursor && { position: Number(cursor.at), auditId: Number(cursor.id) }
    const limit = Number(query.limit)
    const { entries, next, hasMore } = await listEntries(ctx, { userId, action, actorKind }, { order, after, limit })
    const nextCursor = next && toCursor(scope, { at: String(next.position), id: String(next.auditId) })
    return { status: 200, body: { data: entries.map(toEntry), meta: { nextCursor, hasMore } } }
  },
}
