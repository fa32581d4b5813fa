// Operations tagged `reversals`.
import type { Ctx } from '../context'
import type { Handlers } from '../contract/types'
import { readPage, type Page } from '../db/paging'
import { once } from '../idempotency/actions'
import { namedMeta, pageExtras } from '../names/actions'
import { readableKinds } from './author'
import { createReversal, removeReversal, requireReversal } from './actions'
import { listItems, listReversals, positionOfItem, positionOfReversal } from './queries'
import { toItem, toReversal } from './views'

export const reversals = {
  async createReversal(ctx, { body }) {
    const act = (ctx: Ctx) => createReversal(ctx, body)
    return once(ctx, act, ({ reversal }) => ({ status: 202, body: { data: toReversal(reversal) } }))
  },

  async getReversal(ctx, { path, query }) {
    const data = toReversal(await requireReversal(ctx, path.reversalId))
    return { status: 200, body: { data, ...(await namedMeta(ctx, query, [data])) } }
  },

  async listReversals(ctx, { query }) {
    const all = {
      read: (page: Page) => listReversals(ctx, page),
      positionOf: positionOfReversal,
      show: toReversal,
      extras: pageExtras(ctx, query),
    }
    return { status: 200, body: await readPage(ctx, 'reversals', query, all) }
  },

  async listReversalItems(ctx, { path, query }) {
    const { reversal_id: reversalId } = await requireReversal(ctx, path.reversalId)
    const kinds = readableKinds(ctx)
    const read = (page: Page) => listItems(ctx, reversalId, { state: query.state, kinds }, page)
    const list = `reversal ${reversalId} ${query.state ?? ''}`
    const items = { read, positionOf: positionOfItem(reversalId), show: toItem, extras: pageExtras(ctx, query) }
    const body = await readPage(ctx, list, query, items)
    return { status: 200, body }
  },

  async deleteReversal(ctx, { path }) {
    await removeReversal(ctx, path.reversalId)
    return { status: 204 }
  },
} satisfies Handlers
