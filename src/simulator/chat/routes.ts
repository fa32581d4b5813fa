// Discord's Create DM and Create Message.
import { ok, type SimulatorReply, type SimulatorRequest } from '../messages'
import type { Inboxes } from './inboxes'
import { channelResource, discordError, messageResource, refuse } from './wire'

export const basePath = '/api/v10'

const snowflake = /^\d{15,20}$/
/** Other values may be blocked (Discord reference, "User Agent"). */
const userAgent = /^DiscordBot \(https?:\/\/\S+, \S+\)/

export function reply(inboxes: Inboxes, botToken: string, request: SimulatorRequest): SimulatorReply {
  if (!userAgent.test(request.headers['user-agent'] ?? '')) return discordError('cloudflareBlocked')
  if (request.headers.authorization !== `Bot ${botToken}`) return refuse(401)
  const operation = `${request.method} ${request.path.slice(basePath.length)}`
  const channelId = /^POST \/channels\/(\d+)\/messages$/.exec(operation)?.[1]
  const isKnown = operation === 'POST /users/@me/channels' || channelId !== undefined
  if (!request.path.startsWith(`${basePath}/`) || !isKnown) return refuse(404)
  const { body } = request
  if (typeof body !== 'object' || body === null) return discordError('invalidJson')
  return channelId === undefined ? openChannel(inboxes, body) : createMessage(inboxes, channelId, body)
}

function openChannel(inboxes: Inboxes, body: { recipient_id?: unknown }): SimulatorReply {
  const { recipient_id: recipientId } = body
  if (typeof recipientId !== 'string' || !snowflake.test(recipientId)) return discordError('invalidForm')
  if (inboxes.closedReason(recipientId) === 'unknown') return discordError('unknownRecipient')
  return ok(channelResource(inboxes.openChannel(recipientId), recipientId))
}

function createMessage(
  inboxes: Inboxes,
  channelId: string,
  body: { content?: unknown; nonce?: unknown; enforce_nonce?: unknown },
): SimulatorReply {
  const recipientId = inboxes.recipientOf(channelId)
  if (recipientId === undefined) return discordError('unknownChannel')
  const { content, nonce = null, enforce_nonce: enforceNonce } = body
  if (content === undefined || content === '') return discordError('emptyMessage')
  if (!isText(content, 2_000) || (nonce !== null && !isText(nonce, 25))) return discordError('invalidForm')
  const closed = inboxes.closedReason(recipientId)
  if (closed !== undefined) return discordError(closed === 'stranger' ? 'noMutualGuild' : 'blocked')
  return ok(
    messageResource(channelId, inboxes.add(recipientId, { content, nonce, enforceNonce: enforceNonce === true })),
  )
}

/** `limit` in code points. */
function isText(value: unknown, limit: number): value is string {
  return typeof value === 'string' && [...value].length <= limit
}
