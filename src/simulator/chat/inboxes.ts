// State of the chat simulator, without HTTP.

export interface InboxMessage {
  readonly id: string
  readonly content: string
  readonly nonce: string | null
  readonly at: Date
}

/**
 * Discord's codes: `blocked` 50007 when sending; `stranger`, no shared guild, 50278 when sending; `unknown` 50033 when
 * opening a channel.
 */
export type ClosedReason = 'blocked' | 'stranger' | 'unknown'

export interface NewMessage {
  readonly content: string
  readonly nonce: string | null
  readonly enforceNonce: boolean
}

export class Inboxes {
  readonly messages = new Map<string, InboxMessage[]>()
  private readonly closed = new Map<string, ClosedReason>()
  private readonly recipientOfChannel = new Map<string, string>()
  private readonly channelOfRecipient = new Map<string, string>()
  private lastId = 1_300_000_000_000_000_000n

  constructor(private readonly nonceMemoryMs: number) {}

  close(recipientId: string, reason: ClosedReason): void {
    this.closed.set(recipientId, reason)
  }

  closedReason(recipientId: string): ClosedReason | undefined {
    return this.closed.get(recipientId)
  }

  openChannel(recipientId: string): string {
    const known = this.channelOfRecipient.get(recipientId)
    if (known !== undefined) return known
    const channelId = this.nextId()
    this.channelOfRecipient.set(recipientId, channelId)
    this.recipientOfChannel.set(channelId, recipientId)
    return channelId
  }

  recipientOf(channelId: string): string | undefined {
    return this.recipientOfChannel.get(channelId)
  }

  /** Returns the existing message where `enforceNonce` finds a duplicate. */
  add(recipientId: string, message: NewMessage): InboxMessage {
    const same = message.enforceNonce && message.nonce !== null ? this.findRecent(message.nonce) : undefined
    if (same !== undefined) return same
    const added = { id: this.nextId(), content: message.content, nonce: message.nonce, at: new Date() }
    this.messages.set(recipientId, [...(this.messages.get(recipientId) ?? []), added])
    return added
  }

  /** Discord documents nonces per author, so all inboxes share them. */
  private findRecent(nonce: string): InboxMessage | undefined {
    const since = Date.now() - this.nonceMemoryMs
    return [...this.messages.values()].flat().find((one) => one.nonce === nonce && one.at.getTime() >= since)
  }

  private nextId(): string {
    this.lastId += 1n
    return String(this.lastId)
  }
}
