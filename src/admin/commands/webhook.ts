// `webhook`: list, show, disable, enable, deliveries, redeliver.
import type { Ctx } from '../../context'
import { requireWebhook, switchWebhook } from '../../webhooks/actions'
import { redeliver, redeliverDeadLettered } from '../../webhooks/messages/actions'
import { listDeliveries, listEndpoints, type DeliveryStatus, type EndpointRow } from '../../webhooks/queries'
import { toDelivery, toWebhook } from '../../webhooks/views'
import { deliveryId, oneOf, webhookId, wholeNumber } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface WebhookFlags {
  readonly webhook: string
}
type DeliveriesFlags = WebhookFlags & { readonly status?: DeliveryStatus; readonly limit: number }
type RedeliverFlags = WebhookFlags & { readonly delivery?: string; readonly parked?: true }

const webhookFlag = () => required('--webhook <id>', 'the endpoint', webhookId)
const example = '--community cmt_… --webhook whk_…'

export function addNouns(noun: AddNoun): void {
  noun('webhook')
    .communityVerb({
      verb: 'list',
      csv: true,
      summary: 'list the endpoints of a community, oldest first',
      examples: ['--community cmt_…'],
      run: listAll,
    })
    .communityVerb<WebhookFlags>({
      verb: 'show',
      summary: 'show an endpoint',
      flags: [webhookFlag()],
      examples: [example],
      run: async (ctx, { webhook }) => shown(await requireWebhook(ctx, webhook)),
    })
    .communityVerb<WebhookFlags>({
      verb: 'disable',
      summary: 'disable an endpoint and park its pending messages',
      flags: [webhookFlag()],
      examples: [`${example} --yes`],
      confirm: () => 'its receiver gets no events until it is enabled again, and never those in between',
      run: async (ctx, { webhook }) => shown(await switchWebhook(ctx, webhook, 'requested')),
    })
    .communityVerb<WebhookFlags>({
      verb: 'enable',
      summary: 'enable an endpoint for new events',
      flags: [webhookFlag()],
      examples: [example],
      help: 'Events from the time it was disabled are not sent. Send parked messages with redeliver.',
      run: async (ctx, { webhook }) => shown(await switchWebhook(ctx, webhook, null)),
    })
    .communityVerb<DeliveriesFlags>({
      verb: 'deliveries',
      csv: true,
      summary: 'list the messages of an endpoint, newest first',
      flags: [
        webhookFlag(),
        optional('--status <status>', 'only this status', oneOf(['pending', 'delivered', 'parked'] as const)),
        optional('--limit <n>', 'maximum number', wholeNumber(1, 1_000)).default(50),
      ],
      examples: [example, `${example} --status parked --json`],
      run: listMessages,
    })
    .communityVerb<RedeliverFlags>({
      verb: 'redeliver',
      summary: 'send one message again, or all parked messages',
      flags: [
        webhookFlag(),
        optional('--delivery <id>', 'this message', deliveryId),
        optional('--parked', 'all parked messages, oldest first').conflicts('delivery'),
      ],
      examples: [`${example} --delivery msg_…`, `${example} --parked`],
      help: 'A message keeps its webhook-id, so that a receiver can detect duplicates.',
      run: again,
    })
}

async function listAll(ctx: Ctx): Promise<Answer> {
  const rows = await listEndpoints(ctx)
  return {
    json: { webhooks: rows.map(toWebhook) },
    human: {
      table: {
        columns: ['WEBHOOK', 'CREATED', 'HOST', 'ENABLED', 'REASON', 'FAILING SINCE', 'TYPES'],
        rows: rows.map((row) => [
          row.webhook_id,
          row.created_at,
          hostOf(row),
          row.enabled,
          row.disabled_reason,
          row.failing_since,
          typesOf(row),
        ]),
      },
      ...(rows.length === 0 ? { note: 'There are no webhook endpoints.' } : {}),
    },
  }
}

function shown(row: EndpointRow): Answer {
  return {
    json: toWebhook(row),
    human: {
      fields: [
        ['webhook', row.webhook_id],
        ['url', row.url],
        ['description', row.description],
        ['types', typesOf(row)],
        ['enabled', row.enabled],
        ['disabled', row.disabled_at === null ? null : `${row.disabled_at} ${row.disabled_reason}`],
        ['failing since', row.failing_since],
        ['two secrets until', row.previous_secret_until],
        ['created', row.created_at],
      ],
    },
  }
}

async function listMessages(ctx: Ctx, { webhook, status, limit }: DeliveriesFlags): Promise<Answer> {
  await requireWebhook(ctx, webhook)
  const rows = await listDeliveries(ctx, webhook, status ?? null, { after: null, limit })
  const deliveries = rows.map(toDelivery)
  return {
    json: { deliveries },
    human: {
      table: {
        columns: ['MESSAGE', 'STATUS', 'TYPE', 'USER', 'TRIED', 'LAST', 'CREATED', 'NEXT'],
        rows: deliveries.map((one) => [
          one.deliveryId,
          one.status,
          one.type,
          one.userId,
          one.attempts,
          one.lastError ?? one.lastStatus,
          one.createdAt,
          one.nextAttemptAt,
        ]),
      },
      ...(rows.length === 0 ? { note: 'There are no messages.' } : {}),
    },
  }
}

async function again(ctx: Ctx, { webhook, delivery, parked }: RedeliverFlags): Promise<Answer> {
  if (delivery === undefined && parked !== true)
    throw new UsageError('the message is missing; give --delivery ID, or --parked')
  const messages =
    delivery === undefined
      ? await redeliverDeadLettered(ctx, webhook)
      : await redeliver(ctx, webhook, delivery).then(() => 1)
  return {
    json: { webhookId: webhook, messages },
    human: {
      fields: [
        ['webhook', webhook],
        ['messages', messages],
      ],
      note: messages === 0 ? 'There were no parked messages.' : 'Queued for delivery.',
    },
  }
}

const hostOf = ({ url }: EndpointRow): string => new URL(url).host
const typesOf = ({ types }: EndpointRow): string => (types === null ? 'all' : types.join(', '))
