// A key that goes beyond a number a minute is paused, and told.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { allScopes, issueKey } from '../../src/auth/actions'
import { takeChanges, type Taken } from '../../src/auth/change-limits/queries'
import type { LimitsInput } from '../../src/auth/change-limits/rules'
import { PointShares } from '../../src/auth/change-limits/shares'
import { makeApp } from '../../src/process/app'
import { messageOf } from '../../src/webhooks/rules'
import { anyNumber, everyRank, group, makeClient, serve, startTestApp } from '../support/app'
import type { Answer, Client, TestApp, TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { release, resetRoles, rolesOnPlatform } from '../operations/fixture'
import { runs } from '../support/runs'
import { until } from '../support/until'

const { roles, members } = group
const [member, other, third] = members

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await release(app)
  resetRoles(app)
  home = await app.community()
  for (const userId of [member, other, third]) await home.client.get(`/v2/members/${userId}`)
})

async function keyWith(limits: LimitsInput, url = app.url): Promise<{ client: Client; keyId: string; key: string }> {
  const request = { name: 'x', scopes: allScopes, expiresAt: null, bounds: { ...everyRank, ...anyNumber, ...limits } }
  const { key, row } = await issueKey(await home.ctx(), request)
  return { client: clientAt(url, key), keyId: row.key_id, key }
}

const clientAt = (url: string, key: string): Client =>
  makeClient(url, { Authorization: `Bearer ${key}`, 'X-Community-Id': home.communityId })
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const EXCEEDED = [403, 'change_limit_exceeded']
const PAUSED = [403, 'key_paused']
const award = (client: Client, amount: number, op = 'increment', userId: number = member): Promise<Answer> =>
  client.post(`/v2/members/${userId}/experience`, { op, amount })
const rank = (client: Client, userId: number, rankUniqueId: number = roles.private): Promise<Answer> =>
  client.put(`/v2/members/${userId}/rank`, { rankUniqueId })
const experienceOf = async (userId: number): Promise<number> =>
  (await home.client.get(`/v2/members/${userId}`)).body.data.experience as number
const isPaused = async (keyId: string): Promise<boolean> =>
  (await home.client.get(`/v2/keys/${keyId}`)).body.data.pausedAt !== null
/** The last change was then. A test that is slow adds a slot, so up to 5 count, and from 7 on none. */
const passSlots = (slots: number): Promise<unknown> =>
  sql`update change_window set slot = floor(extract(epoch from clock_timestamp()) / 10) - ${slots}
    where community_id = ${home.communityId}`.execute(app.base.db)
/** A minute may pass on a busy machine. */
const minutesSince = (begin: number): number => Math.ceil((performance.now() - begin) / 60_000)

describe('beyond its number', () => {
  it('a key is refused and paused: its writes are refused, its reads are answered', async () => {
    const { client, keyId } = await keyWith({ pointsPerMinuteLimit: 100 })
    expect((await award(client, 60)).status).toBe(200)
    const refused = await award(client, 41)
    expect([codeOf(refused), refused.body.error.details]).toEqual([EXCEEDED, { kind: 'points', limit: 100 }])
    await until('every process knows it', async () => (await client.get('/v2/key')).body.data.pausedAt !== null)
    expect(codeOf(await award(client, 1))).toEqual(PAUSED)
    expect(codeOf(await client.post('/v2/medals', { name: 'm' }))).toEqual(PAUSED)
    expect(codeOf(await client.patch(`/v2/keys/${keyId}`, { paused: false }))).toEqual(PAUSED)
    expect((await client.get(`/v2/members/${member}`)).body.data.experience).toBe(60)
    expect((await client.post('/v2/member-lookups', { userIds: [String(member)] })).status).toBe(200)
  })

  it('it is told once, whatever number of requests go beyond it', async () => {
    const { client, keyId } = await keyWith({ pointsPerMinuteLimit: 5 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => award(client, 1)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const entries = (await newestEntries(app.base, home.communityId, 20)).filter(
      ({ action }) => action === 'key.paused',
    )
    const after = { keyId, pausedAt: expect.any(String) as string, kind: 'points', limit: 5 }
    expect(entries.map((entry) => entry.after)).toEqual([after])
    const body = messageOf({ ...(entries[0] as (typeof entries)[number]), user_id: null })
    expect([body?.type, JSON.parse(body?.body ?? '').data]).toEqual(['key.paused', expect.objectContaining(after)])
    expect(app.logs).toContainEqual(expect.objectContaining({ keyIds: [keyId], kind: 'points', limit: 5 }))
  })

  it.each<[string, LimitsInput, number, (client: Client) => Promise<Answer>]>([
    ['setMemberRank', { rankChangesPerMinuteLimit: 0 }, 0, (client) => rank(client, member)],
    [
      'submitRankOperation',
      { rankChangesPerMinuteLimit: 0 },
      0,
      (client) =>
        client.post(
          '/v2/platform-operations/ranks',
          { userId: member, rankId: 10 },
          { 'Idempotency-Key': randomUUID() },
        ),
    ],
    [
      'createSuspension',
      { rankChangesPerMinuteLimit: 0 },
      0,
      (client) => client.post('/v2/suspensions', { userId: member, durationSeconds: 600, rankUniqueId: roles.recruit }),
    ],
    ['changeExperience by set', { pointsPerMinuteLimit: 99 }, 0, (client) => award(client, 100, 'set')],
    ['changeExperience by decrement', { pointsPerMinuteLimit: 99 }, 0, (client) => award(client, 100, 'decrement')],
    [
      'changeQuotaPoints',
      { pointsPerMinuteLimit: 99 },
      0,
      (client) => client.post(`/v2/members/${member}/quota-points`, { op: 'increment', amount: 100 }),
    ],
    [
      'awardBatch',
      { pointsPerMinuteLimit: 99 },
      0,
      (client) =>
        client.post('/v2/award-batches', {
          batchId: randomUUID(),
          entries: [member, other].map((userId) => ({
            userId,
            experience: { op: 'increment', amount: 50 },
          })),
        }),
    ],
  ])('%s changes nothing', async (_, limits, experience, act) => {
    const { client, keyId } = await keyWith(limits)
    expect(codeOf(await act(client))).toEqual(EXCEEDED)
    expect([await experienceOf(member), await experienceOf(other)]).toEqual([experience, 0])
    expect(rolesOnPlatform(app, member)).toEqual([roles.recruit])
    expect(await isPaused(keyId)).toBe(true)
  })

  it('an award is kept and its AutoRank change is refused', async () => {
    await home.client.patch(`/v2/ranks/${roles.private}`, { autoRank: { experience: 10 } })
    const { client } = await keyWith({ rankChangesPerMinuteLimit: 0 })
    const answer = await award(client, 10)
    expect([codeOf(answer), answer.body.error.details.committed]).toEqual([EXCEEDED, ['experience']])
    expect([await experienceOf(member), rolesOnPlatform(app, member)]).toEqual([10, [roles.recruit]])
  })

  it('a set counts what it changes', async () => {
    const { client } = await keyWith({ pointsPerMinuteLimit: 150 })
    expect((await award(client, 100, 'set')).status).toBe(200)
    expect((await award(client, 80, 'set')).status).toBe(200)
    expect(codeOf(await award(client, 120, 'set'))).toEqual(EXCEEDED)
    expect(await experienceOf(member)).toBe(80)
  })

  it('a key that replaces another has what is left to both', async () => {
    const { client, keyId } = await keyWith({ rankChangesPerMinuteLimit: 2 })
    expect((await rank(client, member)).status).toBe(200)
    const { key } = (await home.client.post(`/v2/keys/${keyId}/rotate`)).body.data
    const rotated = app.clientFor(key as string, home.communityId)
    expect((await rank(rotated, other)).status).toBe(200)
    expect(codeOf(await rank(rotated, third))).toEqual(EXCEEDED)
    expect(await isPaused(keyId)).toBe(true)
  })
})

it('callers of two processes at once never go beyond the number', async () => {
  const second = await serve(await makeApp(app.parts))
  try {
    const { key } = await keyWith({ pointsPerMinuteLimit: 1_000 })
    const clients = [app.url, second.url].map((url) => clientAt(url, key))
    const begin = performance.now()
    const awards = Array.from({ length: 150 }, (_, index) =>
      award(clients[index % 2] as Client, 10, index % 3 === 0 ? 'decrement' : 'increment', members[index % 5]),
    )
    const answers = await Promise.all(awards)
    const given = answers.filter(({ status }) => status === 200)
    const sum = given.reduce((all, { body }) => all + Math.abs(body.meta.change as number), 0)
    expect(sum).toBeLessThanOrEqual(1_000 * minutesSince(begin))
    // a process may hold up to a fiftieth unspent
    expect(sum).toBeGreaterThanOrEqual(900)
  } finally {
    await second.close()
  }
})

describe('a paused key', () => {
  it('is paused and resumed by hand, each with an audit entry', async () => {
    const { client, keyId } = await keyWith({})
    await home.client.patch(`/v2/keys/${keyId}`, { paused: true })
    await until('the writes are refused', async () => (await award(client, 1)).body.error?.code === 'key_paused')
    await home.client.patch(`/v2/keys/${keyId}`, { paused: false })
    await until('the writes are accepted', async () => (await award(client, 1)).status === 200)
    const entries = await newestEntries(app.base, home.communityId, 10)
    expect(
      entries.map(({ action }) => action).filter((action) => action.startsWith('key.p') || action === 'key.resumed'),
    ).toEqual(['key.resumed', 'key.paused'])
  })

  it('is resumed only by a key that has all that it has', async () => {
    const { keyId } = await keyWith({})
    const { client: lesser } = await keyWith({ pointsPerMinuteLimit: 10 })
    expect((await lesser.patch(`/v2/keys/${keyId}`, { paused: true })).status).toBe(200)
    const refused = await lesser.patch(`/v2/keys/${keyId}`, { paused: false })
    expect([codeOf(refused), refused.body.error.details]).toEqual([
      [403, 'key_authority_exceeded'],
      { pointsPerMinuteLimit: 10 },
    ])
  })

  it('that is resumed has what the last minute left', async () => {
    const { client, keyId } = await keyWith({ rankChangesPerMinuteLimit: 1 })
    await rank(client, member)
    await rank(client, other)
    const resume = async (): Promise<void> => {
      await home.client.patch(`/v2/keys/${keyId}`, { paused: false })
      await until('it is resumed', async () => (await client.get('/v2/key')).body.data.pausedAt === null)
    }
    await resume()
    await passSlots(5)
    expect(codeOf(await rank(client, other))).toEqual(EXCEEDED)
    await resume()
    await passSlots(7)
    expect((await rank(client, other)).status).toBe(200)
  })
})

it('a new key has numbers, and never more than the key that creates it', async () => {
  const { client } = await keyWith({ rankChangesPerMinuteLimit: 7 })
  const body = { name: 'y', scopes: ['members.read'] }
  const numbersOf = ({ body: { data } }: Answer): readonly number[] => [
    data.rankChangesPerMinuteLimit,
    data.pointsPerMinuteLimit,
  ]
  expect(numbersOf(await client.post('/v2/keys', body))).toEqual([7, 1_000_000])
  expect(numbersOf(await home.client.post('/v2/keys', body))).toEqual([200, 1_000_000])
  const more = await client.post('/v2/keys', { ...body, rankChangesPerMinuteLimit: 8 })
  expect([codeOf(more), more.body.error.details]).toEqual([
    [403, 'key_authority_exceeded'],
    { rankChangesPerMinuteLimit: 7 },
  ])
})

it('a key without a number takes none, as a key of an earlier release', async () => {
  const { client, keyId } = await keyWith({})
  await sql`update api_key set rank_changes_per_minute_limit = null, points_per_minute_limit = null
    where community_id = ${home.communityId} and key_id = ${keyId}`.execute(app.base.db)
  await until('it has no number', async () => (await client.get('/v2/key')).body.data.pointsPerMinuteLimit === null)
  expect([(await award(client, 1_000)).status, (await award(client, 5, 'set')).status]).toEqual([200, 200])
  expect((await rank(client, member)).status).toBe(200)
  const counted = await sql`select from change_window
    where community_id = ${home.communityId} and key_id <> 'group'`.execute(app.base.db)
  expect(counted.rows).toHaveLength(0)
})

describe('the window', () => {
  it('counts seven slots of ten seconds, gives back what was unspent, and grants nothing that does not fit', async () => {
    const take = (needed: number, wanted: number, unspent = 0, unspentSlot = 0): Promise<Taken> =>
      takeChanges(app.base.db, {
        ...{ communityId: home.communityId, owner: 'a', kind: 'points', most: 100 },
        ...{ needed, wanted, unspent, unspentSlot },
      })
    const first = await take(10, 70)
    expect([first.granted, first.leftMs > 0, first.leftMs <= 10_000]).toEqual([70, true, true])
    await passSlots(5)
    expect(await take(31, 31)).toMatchObject({ granted: 0 })
    expect(await take(10, 60)).toMatchObject({ granted: 30 })
    expect(await take(20, 20, 20, first.slot)).toMatchObject({ granted: 20 })
    expect(await take(1, 1)).toMatchObject({ granted: 0 })
    await passSlots(7)
    expect(await take(100, 100, 50, first.slot - 100)).toMatchObject({ granted: 100 })
  })

  it('processes that spend shares in any order never spend more than the number in a minute', async () => {
    const LIMIT = 1_000
    const step = fc.record({ process: fc.nat(3), points: fc.integer({ min: 1, max: 60 }), waitMs: fc.nat(4_000) })
    const property = async (steps: readonly { process: number; points: number; waitMs: number }[]): Promise<void> => {
      let now = 0
      const counted: { slot: number; points: number }[] = []
      const spent: { at: number; points: number }[] = []
      const take = async (request: Parameters<typeof takeChanges>[1]): Promise<Taken> => {
        await Promise.resolve()
        const slot = Math.floor(now / 10_000)
        counted.push({ slot: request.unspentSlot, points: -request.unspent })
        const room = LIMIT - counted.reduce((sum, one) => sum + (one.slot > slot - 7 ? one.points : 0), 0)
        const granted = request.needed > room ? 0 : Math.min(request.wanted, room)
        counted.push({ slot, points: granted })
        return { granted, slot, leftMs: (slot + 1) * 10_000 - now }
      }
      const processes = Array.from({ length: 4 }, () => new PointShares(take, () => now))
      for (const { process, points, waitMs } of steps) {
        now += waitMs
        const taken = async () => processes[process]?.take({ communityId: 'c', owner: 'k' }, points, LIMIT)
        const isTaken = await taken().then(
          () => true,
          () => false,
        )
        if (isTaken) spent.push({ at: now, points })
        const lastMinute = spent.filter(({ at }) => at > now - 60_000)
        expect(lastMinute.reduce((sum, one) => sum + one.points, 0)).toBeLessThanOrEqual(LIMIT)
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 50, maxLength: 200 }), property), {
      numRuns: runs(50),
    })
  })
})
