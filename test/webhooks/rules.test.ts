// Which audit entries become messages, and when a message is sent again (pure functions).
import fs from 'node:fs'
import path from 'node:path'
import {
  decideDelivery,
  MESSAGES_QUOTA,
  messageOf,
  readScopesOf,
  reasonToDisable,
  requestedPause,
  resultOf,
  subscribesTo,
  testBody,
  toStoredTypes,
  type Entry,
  type EventType,
} from '../../src/webhooks/rules'

const failed = resultOf(500, null)
const at = '2026-02-03T04:05:06.007000Z'
const pause = (before: number, random: number) => decideDelivery('member.rank.changed', before, failed, random)

function dataOf(action: string, before: unknown, after: unknown, userId: number | null = 7) {
  const message = messageOf({ audit_id: 12, at, action, user_id: userId, before, after } satisfies Entry)
  if (!message) return null
  const body = JSON.parse(message.body) as { type: string; timestamp: string; data: Record<string, unknown> }
  expect(body).toMatchObject({ type: message.type, timestamp: at, data: { auditId: '12' } })
  const data = Object.fromEntries(Object.entries(body.data).filter(([name]) => name !== 'auditId'))
  return [message.type, data]
}

const rank = { uniqueId: 99, rankId: 3, name: 'Private' }
const sides = (field: string) =>
  [
    { [field]: 1, hidden: 'x' },
    { [field]: 2, hidden: 'y' },
  ] as const
const response = { applicationId: 'app_1', responseId: 'rsp_1', applicationVersion: 2, answers: { why: 'x' } }
const about = { applicationId: 'app_1', responseId: 'rsp_1', applicationVersion: 2 }

it.each([
  ['member.experience', 'experience', { award: 'experience' }],
  ['member.quotaPoints', 'quotaPoints', { award: 'quotaPoints' }],
])('an audit entry %s becomes the message member.awarded with the values before and after', (action, field, facts) => {
  const change = { before: { [field]: 1 }, after: { [field]: 2 } }
  expect(dataOf(action, ...sides(field))).toEqual(['member.awarded', { userId: '7', ...facts, ...change }])
})

it.each([
  ['member.medal.award', 'medal'],
  ['member.medal.remove', 'medal'],
  ['member.qualification.award', 'qualification'],
  ['member.qualification.remove', 'qualification'],
])('an audit entry %s becomes the message member.awarded with the name and the counts', (action, award) => {
  const data = dataOf(action, { name: 'Valor', count: 1, id: 'x' }, { name: 'Valor', count: 2, id: 'x' })
  const change = { before: { count: 1 }, after: { count: 2 } }
  expect(data).toEqual(['member.awarded', { userId: '7', award, name: 'Valor', ...change }])
})

it.each(['member.rank', 'suspension.apply', 'suspension.restore'])(
  'an audit entry %s becomes the message member.rank.changed with the reviewed fields of both ranks',
  (action) => {
    const data = dataOf(action, { rank: { ...rank, secret: 1 } }, { rank: { ...rank, rankId: 4 }, moderator: 5 })
    const change = { before: { rank }, after: { rank: { ...rank, rankId: 4 } } }
    expect(data).toEqual(['member.rank.changed', { userId: '7', ...change }])
  },
)

it('a rank that is no object is sent as it is, when it is null or a text, and not at all when it is a list', () => {
  const named = dataOf('member.rank', { rank: 'none' }, { rank: null })
  expect(named).toEqual(['member.rank.changed', { userId: '7', before: { rank: 'none' }, after: { rank: null } }])
  const data = dataOf('member.rank', { rank: null }, { rank: [rank] })
  expect(data).toEqual(['member.rank.changed', { userId: '7', before: { rank: null }, after: { rank: {} } }])
})

it('messages about responses have the response and its status, and no answer', () => {
  expect(dataOf('application.response.submit', null, { ...response, status: 'Pending' })).toEqual([
    'response.submitted',
    { userId: '7', ...about, after: { status: 'Pending' } },
  ])
  const decided = dataOf('application.response.review', { ...response, status: 'Pending' }, { status: 'Passed' })
  const change = { before: { status: 'Pending' }, after: { status: 'Passed' } }
  expect(decided).toEqual(['response.decided', { userId: '7', ...about, ...change }])
})

it.each([
  ['operation.end', 'operation.ended', ['operationId', 'kind', 'status', 'errorCode']],
  ['platform.expiring', 'platform.connection.changed', ['status', 'reason', 'expiresAt']],
  ['platform.status', 'platform.connection.changed', ['status', 'reason', 'expiresAt']],
  ['rank.ambiguous', 'ranks.ambiguous', []],
  ['key.paused', 'key.paused', ['keyId', 'pausedAt']],
  ['person.paused', 'person.paused', ['personId', 'pausedAt']],
  ['key.limited', 'key.limited', ['keyId', 'limit']],
  ['person.limited', 'person.limited', ['personId', 'limit']],
  ['key.many-members', 'key.many-members', ['keyId', 'members', 'limit']],
  ['person.many-members', 'person.many-members', ['personId', 'members', 'limit']],
  ['platform.paused', 'platform.paused', ['pausedAt']],
  ['group.alarm', 'group.alarm', ['since', 'changes', 'rankChanges', 'removals', 'bans', 'limit']],
])('an audit entry %s becomes the message %s with %j and no other field', (action, type, fields) => {
  const reviewed = Object.fromEntries(fields.map((field) => [field, field]))
  const after = { ...reviewed, credential: 'x', list: [1] }
  expect(dataOf(action, { hidden: 1 }, after, null)).toEqual([type, reviewed])
})

it('the end of an event becomes the message event.finished with its states', () => {
  const data = dataOf(
    'event.finish',
    { eventId: 'evt_1', state: 'open' },
    { eventId: 'evt_1', state: 'finished' },
    null,
  )
  const change = { before: { state: 'open' }, after: { state: 'finished' } }
  expect(data).toEqual(['event.finished', { eventId: 'evt_1', ...change }])
})

it('fields that are objects, functions or missing are left out, as nobody reviewed what they hold', () => {
  const data = dataOf('platform.status', 'text', { status: { inner: 1 }, reason: null, expiresAt: true }, null)
  expect(data).toEqual(['platform.connection.changed', { reason: null, expiresAt: true }])
  expect(dataOf('platform.status', undefined, { status: 'ok' }, null)).toEqual([
    'platform.connection.changed',
    { status: 'ok' },
  ])
})

it('the quota of messages is one that the database counts', () => {
  const sql = fs.readFileSync(path.resolve(__dirname, '../../sql/functions/storage_quotas.sql'), 'utf8')
  expect(sql).toContain(`('${MESSAGES_QUOTA}', 'bytes'`)
})

it('other audit entries become no message', () => {
  expect(messageOf({ audit_id: 1, at, action: 'key.create', user_id: null, before: null, after: {} })).toBeNull()
})

it('a test message has its type, its time and no data', () => {
  expect(JSON.parse(testBody(new Date(at)))).toEqual({ type: 'webhook.test', timestamp: at, data: {} })
})

it('an endpoint with types gets those, and one without gets all', () => {
  const types = ['event.finished', 'key.paused'] as const
  expect(types.map((type) => subscribesTo(['event.finished'], type))).toEqual([true, false])
  expect(types.map((type) => subscribesTo(null, type))).toEqual([true, true])
  expect(toStoredTypes(['event.finished', '*'])).toBeNull()
  expect(toStoredTypes(['event.finished'])).toEqual(['event.finished'])
})

it('an endpoint needs the read scope of each type that it gets, once', () => {
  expect(readScopesOf(['member.awarded', 'member.rank.changed'])).toEqual(['members.read'])
  expect(readScopesOf(['member.awarded', 'event.finished']).sort()).toEqual(['events.read', 'members.read'])
  const all = readScopesOf(null)
  expect(new Set(all).size).toBe(all.length)
  expect(all).toEqual(expect.arrayContaining(['events.read', 'members.read']))
})

it('each pause is a fifth shorter to a fifth longer than its step, so that messages that failed together do not return together', () => {
  const steps = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400]
  for (const [before, seconds] of steps.entries()) {
    for (const random of [0, 0.25, 0.5, 1]) {
      const { delaySeconds } = pause(before, random) as { delaySeconds: number }
      expect(delaySeconds).toBeCloseTo(seconds * (0.8 + 0.4 * random), 6)
    }
  }
  expect(pause(steps.length, 0.5)).toEqual({ to: 'parked', gone: false })
})

it('a delivered message ends, 410 ends it at once, and a test is never repeated', () => {
  const decide = (type: EventType | 'webhook.test', status: number) =>
    decideDelivery(type, 0, resultOf(status, null), 0.5)
  expect(decide('key.paused', 200)).toEqual({ to: 'delivered' })
  expect(decide('key.paused', 410)).toEqual({ to: 'parked', gone: true })
  expect(decide('webhook.test', 500)).toEqual({ to: 'parked', gone: false })
})

it('Retry-After of 429 and 503 delays the next attempt and never hastens it', () => {
  const delayOf = (status: number, seconds: number) => decideDelivery('key.paused', 0, resultOf(status, seconds), 0.5)
  expect(delayOf(429, 60)).toEqual({ to: 'pending', delaySeconds: 60 })
  expect(delayOf(503, 61)).toEqual({ to: 'pending', delaySeconds: 61 })
  expect(delayOf(503, 1)).toEqual({ to: 'pending', delaySeconds: 5 })
  expect(delayOf(500, 60)).toEqual({ to: 'pending', delaySeconds: 5 })
  expect([429, 503, 500].map((status) => requestedPause(resultOf(status, 9)))).toEqual([9, 9, null])
})

it('only a status of 200 to 299 is a delivery', () => {
  const errors = [199, 200, 299, 300, 399, 400].map((status) => resultOf(status, 3).error)
  const redirected = (status: number) => `answered ${status}, and redirects are not followed`
  expect(errors).toEqual(['answered 199', null, null, redirected(300), redirected(399), 'answered 400'])
  expect(resultOf(404, 3)).toMatchObject({ status: 404, retryAfterSeconds: 3 })
})

it('an endpoint is disabled when it is gone, and when it has failed for more than three days', () => {
  const days = 86_400
  const reason = (status: number, seconds: number | null, type: EventType | 'webhook.test' = 'key.paused') => {
    const result = resultOf(status, null)
    return reasonToDisable(type, decideDelivery(type, 0, result, 0), result, seconds)
  }
  expect([reason(410, null), reason(500, 3 * days), reason(500, 3 * days + 1)]).toEqual(['gone', null, 'failing'])
  expect([reason(500, null), reason(200, 4 * days), reason(500, 4 * days, 'webhook.test')]).toEqual([null, null, null])
  const gone = { to: 'parked', gone: false } as const
  expect(reasonToDisable('key.paused', gone, failed, null)).toBeNull()
})
