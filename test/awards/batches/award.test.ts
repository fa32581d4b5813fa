// Outcomes and effects of batch entries.
import { Client as PgClient } from 'pg'
import { setCommunity } from '../../../src/communities/actions'
import { createAward } from '../../../src/awards/medals/actions'
import { sql } from 'kysely'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../../support/app'
import { until } from '../../support/until'
import { watchCalls } from '../../operations/fixture'
import { addMembers, auditOf, codesOf, newBatchId, numbersOf, outcomesOf, plus, range, send } from './fixture'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

beforeEach(async () => {
  app.simulator.faults.clear()
  community = await app.community()
  for (const name of ['Valor', 'Honour']) await createAward(await community.ctx(), 'medal', name)
})

const [first, second, third] = group.members

it('applies every award of an entry and returns the outcome of each', async () => {
  const everything = {
    experience: plus(25),
    quotaPoints: plus(2),
    medals: ['Valor', 'Honour'],
    reason: 'Won the round',
  }
  const { body } = await send(
    community.client,
    [
      { userId: first, ...everything },
      { userId: String(second), medals: ['Valor'] },
    ],
    'round-1',
  )
  const audit = await auditOf(app, community, first)
  const [experience, quota, valor, honour] = audit.map(({ audit_id }) => String(audit_id))
  expect(body).toEqual({
    data: {
      batchId: 'round-1',
      createdAt: expect.any(String) as string,
      entries: [
        {
          index: 0,
          status: 'succeeded',
          userId: String(first),
          member: { experience: 25, quotaPoints: 2 },
          experience: { appliedAmount: 25, clamped: false, change: 25, auditId: experience },
          quotaPoints: { appliedAmount: 2, clamped: false, change: 2, auditId: quota },
          medals: [
            { name: 'Valor', change: 1, auditId: valor },
            { name: 'Honour', change: 1, auditId: honour },
          ],
          autoRank: { outcome: 'skipped', reason: 'no_ladder' },
        },
        {
          index: 1,
          status: 'succeeded',
          userId: String(second),
          member: { experience: 0, quotaPoints: 0 },
          medals: [{ name: 'Valor', change: 1, auditId: expect.any(String) as string }],
        },
      ],
    },
    meta: { succeeded: 2, failed: 0, replayed: false },
  })
  expect(audit.map(({ action, before, after, reason }) => [action, before, after, reason])).toEqual([
    ['member.experience', { experience: 0 }, { experience: 25 }, 'Won the round'],
    ['member.quotaPoints', { quotaPoints: 0 }, { quotaPoints: 2 }, 'Won the round'],
    ['member.medal.award', { count: 0 }, { name: 'Valor', count: 1 }, 'Won the round'],
    ['member.medal.award', { count: 0 }, { name: 'Honour', count: 1 }, 'Won the round'],
  ])
  const { body: member } = await community.client.get(`/v2/members/${first}`)
  expect([
    member.data.experience,
    member.data.quotaPoints,
    member.data.medals.map(({ name }: { name: string }) => name),
  ]).toEqual([25, 2, ['Honour', 'Valor']])
})

it('applies nothing of a failed entry, and all other entries', async () => {
  const outcomes = await outcomesOf(community.client, [
    { userId: first, experience: plus(5), medals: ['Valor', 'Valour'] },
    { userId: second, experience: plus(5) },
    { userId: 999_999, experience: plus(5) },
    { userId: first, experience: plus(7) },
  ])
  expect(codesOf(outcomes)).toEqual(['medal_not_found', 'succeeded', 'member_not_found', 'succeeded'])
  expect(outcomes[0]?.error?.message).toBe('This community has no medal named Valour.')
  expect(await numbersOf(app, community, first)).toEqual({ experience: 7, quota_points: 0, medal_occurrences: 0 })
  expect((await auditOf(app, community, first)).map(({ after }) => after)).toEqual([{ experience: 7 }])
  expect(await numbersOf(app, community, 999_999)).toBeNull()
})

it('applies several entries of one member in order', async () => {
  const outcomes = await outcomesOf(community.client, [
    { userId: first, experience: { op: 'set', amount: 100 } },
    { userId: first, experience: { op: 'decrement', amount: 30 } },
    { userId: first, quotaPoints: { op: 'decrement', amount: 3 }, medals: ['Valor'] },
    { userId: first, medals: ['Valor'] },
  ])
  expect(outcomes.map(({ member }) => member?.experience)).toEqual([100, 70, 70, 70])
  expect(outcomes[2]?.quotaPoints?.change).toBe(0)
  expect(outcomes.map(({ medals }) => medals?.[0]?.change)).toEqual([undefined, undefined, 1, 0])
  expect(outcomes[3]?.medals?.[0]?.auditId).toBeNull()
})

it('clamps increments to the award limits, but not set', async () => {
  await setCommunity(await community.ctx(), { experienceAwardLimit: 10, quotaAwardLimit: 2 })
  const fresh = community.clientWith(['members.experience.write', 'members.quota.write'])
  const [limited, set] = await outcomesOf(await fresh, [
    { userId: first, experience: plus(11), quotaPoints: plus(3) },
    { userId: first, experience: { op: 'set', amount: 500 } },
  ])
  expect([limited?.experience, limited?.quotaPoints]).toEqual([
    expect.objectContaining({ appliedAmount: 10, clamped: true, change: 10 }),
    expect.objectContaining({ appliedAmount: 2, clamped: true, change: 2 }),
  ])
  expect(set?.experience).toMatchObject({ appliedAmount: 500, clamped: false, change: 490 })
})

it.each([
  ['quotaPoints', ['members.experience.write', 'members.medals.write'], 'members.quota.write'],
  ['medals', ['members.experience.write', 'members.quota.write'], 'members.medals.write'],
])('fails entries with %s for a key with only the scopes %j', async (part, scopes, lacking) => {
  const client = await community.clientWith(scopes)
  const outcomes = await outcomesOf(client, [
    { userId: first, experience: plus(1), quotaPoints: plus(1) },
    { userId: second, experience: plus(1), medals: ['Valor'] },
    { userId: third, experience: plus(1) },
  ])
  const failed = part === 'quotaPoints' ? 0 : 1
  expect(codesOf(outcomes)).toEqual([0, 1, 2].map((index) => (index === failed ? 'insufficient_scope' : 'succeeded')))
  expect(outcomes[failed]?.error?.message).toContain(lacking)
  expect((await numbersOf(app, community, group.members[failed] ?? 0))?.experience ?? 0).toBe(0)
})

it('fails entries that need a feature the plan lacks', async () => {
  await sql`insert into plan (name, api_access, automatic_grading, features)
    values ('experience-only', true, false, array['experience'])`.execute(app.app.db)
  const poor = await app.community({ plan: 'experience-only', connected: false })
  const outcomes = await outcomesOf(poor.client, [
    { userId: 1, experience: plus(1) },
    { userId: 2, quotaPoints: plus(1) },
    { userId: 3, medals: ['Valor'] },
  ])
  expect(codesOf(outcomes)).toEqual(['succeeded', 'feature_unavailable', 'feature_unavailable'])
})

describe('accounts without a member', () => {
  it('become members with one platform call each', async () => {
    const calls = watchCalls(app, /\/users\//)
    const outcomes = await outcomesOf(community.client, [
      { userId: first, experience: plus(1) },
      { userId: first, experience: plus(1) },
      { userId: second, experience: plus(1) },
    ])
    expect(codesOf(outcomes)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(calls()).toBe(2)
    expect(await numbersOf(app, community, first)).toMatchObject({ experience: 2 })
  })

  it('are found by username regardless of case, but not by a previous name', async () => {
    app.world.addUser({ userId: 950, username: 'NewName', previousNames: ['OldName'] })
    const outcomes = await outcomesOf(community.client, [
      { userId: `member${first}`, by: 'username', experience: plus(1) },
      { userId: 'OldName', by: 'username', experience: plus(1) },
      { userId: 'No_Such_Name', by: 'username', experience: plus(1) },
    ])
    expect(codesOf(outcomes)).toEqual(['succeeded', 'username_changed', 'member_not_found'])
    expect(outcomes.map(({ userId }) => userId)).toEqual([String(first), null, null])
    // a stored username could not be erased with the account
    expect(JSON.stringify(outcomes)).not.toMatch(/OldName|No_Such/)
  })

  it('fail with the code of the platform’s error, without an effect on other entries', async () => {
    await community.client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'reject', status: 500 })
    const outcomes = await outcomesOf(community.client, [
      { userId: first, experience: plus(1) },
      { userId: second, experience: plus(1) },
    ])
    expect(codesOf(outcomes)).toEqual(['succeeded', 'platform_cloud_unavailable'])
    expect(outcomes[1]?.error?.message).toContain('with a new batchId')
  })

  it('cause no further platform calls once the platform throttles', async () => {
    const strangers = range(5_000, 40)
    for (const userId of strangers) app.world.addUser({ userId, username: `Stranger${userId}` })
    app.simulator.faults.add({ kind: 'throttle' })
    const calls = watchCalls(app, /\/users\//)
    const outcomes = await outcomesOf(
      community.client,
      strangers.map((userId) => ({ userId, experience: plus(1) })),
    )
    expect(new Set(codesOf(outcomes))).toEqual(new Set(['platform_cloud_rate_limited']))
    expect(calls()).toBeLessThan(15)
  })

  it('are resolved for at most the wait of a rank change; a second batch resolves the rest', async () => {
    const slow = await startTestApp({ settings: { ...testSettings, rankChangeWaitMs: 400 } })
    try {
      const strangers = range(5_000, 40)
      for (const userId of strangers) slow.world.addUser({ userId, username: `Stranger${userId}` })
      const { client } = await slow.community()
      slow.simulator.faults.add({ kind: 'delay', ms: 150 })
      const entries = strangers.map((userId) => ({ userId, experience: plus(1) }))
      const codes = codesOf(await outcomesOf(client, entries))
      expect(new Set(codes)).toEqual(new Set(['succeeded', 'platform_cloud_timeout']))
      slow.simulator.faults.clear()
      let rest = entries.filter((_, index) => codes[index] !== 'succeeded')
      await until('all are awarded', async () => {
        const again = codesOf(await outcomesOf(client, rest))
        rest = rest.filter((_, index) => again[index] !== 'succeeded')
        return rest.length === 0
      })
    } finally {
      await slow.close()
    }
  })

  it('become members by id without a connection, and fail by username', async () => {
    const alone = await app.community({ connected: false })
    const outcomes = await outcomesOf(alone.client, [
      { userId: 1, experience: plus(1) },
      { userId: 'Builder', by: 'username', experience: plus(1) },
    ])
    expect(codesOf(outcomes)).toEqual(['succeeded', 'platform_cloud_not_configured'])
    expect(outcomes[0]?.autoRank).toEqual({ outcome: 'skipped', reason: 'not_connected' })
  })
})

describe('an invalid batch is rejected with 400:', () => {
  const entry = { userId: 1, experience: plus(1) }
  it.each<[string, object, string]>([
    ['no entries', { batchId: 'x', entries: [] }, '/body/entries'],
    ['101 entries', { batchId: 'x', entries: Array<object>(101).fill(entry) }, '/body/entries'],
    ['no batchId', { entries: [entry] }, '/body/batchId'],
    ['a batchId with a slash', { batchId: '../x', entries: [entry] }, '/body/batchId'],
    ['an entry that awards nothing', { batchId: 'x', entries: [{ userId: 1 }] }, '/body/entries/0'],
    [
      'a username in place of an id',
      { batchId: 'x', entries: [entry, { ...entry, userId: 'Builder' }] },
      '/body/entries/1/userId',
    ],
    ['no medals', { batchId: 'x', entries: [{ userId: 1, medals: [] }] }, '/body/entries/0/medals'],
  ])('%s', async (_, body, place) => {
    const answer = await community.client.post('/v2/award-batches', body)
    const { code, details } = answer.body.error
    expect([answer.status, code, details.issues[0].instancePath]).toEqual([400, 'validation_failed', place])
    expect(await numbersOf(app, community, 1)).toBeNull()
  })
})

/** Whether a connection belongs to the pool for requests, and not to the listener. */
const isOfRequests = (client: PgClient): boolean =>
  (client as PgClient & { connectionParameters: { application_name?: string } }).connectionParameters
    .application_name === 'community-server-api'

describe('a batch costs', () => {
  /** Statements that the work sends: the minimum of five runs, so that background statements do not count. */
  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    const spy = jest.spyOn(PgClient.prototype, 'query')
    const counts: number[] = []
    for (let run = 0; run < 5; run++) {
      spy.mockClear()
      await work()
      counts.push(spy.mock.contexts.filter(isOfRequests).length)
    }
    spy.mockRestore()
    return Math.min(...counts)
  }

  const hundred = range(20_000, 100)

  it('as many statements for a hundred members as for ten', async () => {
    await addMembers(app, community, hundred)
    const entries = hundred.map((userId) => ({ userId, experience: plus(5), quotaPoints: plus(1), medals: ['Valor'] }))
    await send(community.client, entries)
    const count = (some: readonly object[]) => statementsOf(() => send(community.client, some, newBatchId()))
    const ten = await count(entries.slice(0, 10))
    expect(ten).toBeLessThanOrEqual(20)
    expect(await count(entries)).toBe(ten)
  })

  it('one statement when it is repeated', async () => {
    const batchId = newBatchId()
    const entries = [{ userId: first, experience: plus(5) }]
    await send(community.client, entries, batchId)
    expect(await statementsOf(() => send(community.client, entries, batchId))).toBe(1)
  })

  it('one request of the key’s rate limit', async () => {
    // a fixed clock: no window of the limit ends between the two requests
    const now = new Date()
    const limited = await startTestApp({ rateLimits: { key: 60, address: 60, access: 60 }, now: () => now })
    try {
      const { client } = await limited.community({ connected: false })
      const entries = hundred.map((userId) => ({ userId, experience: plus(1) }))
      const one = await send(client, entries)
      const two = await send(client, entries, newBatchId())
      expect([one, two].map(({ headers }) => Number(headers['ratelimit-remaining']))).toEqual([59, 58])
    } finally {
      await limited.close()
    }
  })
})
