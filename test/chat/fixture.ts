// A chat simulator with a client.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { ChatFailure, type Chat } from '../../src/applications/chat/chat'
import { DiscordChat } from '../../src/applications/chat/discord-chat'
import { startChatSimulator, type ChatSimulator } from '../../src/simulator/chat/server'

export const botToken = 'MTEx.simulated.bot-token'

export interface Fixture {
  readonly simulator: ChatSimulator
  readonly chat: Chat
}

/** Starts a simulator. Faults end after each test. */
export function useChatSimulator(timeoutMs = 5_000): Fixture {
  const fixture = {} as { simulator: ChatSimulator; chat: Chat }
  beforeAll(async () => {
    fixture.simulator = await startChatSimulator({ botToken })
    fixture.chat = chatAt(fixture.simulator.url, timeoutMs)
  })
  afterEach(() => fixture.simulator.faults.clear())
  afterAll(() => fixture.simulator.close())
  return fixture
}

export function chatAt(apiUrl: string, timeoutMs = 5_000, token = botToken): Chat {
  return new DiscordChat({ apiUrl, botToken: token, timeoutMs })
}

let accounts = 0

/** @returns the id of a new account */
export function someone(): string {
  accounts += 1
  return `2000000000000${String(accounts).padStart(5, '0')}`
}

/** Messages that the account was shown, oldest first. */
export function shownTo(fixture: Fixture, recipientId: string): string[] {
  return (fixture.simulator.inboxes.get(recipientId) ?? []).map(({ content }) => content)
}

/** @returns the ChatFailure of the call @throws if it did not fail with one */
export async function failureOf(call: Promise<unknown>): Promise<ChatFailure> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome && outcome.error instanceof ChatFailure) return outcome.error
  throw new Error(`expected a ChatFailure, got ${JSON.stringify(outcome)}`)
}

/** Runs `work` with the URL of a server with this handler. */
export async function withServer(handle: http.RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = http.createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
