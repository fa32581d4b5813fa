// Operations tagged `responses`.
import { mayRead } from '../../context'
import type { Handlers } from '../../contract/types'
import { readPage, type Page } from '../../db/paging'
import { filterId } from '../../base/ids'
import { namedMeta, pageExtras } from '../../names/actions'
import { assertApplicationExisted, readResponse, reviewResponse } from './actions'
import {
  countByForm,
  countResponses,
  listNotifications,
  listResponses,
  positionOfNotification,
  positionOfResponse,
} from './queries'
import { toDetail, toFormTotal, toItem, toNotification } from './views'

export const responses = {
  async listResponses(ctx, { path, query }) {
    const { status, userId } = query
    const { applicationId } = path
    await assertApplicationExisted(ctx, applicationId)
    const filter = { applicationId, status, userId: filterId(userId) }
    const read = (page: Page) => listResponses(ctx, filter, page)
    const list = `responses ${applicationId} ${status ?? ''} ${userId ?? ''}`
    const page = await readPage(ctx, list, query, { read, positionOf: positionOfResponse, show: toItem })
    return { status: 200, body: { data: { items: page.data, ...page.meta } } }
  },

  async listAllResponses(ctx, { query }) {
    const { applicationId, order = 'newest' } = query
    const userId = filterId(query.userId)
    const status = query.status ?? (userId === undefined ? 'Pending' : undefined)
    const filter = { applicationId, status, userId }
    const read = (page: Page) => listResponses(ctx, filter, page, order)
    const list = `all responses ${applicationId ?? ''} ${status ?? ''} ${userId ?? ''} ${order}`
    const extras = pageExtras(ctx, query, () => countResponses(ctx, filter))
    const { data, meta } = await readPage(ctx, list, query, {
      read,
      positionOf: positionOfResponse,
      show: toItem,
      extras,
    })
    const forms = query.total && { forms: (await countByForm(ctx, { status, userId })).map(toFormTotal) }
    return { status: 200, body: { data, meta: { ...meta, ...forms } } }
  },

  async getResponse(ctx, { path, query }) {
    const row = await readResponse(ctx, path.applicationId, path.responseId)
    const data = toDetail(row)
    // not of the answers, which anybody may call by the name of an id
    const meta = await namedMeta(ctx, query, [toItem(row), data.decidedBy])
    return { status: 200, body: { data, ...meta } }
  },

  async reviewResponse(ctx, { path, body }) {
    const row = await reviewResponse(ctx, path.applicationId, path.responseId, body)
    return { status: 200, body: { data: toDetail(row) } }
  },

  async listNotifications(ctx, { query }) {
    const read = (page: Page) => listNotifications(ctx, page, mayRead(ctx, 'audit.read'))
    const list = { read, positionOf: positionOfNotification, show: toNotification, extras: pageExtras(ctx, query) }
    return { status: 200, body: await readPage(ctx, 'notifications', query, list) }
  },
} satisfies Handlers
