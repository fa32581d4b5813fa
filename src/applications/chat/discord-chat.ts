// Discord's REST API v10, as a bot. Calls are idempotent: Create DM returns an existing channel, nonces deduplicate
// messages.
import { sendRequest, NoResponse, type Answer } from '../../base/http-client'
import { ChatFailure, type Chat, type ChatMessage } from './chat'
import { isClosed, kindOf, readErrorCode, readId, readRetryAfter } from './wire'

export interface DiscordChatOptions {
  readonly apiUrl: string
  readonly botToken: string
  /** Milliseconds per call; default 5000. A message takes two calls. */
  readonly timeoutMs?: number
  /** For the `User-Agent`. */
  readonly siteUrl?: string
}

const clientVersion = '1.0'

export class DiscordChat implements Chat {
  private readonly apiUrl: string
  private readonly timeoutMs: number
  private readonly userAgent: string
  readonly #botToken: string

  /** @throws TypeError if `siteUrl` is invalid */
  constructor(options: DiscordChatOptions) {
    this.apiUrl = options.apiUrl.replace(/\/+$/, '')
    this.timeoutMs = options.timeoutMs ?? 5_000
    // Discord's reference, "User Agent"
    const site = new URL(options.siteUrl ?? 'https://community-management-server.invalid')
    this.userAgent = `DiscordBot (${site.href}, ${clientVersion})`
    this.#botToken = options.botToken
  }

  async sendDirectMessage(recipientId: string, { content, nonce }: ChatMessage): Promise<'sent' | 'closed'> {
    const channelId = await this.create('open channel', '/users/@me/channels', { recipient_id: recipientId })
    if (channelId === null) return 'closed'
    const message = { content, nonce, enforce_nonce: true, allowed_mentions: { parse: [] } }
    const messageId = await this.create('send message', `/channels/${channelId}/messages`, message)
    return messageId === null ? 'closed' : 'sent'
  }

  /** @returns the id of the created object; null: the recipient does not accept messages */
  private async create(name: string, path: string, body: object): Promise<string | null> {
    const answer = await this.post(name, path, body)
    const { status } = answer
    if (status < 200 || status > 299) {
      const code = readErrorCode(answer.body)
      if (isClosed(status, code)) return null
      const what = `${name}: the chat responded ${status}${code === null ? '' : ` (${code})`}`
      throw new ChatFailure(kindOf(status, code), what, readRetryAfter(answer))
    }
    const id = readId(answer.body)
    if (id !== null) return id
    throw answer.timedOut
      ? new ChatFailure('timeout', `${name}: the chat's response was incomplete after ${this.timeoutMs} ms`)
      : new ChatFailure('unavailable', `${name}: the chat's response (${status}) could not be read`)
  }

  private async post(name: string, path: string, body: object): Promise<Answer> {
    const headers = this.headers(name)
    try {
      return await sendRequest({ method: 'POST', url: this.apiUrl + path, headers, body }, this.timeoutMs)
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      throw new ChatFailure(error.timedOut ? 'timeout' : 'unavailable', `${name} in the chat: ${error.message}`)
    }
  }

  /** fetch quotes invalid headers in errors, so the token is validated first. */
  private headers(name: string): Headers {
    const headers = new Headers({ 'user-agent': this.userAgent })
    try {
      headers.set('authorization', `Bot ${this.#botToken}`)
    } catch {
      throw new ChatFailure('credentials', `${name}: the bot token contains invalid characters`)
    }
    return headers
  }
}
