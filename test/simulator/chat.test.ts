// The chat simulator over HTTP.
import { startChatSimulator, type ChatSimulator } from '../../src/simulator/chat/server'

const recipient = '200000000000000001'
const nonceMemoryMs = 300_000
let simulator: ChatSimulator
beforeAll(async () => {
  simulator = await startChatSimulator({ nonceMemoryMs })
})
afterEach(() => simulator.faults.clear())
afterAll(() => simulator.close())

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const own = { authorization: `Bot ${simulator.botToken}`, 'user-agent': 'DiscordBot (https://example.com, 1)' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(simulator.url + path, { method: 'POST', headers: { ...own, ...headers }, body: text })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Reply['body'] }
}

async function open(): Promise<string> {
  return String((await post('/users/@me/channels', { recipient_id: recipient })).body['id'])
}

test('opening a channel again returns the same channel', async () => {
  const first = await post('/users/@me/channels', { recipient_id: recipient })
  expect(first).toMatchObject({ status: 200, body: { type: 1, recipients: [{ id: recipient }] } })
  expect(await open()).toBe(first.body['id'])
})

test('deduplicates messages by enforced nonce for a limited time', async () => {
  const path = `/channels/${await open()}/messages`
  const message = { content: 'hello', nonce: 'n', enforce_nonce: true }
  const first = await post(path, message)
  expect(first).toMatchObject({ status: 200, body: { content: 'hello', nonce: 'n' } })
  expect((await post(path, { ...message, content: 'changed' })).body).toEqual(first.body)
  expect((await post(path, { content: 'hello', nonce: 'n' })).body['id']).not.toBe(first.body['id'])
  expect((await post(path, { content: 'bare' })).body).not.toHaveProperty('nonce')
  const later = Date.now() + nonceMemoryMs + 1
  const clock = jest.spyOn(Date, 'now').mockReturnValue(later)
  const repeated = await post(path, message)
  clock.mockRestore()
  expect(repeated.body['id']).not.toBe(first.body['id'])
  expect(simulator.inboxes.get(recipient)?.map(({ content }) => content)).toEqual(['hello', 'hello', 'bare', 'hello'])
})

test.each([
  ['a request without token', '/users/@me/channels', '{}', { authorization: '' }, 401, 0],
  ['a bare token', '/users/@me/channels', '{}', { authorization: 'simulated-bot-token' }, 401, 0],
  ['a user agent that is not a bot', '/users/@me/channels', '{}', { 'user-agent': 'node' }, 403, 40_333],
  ['an unknown path', '/gateway/bot', '{}', {}, 404, 0],
  ['a body that is not JSON', '/users/@me/channels', 'recipient_id=1', {}, 400, 50_109],
  ['an invalid recipient', '/users/@me/channels', '{"recipient_id":"me"}', {}, 400, 50_035],
  ['an unknown channel', '/channels/1/messages', '{"content":"x"}', {}, 404, 10_003],
])('refuses %s', async (_name, path, body, headers, status, code) => {
  expect(await post(path, body, headers)).toMatchObject({ status, body: { code, message: expect.any(String) } })
})

test('a throttled call has the rate limit headers', async () => {
  simulator.faults.add({ kind: 'throttle', retryAfter: 1.25, count: 1 })
  const reply = await post('/users/@me/channels', {})
  expect(reply).toMatchObject({ status: 429, body: { retry_after: 1.25, global: false } })
  expect(reply.headers.get('retry-after')).toBe('2')
  expect(reply.headers.get('x-ratelimit-reset-after')).toBe('1.25')
  expect(reply.headers.get('x-ratelimit-scope')).toBe('user')
})

test('the control API sets faults and shows the inboxes without the token', async () => {
  const origin = new URL(simulator.url).origin
  const fault = { kind: 'reject', status: 403, code: 50_013, path: '/messages$', count: 1 }
  await fetch(`${origin}/_simulator/faults`, { method: 'POST', body: JSON.stringify(fault) })
  const path = `/channels/${await open()}/messages`
  expect(await post(path, { content: 'x' })).toMatchObject({ status: 403, body: { code: 50_013 } })
  expect(await post(path, { content: 'seen' })).toMatchObject({ status: 200 })
  const text = await (await fetch(`${origin}/_simulator/state`)).text()
  const { inboxes } = JSON.parse(text) as { inboxes: Record<string, { content: string }[]> }
  expect(inboxes[recipient]?.at(-1)?.content).toBe('seen')
  expect(text).not.toContain(simulator.botToken)
})

test('refuses a large body with 413, under a path as on the live platform', async () => {
  expect(await post('/users/@me/channels', 'x'.repeat(2 * 1024 * 1024))).toMatchObject({ status: 413 })
  expect(simulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v10$/)
})
