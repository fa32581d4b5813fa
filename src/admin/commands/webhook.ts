// `webhook redeliver-parked`.
import { redeliverDeadLettered } from '../../webhooks/messages/actions'
import { webhookId } from '../arguments'
import { required } from '../options'
import type { Noun } from '../verbs'

export function addVerbs(noun: Noun): void {
  noun.communityVerb<{ readonly webhook: string }>({
    verb: 'redeliver-parked',
    summary: 'send all parked messages of an endpoint again, oldest first',
    flags: [required('--webhook <id>', 'the endpoint; see webhook list', webhookId)],
    examples: ['--webhook whk_…'],
    help: 'A message keeps its webhook-id, so that a receiver can detect duplicates.',
    run: async (ctx, { webhook }) => {
      const messages = await redeliverDeadLettered(ctx, webhook)
      return {
        json: { webhookId: webhook, messages },
        human: {
          fields: { webhook, messages },
          note: messages === 0 ? 'There were no parked messages.' : 'Queued for delivery.',
        },
      }
    },
  })
}
