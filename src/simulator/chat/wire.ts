// Discord's wire format.
import type { Rejection } from '../faults'
import type { SimulatorReply } from '../messages'
import type { InboxMessage } from './inboxes'

/** Discord reference, "Opcodes and Status Codes". */
const errors = {
  unknownChannel: { status: 404, code: 10_003, message: 'Unknown Channel' },
  cloudflareBlocked: { status: 403, code: 40_333, message: 'internal network error' },
  emptyMessage: { status: 400, code: 50_006, message: 'Cannot send an empty message' },
  blocked: { status: 403, code: 50_007, message: 'Cannot send messages to this user' },
  unknownRecipient: { status: 400, code: 50_033, message: 'Invalid Recipient(s)' },
  invalidForm: { status: 400, code: 50_035, message: 'Invalid Form Body' },
  invalidJson: { status: 400, code: 50_109, message: 'The request body contains invalid JSON.' },
  noMutualGuild: {
    status: 403,
    code: 50_278,
    message: 'Cannot send messages to this user due to having no mutual guilds',
  },
} as const

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export function discordError(name: keyof typeof errors): SimulatorReply {
  const { status, code, message } = errors[name]
  return { status, body: { message, code } }
}

export function refuse(status: number, rejection: Rejection = {}): SimulatorReply {
  const message = rejection.message ?? `${status}: ${reasons[status] ?? 'Refused'}`
  return { status, body: { message, code: rejection.code ?? 0 } }
}

/** Fractional seconds in the body, rounded up in the header. */
export function throttle(retryAfter?: number): SimulatorReply {
  const body = { message: 'You are being rate limited.', global: false }
  if (retryAfter === undefined) return { status: 429, body }
  return {
    status: 429,
    body: { ...body, retry_after: retryAfter },
    headers: {
      'retry-after': String(Math.ceil(retryAfter)),
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Date.now() / 1000 + retryAfter),
      'x-ratelimit-reset-after': String(retryAfter),
      'x-ratelimit-scope': 'user',
    },
  }
}

export function channelResource(channelId: string, recipientId: string): object {
  return { id: channelId, type: 1, last_message_id: null, flags: 0, recipients: [{ id: recipientId }] }
}

export function messageResource(channelId: string, message: InboxMessage): object {
  return {
    id: message.id,
    channel_id: channelId,
    type: 0,
    content: message.content,
    timestamp: message.at.toISOString(),
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
  }
}
