// The interface to the chat platform and its failure type. Contains no HTTP.

export interface ChatMessage {
  /** 1 to 2,000 characters. Mentions do not notify. */
  readonly content: string
  /**
   * 1 to 25 characters. Unique for each message and equal for all its attempts, so that a repeated message is shown
   * once. The chat keeps it for a few minutes.
   */
  readonly nonce: string
}

export interface Chat {
  /**
   * Sends a direct message to a chat account.
   * @returns `closed`: the account does not accept messages from the bot, or does not exist; do not retry
   * @throws ChatFailure, and nothing else; the message may have been sent
   */
  sendDirectMessage(recipientId: string, message: ChatMessage): Promise<'sent' | 'closed'>
}

/**
 * - `rate_limited`: throttled; not sent
 * - `credentials`: the bot token is rejected; the operator must replace it
 * - `unavailable`: no connection, a 5xx, a redirect, or an unreadable response
 * - `timeout`: no complete response in time
 * - `rejected`: the message is invalid; not sent
 */
export type ChatFailureKind = 'rate_limited' | 'credentials' | 'unavailable' | 'timeout' | 'rejected'

/** No usable response. The message contains no token and no text of the chat. */
export class ChatFailure extends Error {
  /** Can be retried with the same nonce. */
  readonly retryable: boolean

  constructor(
    readonly kind: ChatFailureKind,
    message: string,
    /** As requested by the chat, with fractions; null: not given. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = 'ChatFailure'
    this.retryable = kind !== 'credentials' && kind !== 'rejected'
  }
}
