// Sending messages: deduplication, and recipients who do not accept messages.
import type http from 'node:http'
import { DiscordChat } from '../../src/applications/chat/discord-chat'
import type { ClosedReason } from '../../src/simulator/chat/inboxes'
import { chatAt, failureOf, shownTo, someone, useChatSimulator, withServer } from './fixture'

const fixture = useChatSimulator()

test('messages arrive in order, in one channel', async () => {
  const recipient = someone()
  const before = fixture.simulator.requests.length
  expect(await fixture.chat.sendDirectMessage(recipient, { content: 'first', nonce: 'order-1' })).toBe('sent')
  expect(await fixture.chat.sendDirectMessage(recipient, { content: 'second', nonce: 'order-2' })).toBe('sent')
  expect(fixture.simulator.inboxes.get(recipient)).toEqual([
    { id: expect.any(String), content: 'first', nonce: 'order-1', at: expect.any(Date) },
    { id: expect.any(String), content: 'second', nonce: 'order-2', at: expect.any(Date) },
  ])
  const paths = fixture.simulator.requests.slice(before).map(({ path }) => path)
  expect(new Set(paths).size).toBe(2)
})

test.each(['applyThenDrop', 'garbage', 'applyThenHang'] as const)(
  'an unanswered message (%s) is shown once after a retry',
  async (kind) => {
    const recipient = someone()
    const message = { content: 'your result', nonce: `once-${kind}` }
    const chat = chatAt(fixture.simulator.url, 500)
    fixture.simulator.faults.add({ kind, path: '/messages$', count: 1 })
    expect(await failureOf(chat.sendDirectMessage(recipient, message))).toMatchObject({ retryable: true })
    expect(shownTo(fixture, recipient)).toEqual(['your result'])
    expect(await chat.sendDirectMessage(recipient, message)).toBe('sent')
    expect(shownTo(fixture, recipient)).toEqual(['your result'])
  },
)

test('concurrent messages with one nonce are shown once', async () => {
  const recipient = someone()
  const sends = Array.from({ length: 20 }, () =>
    fixture.chat.sendDirectMessage(recipient, { content: 'once', nonce: 'burst' }),
  )
  expect(new Set(await Promise.all(sends))).toEqual(new Set(['sent']))
  expect(shownTo(fixture, recipient)).toEqual(['once'])
})

test.each<ClosedReason>(['blocked', 'stranger', 'unknown'])(
  'a closed inbox (%s) is reported as closed',
  async (because) => {
    const recipient = someone()
    expect(await fixture.chat.sendDirectMessage(recipient, { content: 'hello', nonce: `1-${because}` })).toBe('sent')
    fixture.simulator.closeInbox(recipient, because)
    expect(await fixture.chat.sendDirectMessage(recipient, { content: 'again', nonce: `2-${because}` })).toBe('closed')
    expect(shownTo(fixture, recipient)).toEqual(['hello'])
  },
)

test.each([
  ['an invalid recipient', 'invalid', { content: 'x', nonce: 'n' }],
  ['empty content', someone(), { content: '', nonce: 'n' }],
  ['long content', someone(), { content: 'x'.repeat(2_001), nonce: 'n' }],
  ['a long nonce', someone(), { content: 'x', nonce: 'n'.repeat(26) }],
])('a message with %s is rejected', async (_name, recipient, message) => {
  const failure = await failureOf(fixture.chat.sendDirectMessage(recipient, message))
  expect(failure).toMatchObject({ kind: 'rejected', retryable: false })
})

test('requests have the documented headers and bodies', async () => {
  const seen: { method?: string; url?: string; headers: http.IncomingHttpHeaders; body: unknown }[] = []
  const record: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
      response.end('{"id":"319674150115610528"}')
    })
  }
  await withServer(record, async (url) => {
    const chat = new DiscordChat({ apiUrl: `${url}/api/v10/`, botToken: 'abc', siteUrl: 'https://example.com/us' })
    expect(await chat.sendDirectMessage('42', { content: '@everyone é', nonce: 'n1' })).toBe('sent')
  })
  const headers = {
    authorization: 'Bot abc',
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'DiscordBot (https://example.com/us, 1.0)',
  }
  expect(seen).toMatchObject([
    { method: 'POST', url: '/api/v10/users/@me/channels', headers },
    { method: 'POST', url: '/api/v10/channels/319674150115610528/messages', headers },
  ])
  expect(seen.map(({ body }) => body)).toEqual([
    { recipient_id: '42' },
    { content: '@everyone é', nonce: 'n1', enforce_nonce: true, allowed_mentions: { parse: [] } },
  ])
})
