// `webhook`: disable, enable, redeliver.
import type { Ctx } from '../../context'
import { switchWebhook } from '../../webhooks/actions'
import { redeliver, redeliverDeadLettered } from '../../webhooks/messages/actions'
import type { EndpointRow } from '../../webhooks/queries'
import { toWebhook } from '../../webhooks/views'
import { deliveryId, webhookId } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required, type AddNoun } from '../verbs'

interface WebhookFlags {
  readonly webhook: string
}
type RedeliverFlags = WebhookFlags & { readonly delivery?: string; readonly parked?: true }

const webhookFlag = () => required('--webhook <id>', 'the endpoint', webhookId)
const example = '--community cmt_… --webhook whk_…'

export function addNouns(noun: AddNoun): void {
  noun('webhook')
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

const typesOf = ({ types }: EndpointRow): string => (types === null ? 'all' : types.join(', '))
