// Simulates the direct message operations of Discord's REST API v10.
import { Faults } from '../faults'
import { listen, type Listening, type ListenOptions } from '../listener'
import type { Wire } from '../messages'
import { Inboxes, type ClosedReason, type InboxMessage } from './inboxes'
import { basePath, reply } from './routes'
import { refuse, throttle } from './wire'

export interface ChatSimulatorOptions extends ListenOptions {
  /** Default `simulated-bot-token`. */
  readonly botToken?: string
  /** How long a nonce prevents a duplicate; default 5 minutes (Discord: "the past few minutes"). */
  readonly nonceMemoryMs?: number
}

export interface ChatSimulator extends Listening {
  readonly botToken: string
  readonly faults: Faults
  /** Messages by recipient, oldest first. */
  readonly inboxes: ReadonlyMap<string, readonly InboxMessage[]>
  /** Refuses messages to a recipient from now on, by default as `blocked`. */
  closeInbox(recipientId: string, reason?: ClosedReason): void
}

export async function startChatSimulator(options: ChatSimulatorOptions = {}): Promise<ChatSimulator> {
  const botToken = options.botToken ?? 'simulated-bot-token'
  const inboxes = new Inboxes(options.nonceMemoryMs ?? 300_000)
  const faults = new Faults()
  const wire: Wire = {
    name: 'chat simulator',
    reply: (request) => reply(inboxes, botToken, request),
    refuse,
    throttle,
    state: () => ({ version: 1, inboxes: Object.fromEntries(inboxes.messages) }),
  }
  const listening = await listen(wire, faults, options)
  return {
    ...listening,
    url: listening.url + basePath,
    botToken,
    faults,
    inboxes: inboxes.messages,
    closeInbox: (recipientId, reason = 'blocked') => inboxes.close(recipientId, reason),
  }
}
