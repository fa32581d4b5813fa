// What we ask of the chat platform, and the one way it can fail. No HTTP here: tests and jobs depend on this file only.

export interface ChatMessage {
  /** 1 to 2,000 characters. Mentions in it notify nobody. */
  readonly content: string
  /**
   * 1 to 25 characters, another for every message to anybody and the same for every attempt of one message, so that a repeated
   * send shows once. The chat remembers it for a few minutes: an attempt after that may show again.
   */
  readonly nonce: string
}

export interface Chat {
  /**
   * Sends a direct message to a chat account. Once a send was answered `closed`, do not repeat it.
   * @returns `closed`: the account takes no messages from us, or is gone; nothing is wrong and nothing will change
   * @throws ChatFailure when the chat does not give a usable answer, and nothing else; the message may have been sent
   */
  sendDirectMessage(recipientId: string, message: ChatMessage): Promise<'sent' | 'closed'>
}

/**
 * - `rate_limited`: throttled; nothing was sent
 * - `credentials`: the bot's token is not accepted; nothing is sent until the operator gives another
 * - `unavailable`: no connection, a 5xx, a redirect, or an answer nobody can read
 * - `timeout`: no whole answer in time
 * - `rejected`: the chat refused the message as it was; nothing was sent
 */
export type ChatFailureKind = 'rate_limited' | 'credentials' | 'unavailable' | 'timeout' | 'rejected'

/** The chat gave no usable answer. The message is ours: it holds no token and nothing of the chat's text. */
export class ChatFailure extends Error {
  /** Worth another attempt, with the same nonce. */
  readonly retryable: boolean

  constructor(
    readonly kind: ChatFailureKind,
    message: string,
    /** What the chat itself asked for, to the fraction of a second; null: it did not say. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = 'ChatFailure'
    this.retryable = kind !== 'credentials' && kind !== 'rejected'
  }
}
