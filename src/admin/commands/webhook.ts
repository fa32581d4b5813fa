// `webhook`: redeliver.
import type { Ctx } from '../../context'
import { redeliver, redeliverDeadLettered } from '../../webhooks/messages/actions'
import { deliveryId, webhookId } from '../arguments'
import { UsageError } from '../failure'
import type { Answer } from '../output'
import { optional, required } from '../options'
import type { AddNoun } from '../verbs'

interface WebhookFlags {
  readonly webhook: string
}
type RedeliverFlags = WebhookFlags & { readonly delivery?: string; readonly parked?: true }

const webhookFlag = () => required('--webhook <id>', 'the endpoint', webhookId)
const example = '--community cmt_… --webhook whk_…'

export function addNouns(noun: AddNoun): void {
  noun('webhook').communityVerb<RedeliverFlags>({
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
