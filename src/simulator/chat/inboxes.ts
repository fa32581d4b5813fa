// What the simulated chat knows: who can be written to, the channels opened and the messages in them. Pure state, no HTTP.

export interface InboxMessage {
  readonly id: string
  readonly content: string
  /** null: sent without one. */
  readonly nonce: string | null
  readonly at: Date
}

/**
 * Why an account takes no messages: it has `blocked` the bot (50007 when sending), shares no guild with it (`stranger`, 50278
 * when sending), or does not exist (`unknown`, 50033 when opening a channel).
 */
export type ClosedBecause = 'blocked' | 'stranger' | 'unknown'

export interface NewMessage {
  readonly content: string
  readonly nonce: string | null
  /** Return the message that bears this nonce already, if there is one of late, instead of sending another. */
  readonly enforceNonce: boolean
}

/** Every account has an open inbox until it is closed. */
export class Inboxes {
  /** By recipient, oldest message first. */
  readonly messages = new Map<string, InboxMessage[]>()
  private readonly closed = new Map<string, ClosedBecause>()
  private readonly recipientOfChannel = new Map<string, string>()
  private readonly channelOfRecipient = new Map<string, string>()
  private lastId = 1_300_000_000_000_000_000n

  /** @param nonceMemoryMs how long a nonce is remembered */
  constructor(private readonly nonceMemoryMs: number) {}

  close(recipientId: string, because: ClosedBecause): void {
    this.closed.set(recipientId, because)
  }

  whyClosed(recipientId: string): ClosedBecause | undefined {
    return this.closed.get(recipientId)
  }

  /** The channel with an account; always the same one. */
  openChannel(recipientId: string): string {
    const known = this.channelOfRecipient.get(recipientId)
    if (known !== undefined) return known
    const channelId = this.nextId()
    this.channelOfRecipient.set(recipientId, channelId)
    this.recipientOfChannel.set(channelId, recipientId)
    return channelId
  }

  /** Whose channel it is; undefined: there is no such channel. */
  recipientOf(channelId: string): string | undefined {
    return this.recipientOfChannel.get(channelId)
  }

  /** The message as it now stands in the inbox, or stood there before. */
  add(recipientId: string, message: NewMessage): InboxMessage {
    const same = message.enforceNonce && message.nonce !== null ? this.recent(message.nonce) : undefined
    if (same !== undefined) return same
    const added = { id: this.nextId(), content: message.content, nonce: message.nonce, at: new Date() }
    this.messages.set(recipientId, [...(this.messages.get(recipientId) ?? []), added])
    return added
  }

  /** The documentation counts a nonce per author, so all inboxes share it. */
  private recent(nonce: string): InboxMessage | undefined {
    const since = Date.now() - this.nonceMemoryMs
    return [...this.messages.values()].flat().find((one) => one.nonce === nonce && one.at.getTime() >= since)
  }

  private nextId(): string {
    this.lastId += 1n
    return String(this.lastId)
  }
}
