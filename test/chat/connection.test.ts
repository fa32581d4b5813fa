// Failures below HTTP, incomplete responses, proxies, delays.
import type http from 'node:http'
import type { ChatFailure } from '../../src/applications/chat/chat'
import { chatAt, failureOf, shownTo, someone, useChatSimulator, withServer } from './fixture'

const timeoutMs = 500
const fixture = useChatSimulator(timeoutMs)
const message = { content: 'x', nonce: 'connection' }

/** The failure of a call to a server that always gives this response. */
async function failureFrom(status: number, headers: http.OutgoingHttpHeaders, body: string): Promise<ChatFailure> {
  let failure: ChatFailure | undefined
  const handle: http.RequestListener = (_request, response) => void response.writeHead(status, headers).end(body)
  await withServer(handle, async (url) => {
    failure = await failureOf(chatAt(url).sendDirectMessage(someone(), message))
  })
  return failure as ChatFailure
}

test('a refused connection is unavailable', async () => {
  let gone = ''
  await withServer(
    () => undefined,
    (url) => Promise.resolve(void (gone = url)),
  )
  const failure = await failureOf(chatAt(gone).sendDirectMessage(someone(), message))
  expect(failure).toMatchObject({ kind: 'unavailable', retryable: true })
  expect(failure.message).toBe('open channel in the chat: the connection failed (ECONNREFUSED)')
})

test.each(['hang', 'applyThenHang'] as const)('a server that does not respond (%s) causes a timeout', async (kind) => {
  fixture.simulator.faults.add({ kind, path: '/messages$', count: 1 })
  const failure = await failureOf(fixture.chat.sendDirectMessage(someone(), { content: 'x', nonce: kind }))
  expect(failure).toMatchObject({ kind: 'timeout', retryable: true })
  expect(failure.message).toBe(`send message in the chat: no answer within ${timeoutMs} ms`)
})

test('a slow server causes a timeout, and the retry succeeds', async () => {
  const recipient = someone()
  fixture.simulator.faults.add({ kind: 'delay', ms: 8 * timeoutMs, count: 1 }, { kind: 'delay', ms: 20, count: 1 })
  const send = (): Promise<unknown> => fixture.chat.sendDirectMessage(recipient, { content: 'slow', nonce: 'slow' })
  expect(await failureOf(send())).toMatchObject({ kind: 'timeout' })
  expect(await send()).toBe('sent')
  expect(shownTo(fixture, recipient)).toEqual(['slow'])
})

test.each([
  [200, 'timeout'],
  [429, 'rate_limited'],
  [503, 'unavailable'],
  [403, 'unavailable'],
])('a body that never ends after a %i is %s', async (status, kind) => {
  const handle: http.RequestListener = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' })
    response.write('{"id":')
  }
  await withServer(handle, async (url) => {
    const failure = await failureOf(chatAt(url, timeoutMs).sendDirectMessage(someone(), message))
    expect(failure).toMatchObject({ kind, retryable: true, retryAfterSeconds: status === 200 ? null : 7 })
  })
})

test.each([400, 403, 404])('a %i that is not in Discord’s format is unavailable', async (status) => {
  for (const body of ['<html>Access denied</html>', '', '{}', '{"code":"50007"}', '[]']) {
    expect(await failureFrom(status, {}, body)).toMatchObject({ kind: 'unavailable', retryable: true })
  }
})

test.each([
  ['the body, with fractions', { 'retry-after': '65' }, '{"retry_after":64.57,"global":false}', 64.57],
  ['the body alone', {}, '{"retry_after":1.5,"global":true,"code":40062}', 1.5],
  ['the header alone, as Cloudflare answers', { 'retry-after': '600' }, 'error code: 1015', 600],
  ['the header, when the body holds no number', { 'retry-after': '3' }, '{"retry_after":"soon"}', 3],
  ['the header, at most a day', { 'retry-after': '999999999' }, '', 86_400],
  ['nothing', {}, '{"message":"You are being rate limited."}', null],
  ['an unreadable header', { 'retry-after': 'soon' }, '', null],
])('the delay is read from %s', async (_name, headers, body, retryAfterSeconds) => {
  expect(await failureFrom(429, headers, body)).toMatchObject({ kind: 'rate_limited', retryAfterSeconds })
})

test('the delay is read from the header of a 503', async () => {
  const failure = await failureFrom(503, { 'retry-after': '12' }, '')
  expect(failure).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 12 })
})
