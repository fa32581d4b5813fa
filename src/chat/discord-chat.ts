// The chat over Discord's REST API, v10, as a bot. Every call may be repeated: a channel is opened once, a nonce shows once.
import { exchange, NoAnswer, type Answer } from '../http-client'
import { ChatFailure, type Chat, type ChatMessage } from './chat'
import { isClosed, kindOf, readErrorCode, readId, readRetryAfter } from './wire'

export interface DiscordChatOptions {
  /** `https://discord.com/api/v10`, or another server that speaks its wire. */
  readonly apiUrl: string
  readonly botToken: string
  /** For each HTTP call as a whole; 5000 when absent. A message takes two. */
  readonly timeoutMs?: number
  /** Where Discord can learn whose bot this is, for the `User-Agent`. */
  readonly siteUrl?: string
}

const clientVersion = '1.0'

/** See `Chat` for what each method promises. */
export class DiscordChat implements Chat {
  private readonly apiUrl: string
  private readonly timeoutMs: number
  private readonly userAgent: string
  /** Out of reach for whoever prints this object. */
  readonly #botToken: string

  /** @throws TypeError when `siteUrl` is no URL */
  constructor(options: DiscordChatOptions) {
    this.apiUrl = options.apiUrl.replace(/\/+$/, '')
    this.timeoutMs = options.timeoutMs ?? 5_000
    // Discord's reference, "User Agent": this form is required
    const site = new URL(options.siteUrl ?? 'https://community-management-server.invalid')
    this.userAgent = `DiscordBot (${site.href}, ${clientVersion})`
    this.#botToken = options.botToken
  }

  /** Discord: Create DM, which gives the channel there is, then Create Message. */
  async sendDirectMessage(recipientId: string, { content, nonce }: ChatMessage): Promise<'sent' | 'closed'> {
    const channelId = await this.create('open channel', '/users/@me/channels', { recipient_id: recipientId })
    if (channelId === null) return 'closed'
    const message = { content, nonce, enforce_nonce: true, allowed_mentions: { parse: [] } }
    const messageId = await this.create('send message', `/channels/${channelId}/messages`, message)
    return messageId === null ? 'closed' : 'sent'
  }

  /** The id of what was created; null: the recipient takes no messages. */
  private async create(name: string, path: string, body: object): Promise<string | null> {
    const answer = await this.post(name, path, body)
    const { status } = answer
    if (status < 200 || status > 299) {
      const code = readErrorCode(answer.body)
      if (isClosed(status, code)) return null
      const what = `${name}: the chat answered ${status}${code === null ? '' : ` (${code})`}`
      throw new ChatFailure(kindOf(status, code), what, readRetryAfter(answer))
    }
    const id = readId(answer.body)
    if (id !== null) return id
    throw answer.timedOut
      ? new ChatFailure('timeout', `${name}: the chat's answer was not whole within ${this.timeoutMs} ms`)
      : new ChatFailure('unavailable', `${name}: the chat's answer (${status}) could not be read`)
  }

  private async post(name: string, path: string, body: object): Promise<Answer> {
    const headers = this.headers(name)
    try {
      return await exchange({ method: 'POST', url: this.apiUrl + path, headers, body }, this.timeoutMs)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      throw new ChatFailure(error.timedOut ? 'timeout' : 'unavailable', `${name} in the chat: ${error.message}`)
    }
  }

  /** fetch quotes a header value it cannot send in its error, so the token is tried on its own. */
  private headers(name: string): Headers {
    const headers = new Headers({ 'user-agent': this.userAgent })
    try {
      headers.set('authorization', `Bot ${this.#botToken}`)
    } catch {
      throw new ChatFailure('credentials', `${name}: the bot's token holds characters that no token has`)
    }
    return headers
  }
}
