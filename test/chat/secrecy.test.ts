// Neither errors nor the printed client contain the token.
import { inspect } from 'node:util'
import { DiscordChat } from '../../src/applications/chat/discord-chat'
import type { FaultEffect } from '../../src/simulator/faults'
import { botToken, chatAt, failureOf, someone, useChatSimulator } from './fixture'

const fixture = useChatSimulator(250)
const message = { content: 'planted words', nonce: 'secrecy' }

async function textOfFailure(call: Promise<unknown>): Promise<string> {
  const failure = await failureOf(call)
  return [inspect(failure, { depth: 20, showHidden: true }), String(failure.stack), JSON.stringify(failure)].join('\n')
}

test.each<FaultEffect>([
  { kind: 'reject', status: 400, message: botToken },
  { kind: 'reject', status: 401, message: botToken },
  { kind: 'reject', status: 403, code: botToken, message: botToken },
  { kind: 'reject', status: 500, message: botToken },
  { kind: 'garbage', text: botToken },
  { kind: 'garbage', text: JSON.stringify({ id: botToken }) },
  { kind: 'redirect', location: `http://127.0.0.1:9/?token=${botToken}` },
  { kind: 'throttle' },
  { kind: 'drop' },
  { kind: 'hang' },
])('the error after $kind contains no token', async (effect) => {
  for (const path of ['/users/@me/channels$', '/messages$']) {
    fixture.simulator.faults.add({ ...effect, path, count: 1 })
    const text = await textOfFailure(fixture.chat.sendDirectMessage(someone(), message))
    expect(text).not.toContain(botToken)
    expect(text).not.toContain(message.content)
  }
})

test('the error without a connection contains no token', async () => {
  const text = await textOfFailure(chatAt('http://127.0.0.1:9').sendDirectMessage(someone(), message))
  expect(text).not.toContain(botToken)
})

test.each(['planted\ntoken', 'planted\0token', 'planted€token', 'planted\r\nx-evil: 1'])(
  'a token that is no valid header value is not sent: %j',
  async (token) => {
    const before = fixture.simulator.requests.length
    const text = await textOfFailure(
      chatAt(fixture.simulator.url, 250, token).sendDirectMessage(someone(), { content: 'x', nonce: 'n' }),
    )
    expect(text).not.toContain('planted')
    expect(text).toContain("kind: 'credentials'")
    expect(fixture.simulator.requests.length).toBe(before)
  },
)

test('the printed client contains no token', () => {
  const chat = new DiscordChat({ apiUrl: 'http://127.0.0.1:9', botToken })
  expect(inspect(chat, { depth: 20, showHidden: true }) + JSON.stringify(chat)).not.toContain(botToken)
})
