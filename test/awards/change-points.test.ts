// The operations changeExperience and changeQuotaPoints.
import fc from 'fast-check'
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { setCommunity } from '../../src/communities/actions'
import { MAX_POINTS } from '../../src/awards/points/rules'
import { group, startTestApp, type TestApp } from '../support/app'
import { newestEntries } from '../support/audit'
import { waitingForLocks } from '../support/locks'
import { runs } from '../support/runs'
import { until } from '../support/until'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const [first] = group.members

describe.each([
  ['experience', 'experience', -BigInt(MAX_POINTS), 'experienceAwardLimit'],
  ['quota-points', 'quotaPoints', 0n, 'quotaAwardLimit'],
] as const)('a change of %s', (route, property, least, limitName) => {
  it('creates the member on first use and returns it', async () => {
    const { client } = await app.community()
    const { status, body } = await client.post(`/v2/members/${first}/${route}`, {
      op: 'increment',
      amount: 25,
      reason: 'won',
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ userId: String(first), username: `Member${first}`, [property]: 25 })
    expect(body.meta).toMatchObject({ appliedAmount: 25, clamped: false, change: 25 })
  })

  it('writes an audit entry with before, after, reason, key and request', async () => {
    const { client, communityId } = await app.community()
    await client.post(`/v2/members/${first}/${route}`, { op: 'set', amount: 7 })
    const { body } = await client.post(
      `/v2/members/${first}/${route}`,
      { op: 'decrement', amount: 3, reason: 'late' },
      { 'X-Request-Id': 'test-request' },
    )
    const [entry] = await newestEntries(app.base, communityId, 1)
    expect(entry).toMatchObject({
      audit_id: Number(body.meta.auditId),
      action: `member.${property}`,
      user_id: first,
      actor_kind: 'key',
      before: { [property]: 7 },
      after: { [property]: 4 },
      reason: 'late',
      request_id: expect.stringMatching(/^test-request\./),
    })
  })

  it('clamps increment and decrement to the award limit, but not set', async () => {
    const { client, ctx } = await app.community()
    await setCommunity(await ctx(), { [limitName]: 10 })
    const change = async (op: string, amount: number) =>
      (await client.post(`/v2/members/${first}/${route}`, { op, amount })).body
    const set = await change('set', 500)
    expect([set.data[property], set.meta.clamped]).toEqual([500, false])
    const up = await change('increment', 11)
    expect([up.data[property], up.meta]).toEqual([
      510,
      expect.objectContaining({ appliedAmount: 10, clamped: true, change: 10 }),
    ])
    const down = await change('decrement', 10)
    expect([down.data[property], down.meta]).toEqual([500, expect.objectContaining({ clamped: false, change: -10 })])
  })

  it('loses none of fifty concurrent increments', async () => {
    const { client, communityId } = await app.community()
    await client.get(`/v2/members/${first}`)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        client.post(`/v2/members/${first}/${route}`, { op: 'increment', amount: index + 1 }),
      ),
    )
    const { body } = await client.get(`/v2/members/${first}`)
    expect(body.data[property]).toBe((50 * 51) / 2)
    // 50 distinct values: no change started from an outdated value
    const entries = (await newestEntries(app.base, communityId, 100)).filter(
      (entry) => entry.action === `member.${property}`,
    )
    expect(entries).toHaveLength(50)
    const after = new Set(entries.map((entry) => (entry.after as Record<string, number>)[property]))
    expect(after.size).toBe(50)
    expect(answers.map((answer) => answer.body.meta.change).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
  })

  it('agrees with a model for random sequences', async () => {
    const { client, ctx, communityId } = await app.community({ connected: false })
    const limit = 1_000_000_000_000_000
    await setCommunity(await ctx(), { [limitName]: limit })
    const amount = fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: MAX_POINTS }),
      fc.constant(MAX_POINTS),
    )
    const change = fc.record({ op: fc.constantFrom('increment', 'decrement', 'set' as const), amount })
    let userId = 1_000
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        userId++
        let value = 0n
        for (const { op, amount: requested } of changes) {
          const applied = op === 'set' || requested <= limit ? requested : limit
          const next = model(value, op, BigInt(applied), least)
          const { body } = await client.post(`/v2/members/${userId}/${route}`, { op, amount: requested })
          expect(body.data[property]).toBe(Number(next))
          expect(body.meta).toMatchObject({
            appliedAmount: applied,
            clamped: applied !== requested,
            change: Number(next - value),
          })
          value = next
        }
      }),
      { numRuns: runs(60) },
    )
    const { rows } =
      await sql`select from audit_entry where community_id = ${communityId} and before is null and user_id is not null
        and action <> 'member.create'`.execute(app.app.db)
    expect(rows).toHaveLength(0)
  })

  it.each([
    [{ op: 'increment' }, '/body/amount'],
    [{ op: 'add', amount: 1 }, '/body/op'],
    [{ op: 'increment', amount: -1 }, '/body/amount'],
    [{ op: 'increment', amount: 1.5 }, '/body/amount'],
    [{ op: 'increment', amount: '1' }, '/body/amount'],
    [{ op: 'increment', amount: 9007199254740992 }, '/body/amount'],
    [{ op: 'increment', amount: 1, reason: '' }, '/body/reason'],
    [{ op: 'increment', amount: 1, reason: 'x'.repeat(257) }, '/body/reason'],
    [{ op: 'increment', amount: 1, reason: 'a\0b' }, '/body/reason'],
    [{ op: 'increment', amount: 1, more: true }, '/body/more'],
  ])('rejects %j with 400', async (body, place) => {
    const { client } = await app.community()
    const answer = await client.post(`/v2/members/${first}/${route}`, body)
    expect([
      answer.status,
      answer.body.error.details.issues.map((issue: { instancePath: string }) => issue.instancePath),
    ]).toEqual([400, [place]])
  })

  it('accepts a reason of 256 characters and an amount of zero', async () => {
    const { client } = await app.community()
    const { status, body } = await client.post(`/v2/members/${first}/${route}`, {
      op: 'increment',
      amount: 0,
      reason: 'ä'.repeat(256),
    })
    expect([status, body.meta.change]).toEqual([200, 0])
  })
})

function model(value: bigint, op: string, amount: bigint, least: bigint): bigint {
  const next = op === 'increment' ? value + amount : op === 'decrement' ? value - amount : amount
  return next > BigInt(MAX_POINTS) ? BigInt(MAX_POINTS) : next < least ? least : next
}

it('clamps quota points at zero', async () => {
  const { client } = await app.community()
  await client.post(`/v2/members/${first}/quota-points`, { op: 'set', amount: 3 })
  const { body } = await client.post(`/v2/members/${first}/quota-points`, { op: 'decrement', amount: 5 })
  expect([body.data.quotaPoints, body.meta.change, body.meta.appliedAmount]).toEqual([0, -3, 5])
})

it('a change that waited for the award of the first medal succeeds', async () => {
  const { client, communityId, ctx } = await app.community()
  await createAward(await ctx(), 'medal', 'Valor')
  await client.get(`/v2/members/${first}`)
  const answer = await app.app.db.transaction().execute(async (tx) => {
    await sql`select from member where community_id = ${communityId} for no key update`.execute(tx)
    await sql`insert into member_medal (community_id, user_id, medal_id, count)
      select community_id, ${first}, medal_id, 1 from medal where community_id = ${communityId}`.execute(tx)
    await sql`update member set medal_occurrences = 1 where community_id = ${communityId}`.execute(tx)
    const response = client.post(`/v2/members/${first}/experience`, { op: 'increment', amount: 1 })
    await until(
      'the change waits for the lock',
      async () => (await waitingForLocks(app.app.db, '%change_points%')).length > 0,
    )
    // in an object, so that the transaction does not wait for the response
    return { response }
  })
  const { status, body } = await answer.response
  expect([status, body.data.experience]).toEqual([200, 1])
})
