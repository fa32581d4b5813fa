// The simulator of the chat: the part of Discord's v10 REST wire that direct messages need.
import { Faults } from '../faults'
import { listen, type Listening, type ListenOptions } from '../listener'
import type { Wire } from '../messages'
import { Inboxes, type ClosedBecause, type InboxMessage } from './inboxes'
import { basePath, reply } from './routes'
import { refuse, throttle } from './wire'

export interface ChatSimulatorOptions extends ListenOptions {
  /** The one token that is accepted; `simulated-bot-token` when absent. */
  readonly botToken?: string
  /** How long a nonce keeps a message from being sent again; five minutes when absent ("the past few minutes", says Discord). */
  readonly nonceMemoryMs?: number
}

/** Its `url` is a base URL such as `https://discord.com/api/v10`. */
export interface ChatSimulator extends Listening {
  readonly botToken: string
  readonly faults: Faults
  /** The messages of each recipient as they show, oldest first. */
  readonly inboxes: ReadonlyMap<string, readonly InboxMessage[]>
  /** From now on the recipient takes no messages; `blocked` unless another reason is given. */
  closeInbox(recipientId: string, because?: ClosedBecause): void
}

/**
 * Starts a simulator. `GET /_simulator/state` beside its base path shows the inboxes.
 * @throws StartError when the port is taken
 */
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
    closeInbox: (recipientId, because = 'blocked') => inboxes.close(recipientId, because),
  }
}
