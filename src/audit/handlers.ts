// Operations tagged `audit`.
import { mayRead } from '../context'
import type { Handlers } from '../contract/types'
import { cursorScope, fromCursor, toCursor } from '../db/paging'
import { filterId } from '../base/ids'
import { pageExtras } from '../names/actions'
import { readEntries } from './actions'
import { toVisibleEntry } from './views'

export const audit = {
  async listAuditEntries(ctx, { query }) {
    const { userId, action, actorKind, order = 'feed' } = query
    const list = `audit ${order} ${userId ?? ''} ${action ?? ''} ${actorKind ?? ''}`
    const scope = cursorScope(ctx, list)
    const cursor = fromCursor(scope, query.cursor)
    const after = cursor && { position: Number(cursor.at), auditId: Number(cursor.id) }
    const limit = Number(query.limit)
    const filter = { userId: filterId(userId), action, actorKind }
    const { entries, next, hasMore } = await readEntries(ctx, filter, { order, after, limit })
    const nextCursor = next && toCursor(scope, { at: String(next.position), id: String(next.auditId) })
    const may = memoized((scope) => mayRead(ctx, scope))
    const data = entries.map((entry) => toVisibleEntry(entry, may))
    const extras = await pageExtras(ctx, query)(data)
    return { status: 200, body: { data, meta: { nextCursor, hasMore, ...extras } } }
  },
} satisfies Handlers

function memoized(evaluate: (scope: string) => boolean): (scope: string) => boolean {
  const results = new Map<string, boolean>()
  return (scope) => {
    const result = results.get(scope) ?? evaluate(scope)
    results.set(scope, result)
    return result
  }
}
