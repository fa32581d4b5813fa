// Operations tagged `webhooks`.
import type { Ctx } from '../context'
import type { Handlers } from '../contract/types'
import { once } from '../idempotency/actions'
import { readPage, type Page } from '../db/paging'
import {
  createWebhook,
  deleteWebhook,
  requireWebhook,
  rotateSecret,
  updateWebhook,
  type EndpointWithSecret,
} from './actions'
import { redeliver, sendTest } from './messages/actions'
import { listDeliveries, listEndpoints, positionOf } from './queries'
import { toDelivery, toWebhook } from './views'

/** The contract's default: one day. */
const OVERLAP_SECONDS = 86_400

export const webhooks = {
  async listWebhooks(ctx) {
    return { status: 200, body: { data: (await listEndpoints(ctx)).map(toWebhook) } }
  },

  async createWebhook(ctx, { body: { url, types = ['*'], description = '' } }) {
    const act = (ctx: Ctx) => createWebhook(ctx, { url, types, description })
    return once(ctx, act, (endpoint) => ({ status: 201, body: { data: withSecret(endpoint) } }))
  },

  async getWebhook(ctx, { path }) {
    return { status: 200, body: { data: toWebhook(await requireWebhook(ctx, path.webhookId)) } }
  },

  async updateWebhook(ctx, { path, body }) {
    return { status: 200, body: { data: toWebhook(await updateWebhook(ctx, path.webhookId, body)) } }
  },

  async deleteWebhook(ctx, { path }) {
    await deleteWebhook(ctx, path.webhookId)
    return { status: 204 }
  },

  async rotateWebhookSecret(ctx, { path, body }) {
    const act = (ctx: Ctx) => rotateSecret(ctx, path.webhookId, body?.overlapSeconds ?? OVERLAP_SECONDS)
    return once(ctx, act, (endpoint) => ({ status: 200, body: { data: withSecret(endpoint) } }))
  },

  async sendTestMessage(ctx, { path }) {
    const act = (ctx: Ctx) => sendTest(ctx, path.webhookId)
    return once(ctx, act, (row) => ({ status: 202, body: { data: toDelivery(row) } }))
  },

  async listWebhookDeliveries(ctx, { path: { webhookId }, query }) {
    const { status = null } = query
    await requireWebhook(ctx, webhookId)
    const read = (page: Page) => listDeliveries(ctx, webhookId, status, page)
    const list = `webhook deliveries ${webhookId} ${status ?? ''}`
    return { status: 200, body: await readPage(ctx, list, query, { read, positionOf, show: toDelivery }) }
  },

  async redeliverWebhookMessage(ctx, { path: { webhookId, deliveryId } }) {
    const act = (ctx: Ctx) => redeliver(ctx, webhookId, deliveryId)
    return once(ctx, act, (row) => ({ status: 202, body: { data: toDelivery(row) } }))
  },
} satisfies Handlers

function withSecret({ row, secret }: EndpointWithSecret) {
  return { ...toWebhook(row), secret }
}
