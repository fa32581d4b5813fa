// Operations tagged `responses`.
import { mayRead } from '../../context'
import type { Handlers } from '../../contract/types'
import { readPage, type Page } from '../../db/paging'
import { filterId } from '../../base/ids'
import { assertApplicationExisted, readResponse, reviewResponse } from './actions'
import { listNotifications, listResponses, positionOfNotification, positionOfResponse } from './queries'
import { toDetail, toItem, toNotification } from './views'

export const responses = {
  async listResponses(ctx, { path, query }) {
    const { status, userId } = query
    const { applicationId } = path
    await assertApplicationExisted(ctx, applicationId)
    const read = (page: Page) => listResponses(ctx, applicationId, { status, userId: filterId(userId) }, page)
    const list = `responses ${applicationId} ${status ?? ''} ${userId ?? ''}`
    const page = await readPage(ctx, list, query, { read, positionOf: positionOfResponse, show: toItem })
    return { status: 200, body: { data: { items: page.data, ...page.meta } } }
  },

  async getResponse(ctx, { path }) {
    return { status: 200, body: { data: toDetail(await readResponse(ctx, path.applicationId, path.responseId)) } }
  },

  async reviewResponse(ctx, { path, body }) {
    const row = await reviewResponse(ctx, path.applicationId, path.responseId, body)
    return { status: 200, body: { data: toDetail(row) } }
  },

  async listNotifications(ctx, { query }) {
    const read = (page: Page) => listNotifications(ctx, page, mayRead(ctx, 'audit.read'))
    const list = { read, positionOf: positionOfNotification, show: toNotification }
    return { status: 200, body: await readPage(ctx, 'notifications', query, list) }
  },
} satisfies Handlers
