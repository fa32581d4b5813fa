// Which chat errors are permanent, for both calls (open a channel, send a message).
import type { ChatFailureKind } from '../../src/applications/chat/chat'
import { startChatSimulator } from '../../src/simulator/chat/server'
import type { FaultEffect } from '../../src/simulator/faults'
import { chatAt, failureOf, shownTo, someone, useChatSimulator } from './fixture'

const fixture = useChatSimulator()
const calls = [
  ['opening a channel', '/users/@me/channels$'],
  ['sending a message', '/messages$'],
] as const

interface Row {
  readonly effect: FaultEffect
  readonly kind: ChatFailureKind
  readonly retryable: boolean
  readonly retryAfterSeconds: number | null
}

const row = (
  effect: FaultEffect,
  kind: ChatFailureKind,
  retryable: boolean,
  retryAfterSeconds: number | null = null,
): Row => ({ effect, kind, retryable, retryAfterSeconds })

const rows: Row[] = [
  row({ kind: 'reject', status: 401 }, 'credentials', false),
  row({ kind: 'reject', status: 401, code: 50_007 }, 'credentials', false),
  row({ kind: 'reject', status: 400 }, 'rejected', false),
  row({ kind: 'reject', status: 400, code: 50_035 }, 'rejected', false),
  row({ kind: 'reject', status: 403 }, 'rejected', false),
  row({ kind: 'reject', status: 403, code: 50_013 }, 'rejected', false),
  row({ kind: 'reject', status: 403, code: 20_026 }, 'rejected', false),
  row({ kind: 'reject', status: 404 }, 'rejected', false),
  row({ kind: 'reject', status: 404, code: 10_003 }, 'rejected', false),
  row({ kind: 'reject', status: 405 }, 'rejected', false),
  row({ kind: 'reject', status: 409, code: 50_007 }, 'rejected', false),
  row({ kind: 'reject', status: 403, code: 40_003 }, 'rate_limited', true),
  row({ kind: 'reject', status: 403, code: 40_004 }, 'unavailable', true),
  row({ kind: 'reject', status: 403, code: 40_333 }, 'unavailable', true),
  row({ kind: 'reject', status: 403, code: 'not a number' }, 'unavailable', true),
  row({ kind: 'reject', status: 408 }, 'timeout', true),
  row({ kind: 'throttle' }, 'rate_limited', true),
  row({ kind: 'throttle', retryAfter: 0 }, 'rate_limited', true, 0),
  row({ kind: 'throttle', retryAfter: 64.57 }, 'rate_limited', true, 64.57),
  row({ kind: 'throttle', retryAfter: 1e9 }, 'rate_limited', true, 86_400),
  row({ kind: 'throttle', retryAfter: -3 }, 'rate_limited', true, 0),
  row({ kind: 'reject', status: 500 }, 'unavailable', true),
  row({ kind: 'reject', status: 500, code: 50_007 }, 'unavailable', true),
  row({ kind: 'reject', status: 502 }, 'unavailable', true),
  row({ kind: 'reject', status: 503, code: 130_000 }, 'unavailable', true),
  row({ kind: 'applyThenStatus', status: 500 }, 'unavailable', true),
  row({ kind: 'garbage', body: 'html' }, 'unavailable', true),
  row({ kind: 'garbage', body: 'truncated' }, 'unavailable', true),
  row({ kind: 'garbage', body: 'huge' }, 'unavailable', true),
  row({ kind: 'garbage', body: 'cut' }, 'unavailable', true),
  row({ kind: 'garbage', text: '' }, 'unavailable', true),
  row({ kind: 'garbage', text: 'null' }, 'unavailable', true),
  row({ kind: 'garbage', text: '{}' }, 'unavailable', true),
  row({ kind: 'garbage', text: '{"id":5}' }, 'unavailable', true),
  row({ kind: 'garbage', text: '{"id":"../../gateway"}' }, 'unavailable', true),
  row({ kind: 'redirect', location: 'http://127.0.0.1:9/' }, 'unavailable', true),
  row({ kind: 'redirect', location: '/elsewhere', status: 308 }, 'unavailable', true),
  row({ kind: 'drop' }, 'unavailable', true),
  row({ kind: 'applyThenDrop' }, 'unavailable', true),
]

describe.each(calls)('%s', (_name, path) => {
  test.each(rows)('that fails with $effect is $kind', async ({ effect, ...failed }) => {
    fixture.simulator.faults.add({ ...effect, path, count: 1 })
    const failure = await failureOf(fixture.chat.sendDirectMessage(someone(), { content: 'x', nonce: 'row' }))
    expect(failure).toMatchObject(failed)
    expect(fixture.simulator.faults.list()).toEqual([])
  })

  test.each([
    [403, 50_007],
    [400, 50_007],
    [403, 50_278],
    [400, 50_033],
    [404, 10_013],
  ])('answered %i with code %i is closed', async (status, code) => {
    fixture.simulator.faults.add({ kind: 'reject', status, code, path, count: 1 })
    expect(await fixture.chat.sendDirectMessage(someone(), { content: 'x', nonce: 'n' })).toBe('closed')
    expect(fixture.simulator.faults.list()).toEqual([])
  })

  test.each([301, 302, 303, 307, 308])('does not follow a redirect (%i)', async (status) => {
    const elsewhere = await startChatSimulator()
    try {
      fixture.simulator.faults.add({ kind: 'redirect', location: `${elsewhere.url}/users/@me/channels`, status, path })
      const failure = await failureOf(fixture.chat.sendDirectMessage(someone(), { content: 'x', nonce: 'n' }))
      expect(failure).toMatchObject({ kind: 'unavailable', message: expect.stringContaining(String(status)) })
      expect(elsewhere.requests).toEqual([])
    } finally {
      await elsewhere.close()
    }
  })
})

test('the message of a failure contains the call, and the next attempt succeeds', async () => {
  const recipient = someone()
  fixture.simulator.faults.add({ kind: 'reject', status: 503, path: '/messages$', count: 1 })
  const message = { content: 'passed', nonce: 'sticky' }
  const failure = await failureOf(fixture.chat.sendDirectMessage(recipient, message))
  expect(failure.message).toBe('send message: the chat responded 503 (0)')
  expect(await fixture.chat.sendDirectMessage(recipient, message)).toBe('sent')
  expect(shownTo(fixture, recipient)).toEqual(['passed'])
})

test('an unknown token fails with credentials', async () => {
  const unknown = chatAt(`${fixture.simulator.url}//`, 5_000, 'other')
  const failure = await failureOf(unknown.sendDirectMessage(someone(), { content: 'x', nonce: 'n' }))
  expect(failure).toMatchObject({ kind: 'credentials', retryable: false })
})
