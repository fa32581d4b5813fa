// The interface to the chat platform, without HTTP.
export interface ChatMessage {
  /** 1 to 2,000 characters. Mentions do not notify. */
  readonly content: string
  /** 1 to 25 characters, unique per message: for a few minutes, a repeated attempt is not shown again. */
  readonly nonce: string
}

export interface Chat {
  /**
   * @returns `closed`: not accepted or no such account; do not retry
   * @throws ChatFailure only; the message may have been sent
   */
  sendDirectMessage(recipientId: string, message: ChatMessage): Promise<'sent' | 'closed'>
}

/**
 * - `rate_limited`: not sent
 * - `credentials`: bot token rejected
 * - `unavailable`: no connection, 5xx, redirect, or unreadable response
 * - `timeout`: no complete response in time
 * - `rejected`: invalid; not sent
 */
export type ChatFailureKind = 'rate_limited' | 'credentials' | 'unavailable' | 'timeout' | 'rejected'

/** The message contains no token and no text of the chat. */
export class ChatFailure extends Error {
  /** Retries need the same nonce. */
  readonly retryable: boolean

  constructor(
    readonly kind: ChatFailureKind,
    message: string,
    /** May be fractional; null: not given. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = 'ChatFailure'
    this.retryable = kind !== 'credentials' && kind !== 'rejected'
  }
}
