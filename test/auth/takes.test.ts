// What a key takes from members is counted over any hour. Takes above its limit are refused and reported; the key stays
// enabled.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allScopes, issueKey } from '../../src/auth/actions'
import { countTakes } from '../../src/auth/takes/queries'
import type { TakesInput } from '../../src/auth/takes/rules'
import { makeApp } from '../../src/process/app'
import { messageOf } from '../../src/webhooks/rules'
import { everyRank, group, makeClient, serve, startTestApp } from '../support/app'
import type { Answer, Client, TestApp, TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { accepted, hold, release, resetRoles, rolesOnPlatform, settled } from '../operations/fixture'
import { staffOf } from '../support/people'
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
  for (const userId of members) await home.client.get(`/v2/members/${userId}`)
})

async function keyWith(takes: TakesInput, url = app.url): Promise<{ client: Client; keyId: string; key: string }> {
  const request = { name: 'x', scopes: allScopes, expiresAt: null, bounds: { ...everyRank, ...takes } }
  const { key, row } = await issueKey(await home.ctx(), request)
  return { client: clientAt(url, key), keyId: row.key_id, key }
}

const clientAt = (url: string, key: string): Client =>
  makeClient(url, { Authorization: `Bearer ${key}`, 'X-Community-Id': home.communityId })
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const EXCEEDED = [429, 'rate_limit_exceeded']
const award = (client: Client, amount: number, op = 'increment', userId: number = member): Promise<Answer> =>
  client.post(`/v2/members/${userId}/experience`, { op, amount })
const rank = (client: Client, userId: number, rankUniqueId: number): Promise<Answer> =>
  client.put(`/v2/members/${userId}/rank`, { rankUniqueId })
/** Ranks the members with another key, so that the tests can take the ranks away. */
const promoteAll = async (rankUniqueId: number = roles.private): Promise<void> => {
  for (const userId of members) await rank(home.client, userId, rankUniqueId)
}
const takenIn = async (): Promise<number> =>
  (
    await sql<{ sum: number }>`select coalesce(sum(one), 0)::int as sum
      from take_window w cross join lateral unnest(w.taken) one where w.community_id = ${home.communityId}`.execute(
      app.base.db,
    )
  ).rows[0]?.sum ?? 0
const passMinutes = (minutes: number): Promise<unknown> =>
  sql`update take_window set minute = minute - ${minutes} where community_id = ${home.communityId}`.execute(app.base.db)

describe('a key beyond its takes per hour', () => {
  const takes: readonly (readonly [string, (client: Client, userId: number) => Promise<Answer>])[] = [
    ['setMemberRank', (client, userId) => rank(client, userId, roles.recruit)],
    ['demoteMember', (client, userId) => client.post(`/v2/members/${userId}/rank/demote`, undefined)],
    ['removeMedal', (client, userId) => client.delete(`/v2/members/${userId}/medals/star`)],
    ['removeQualification', (client, userId) => client.delete(`/v2/members/${userId}/qualifications/pilot`)],
    ['createBlacklistEntry', (client, userId) => client.post('/v2/blacklist-entries', { userId, reason: 'x' })],
    [
      'createSuspension',
      (client, userId) =>
        client.post('/v2/suspensions', { userId, durationSeconds: 600, rankUniqueId: roles.recruit, reason: 'x' }),
    ],
  ]
  const prepare = async (): Promise<void> => {
    await promoteAll()
    await home.client.post('/v2/medals', { name: 'star' })
    await home.client.post('/v2/qualifications', { name: 'pilot' })
    for (const userId of [member, other]) {
      await home.client.post(`/v2/members/${userId}/medals`, { name: 'star' })
      await home.client.post(`/v2/members/${userId}/qualifications`, { name: 'pilot' })
    }
  }

  it.each(takes)('%s is 429 with the time to wait, changes nothing, and succeeds after it', async (_, take) => {
    await prepare()
    const { client, keyId } = await keyWith({ takesPerHourLimit: 1 })
    expect((await take(client, member)).status).toBeLessThan(300)
    const before = (await home.client.get(`/v2/members/${other}`)).body.data
    const refused = await take(client, other)
    expect(codeOf(refused)).toEqual(EXCEEDED)
    const { details } = refused.body.error
    expect(details).toMatchObject({ limit: 1, remaining: 0 })
    expect(Number(refused.headers['retry-after']) * 1_000).toBe(details.resetMs)
    expect(details.resetMs).toBeGreaterThan(3_500_000)
    expect({ ...(await home.client.get(`/v2/members/${other}`)).body.data, updatedAt: '' }).toEqual({
      ...before,
      updatedAt: '',
    })
    expect(rolesOnPlatform(app, other)).toContain(roles.private)
    expect((await home.client.get(`/v2/keys/${keyId}`)).body.data.pausedAt).toBeNull()
    await passMinutes(61)
    expect((await take(client, other)).status).toBeLessThan(300)
  })

  it.each(takes)('%s counts as one take, and is not counted again when it is repeated', async (name, take) => {
    await prepare()
    const { client } = await keyWith({ takesPerHourLimit: 10 })
    expect((await take(client, member)).status).toBeLessThan(300)
    expect([name, await takenIn()]).toEqual([name, 1])
    // a request that changes nothing is not counted, whatever its status
    for (let again = 0; again < 3; again++) await take(client, member)
    expect([name, await takenIn()]).toEqual([name, 1])
  })

  it('the excess is reported once an hour, however many requests are refused', async () => {
    await prepare()
    const { client, keyId } = await keyWith({ takesPerHourLimit: 1 })
    await rank(client, member, roles.recruit)
    const remove = () => client.delete(`/v2/members/${other}/medals/star`)
    await Promise.all([remove(), remove(), rank(client, other, roles.recruit), rank(client, third, roles.recruit)])
    await remove()
    const entries = (await newestEntries(app.base, home.communityId, 40)).filter(
      ({ action }) => action === 'key.limited',
    )
    expect(entries.map((entry) => entry.after)).toEqual([{ keyId, limit: 1 }])
    const body = messageOf({ ...(entries[0] as (typeof entries)[number]), user_id: null })
    expect([body?.type, JSON.parse(body?.body ?? '').data]).toEqual([
      'key.limited',
      expect.objectContaining({ keyId, limit: 1 }),
    ])
    expect(app.logs).toContainEqual(expect.objectContaining({ keyId, limit: 1 }))
    const { data } = (await home.client.get('/v2/notifications')).body
    expect(data).toMatchObject([{ kind: 'key.limited', userId: null, limited: { keyId, limit: 1 } }])
    const reviewer = await home.clientWith(['applications.responses.read'])
    expect((await reviewer.get('/v2/notifications')).body.data).toEqual([])
  })

  it('AutoRank is skipped and the award is kept', async () => {
    await promoteAll()
    await home.client.patch('/v2/auto-rank', { enabled: true, demotes: true })
    await home.client.patch(`/v2/ranks/${roles.recruit}`, { autoRank: { experience: 0 } })
    await home.client.patch(`/v2/ranks/${roles.private}`, { autoRank: { experience: 10 } })
    const { client } = await keyWith({ takesPerHourLimit: 1 })
    const demote = (userId: number) => award(client, 5, 'set', userId)
    expect((await demote(member)).body.meta.autoRank).toEqual({ outcome: 'changed' })
    const skipped = await demote(other)
    expect([skipped.status, skipped.body.data.experience, skipped.body.meta.autoRank]).toEqual([
      200,
      5,
      { outcome: 'skipped', reason: 'rate_limit_exceeded' },
    ])
    const batch = await client.post('/v2/award-batches', {
      batchId: randomUUID(),
      entries: [{ userId: third, experience: { op: 'set', amount: 5 } }],
    })
    const { autoRank } = batch.body.data.entries[0]
    expect(autoRank.outcome).toBe('queued')
    expect(await settled(home, autoRank.operationId as string)).toMatchObject({
      status: 'succeeded',
      result: { changed: false },
    })
    expect(rolesOnPlatform(app, third)).toContain(roles.private)
  })

  it('a queued change waits once for the reset, and its deadline may cancel it', async () => {
    await promoteAll()
    const { client } = await keyWith({ takesPerHourLimit: 1 })
    await rank(client, member, roles.recruit)
    const id = await accepted({ ...home, client }, { userId: other, rankId: 1, deadlineSeconds: 3_600 })
    await until('it waits', async () => (await waitingFor(id)) === 'rate_limit_exceeded')
    const { rows } = await sql<{ seconds: number }>`select extract(epoch from not_before - now())::int as seconds
      from platform_operation where operation_id = ${id}`.execute(app.base.db)
    expect(rows[0]?.seconds).toBeGreaterThan(3_000)
    expect(rolesOnPlatform(app, other)).toContain(roles.private)
    await passMinutes(61)
    await sql`update platform_operation set not_before = now() where operation_id = ${id}`.execute(app.base.db)
    expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
    expect(rolesOnPlatform(app, other)).toContain(roles.recruit)
  })

  it('a change that waits blocks nobody: a newer change of the member replaces it', async () => {
    await promoteAll()
    const { client } = await keyWith({ takesPerHourLimit: 1 })
    await rank(client, member, roles.recruit)
    const id = await accepted({ ...home, client }, { userId: other, rankId: 1, deadlineSeconds: 3_600 })
    await until('it waits', async () => (await waitingFor(id)) === 'rate_limit_exceeded')
    expect((await rank(home.client, other, roles.sergeant)).status).toBe(200)
    expect(await settled(home, id)).toMatchObject({ status: 'cancelled', error: { code: 'operation_superseded' } })
    await passMinutes(61)
    expect(rolesOnPlatform(app, other)).toContain(roles.sergeant)
  })

  const waitingFor = async (id: string): Promise<unknown> =>
    (await home.client.get('/v2/platform-operations?limit=20')).body.data.find((one: { id: string }) => one.id === id)
      ?.waitingFor

  it('a key and its replacement share what is left', async () => {
    await promoteAll()
    const { client, keyId } = await keyWith({ takesPerHourLimit: 2 })
    expect((await rank(client, member, roles.recruit)).status).toBe(200)
    const { key } = (await home.client.post(`/v2/keys/${keyId}/rotate`)).body.data
    const rotated = app.clientFor(key as string, home.communityId)
    expect((await rank(rotated, other, roles.recruit)).status).toBe(200)
    expect(codeOf(await rank(rotated, third, roles.recruit))).toEqual(EXCEEDED)
    expect(codeOf(await rank(client, third, roles.recruit))).toEqual(EXCEEDED)
  })

  it('with a limit of 0 the answer has no time to wait', async () => {
    await promoteAll()
    const { client } = await keyWith({ takesPerHourLimit: 0 })
    const refused = await rank(client, member, roles.recruit)
    expect([codeOf(refused), refused.headers['retry-after']]).toEqual([[403, 'take_not_allowed'], undefined])
    expect((await rank(client, member, roles.sergeant)).status).toBe(200)
  })

  it('concurrent callers in two processes never exceed the limit', async () => {
    const second = await serve(await makeApp(app.parts))
    try {
      await home.client.post('/v2/medals', { name: 'star' })
      for (const userId of members) await home.client.post(`/v2/members/${userId}/medals`, { name: 'star' })
      const { key } = await keyWith({ takesPerHourLimit: 3 })
      const clients = [app.url, second.url].map((url) => clientAt(url, key))
      const answers = await Promise.all(
        members.map((userId, at) => (clients[at % 2] as Client).delete(`/v2/members/${userId}/medals/star`)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(await takenIn()).toBe(3)
    } finally {
      await second.close()
    }
  })
})

describe('never a take', () => {
  it('is what gives, what changes nothing, and what a suspension gives back', async () => {
    await promoteAll(roles.recruit)
    const { client } = await keyWith({ takesPerHourLimit: 1 })
    await home.client.post('/v2/medals', { name: 'star' })
    for (const userId of members) {
      expect((await award(client, 1_500_000, 'set', userId)).status).toBe(200)
      expect((await award(client, 700, 'decrement', userId)).status).toBe(200)
      expect((await rank(client, userId, roles.sergeant)).status).toBe(200)
      expect((await rank(client, userId, roles.sergeant)).status).toBe(200)
      expect((await client.post(`/v2/members/${userId}/medals`, { name: 'star' })).status).toBe(200)
    }
    expect(await takenIn()).toBe(0)
    const body = { userId: member, durationSeconds: 600, rankUniqueId: roles.recruit }
    const { suspensionId } = (await client.post('/v2/suspensions', body)).body.data
    expect((await client.post(`/v2/suspensions/${suspensionId}/lift`, { reason: 'x' })).status).toBe(200)
    expect([await takenIn(), rolesOnPlatform(app, member)]).toEqual([1, expect.arrayContaining([roles.sergeant])])
  })

  it('is the end of three suspensions that a key brings forward, which gives within its bounds and is taken back', async () => {
    await promoteAll(roles.sergeant)
    const few = members.slice(0, 3)
    const suspended = await Promise.all(
      few.map(async (userId) => {
        const body = { userId, durationSeconds: 6_000, rankUniqueId: roles.recruit }
        return (await home.client.post('/v2/suspensions', body)).body.data
      }),
    )
    const shorten = (by: Client, id: string): Promise<Answer> =>
      by.patch(`/v2/suspensions/${id}`, { durationSeconds: 60 })
    const low = await issueKey(await home.ctx(), {
      name: 'low',
      scopes: allScopes,
      expiresAt: null,
      bounds: { ...everyRank, highestRankGiven: 10, highestRankTouched: 10, takesPerHourLimit: 1 },
    })
    const { client, keyId } = await keyWith({ takesPerHourLimit: 1 })
    for (const { suspensionId } of suspended) {
      expect(codeOf(await shorten(clientAt(app.url, low.key), suspensionId))).toEqual([403, 'rank_out_of_bounds'])
      expect((await shorten(client, suspensionId)).status).toBe(200)
    }
    expect(await takenIn()).toBe(0)
    const body = { source: 'key', sourceId: keyId, from: new Date(Date.now() - 600_000).toISOString() }
    const { reversalId } = (await home.client.post('/v2/reversals', body)).body.data
    const path = `/v2/reversals/${String(reversalId)}`
    await until('the reversal', async () => (await home.client.get(path)).body.data.completedAt !== null)
    for (const { suspensionId, endsAt } of suspended)
      expect((await home.client.get(`/v2/suspensions/${String(suspensionId)}`)).body.data.endsAt).toBe(endsAt)
  })

  it('is what the platform refuses and the queue repeats: one change counts once', async () => {
    await promoteAll()
    const { client } = await keyWith({ takesPerHourLimit: 5 })
    await hold(app)
    const id = await accepted({ ...home, client }, { userId: member, rankId: 1, deadlineSeconds: 600 })
    app.simulator.faults.add({ kind: 'throttle', count: 3, retryAfter: 1 })
    await release(app)
    expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
    expect(await takenIn()).toBe(1)
  })
})

it('a new key takes 300 times an hour, and never more often than the key that creates it', async () => {
  const { client } = await keyWith({ takesPerHourLimit: 7 })
  const body = { name: 'y', scopes: ['members.read'] }
  const takesOf = ({ body: { data } }: Answer): unknown => data.takesPerHourLimit
  expect(takesOf(await client.post('/v2/keys', body))).toBe(7)
  expect(takesOf(await home.client.post('/v2/keys', body))).toBe(300)
  expect(takesOf(await home.client.post('/v2/keys', { ...body, takesPerHourLimit: null }))).toBeNull()
  const more = await client.post('/v2/keys', { ...body, takesPerHourLimit: null })
  expect([codeOf(more), more.body.error.details]).toEqual([[403, 'key_authority_exceeded'], { takesPerHourLimit: 7 }])
})

describe('a paused key', () => {
  it('is paused and resumed by hand, each with an audit entry', async () => {
    const { client, keyId } = await keyWith({})
    await home.client.patch(`/v2/keys/${keyId}`, { paused: true })
    await until('the writes are refused', async () => (await award(client, 1)).body.error?.code === 'key_paused')
    expect((await client.get(`/v2/members/${member}`)).status).toBe(200)
    expect(codeOf(await client.patch(`/v2/keys/${keyId}`, { paused: false }))).toEqual([403, 'key_paused'])
    await home.client.patch(`/v2/keys/${keyId}`, { paused: false })
    await until('the writes are accepted', async () => (await award(client, 1)).status === 200)
    const entries = await newestEntries(app.base, home.communityId, 10)
    expect(
      entries.map(({ action }) => action).filter((action) => action.startsWith('key.p') || action === 'key.resumed'),
    ).toEqual(['key.resumed', 'key.paused'])
  })

  it('is resumed only by a key that has all of its powers', async () => {
    const { keyId } = await keyWith({})
    const { client: lesser } = await keyWith({ takesPerHourLimit: 10 })
    expect((await lesser.patch(`/v2/keys/${keyId}`, { paused: true })).status).toBe(200)
    const refused = await lesser.patch(`/v2/keys/${keyId}`, { paused: false })
    expect([codeOf(refused), refused.body.error.details]).toEqual([
      [403, 'key_authority_exceeded'],
      { takesPerHourLimit: 10 },
    ])
  })
})

describe('the count', () => {
  let id: string
  const limited = async (most: number) => ({ keyId: id } = await keyWith({ takesPerHourLimit: most }))
  const take = (needed: number) => countTakes(app.base.db, { communityId: home.communityId, kind: 'key', id }, needed)

  it('keeps any hour within the limit, tells when there is room again, and grants nothing that does not fit', async () => {
    await limited(100)
    expect(await take(70)).toMatchObject({ granted: true, remaining: 30, resetMs: null })
    await passMinutes(30)
    expect(await take(30)).toMatchObject({ granted: true, remaining: 0 })
    const refused = await take(1)
    expect(refused).toMatchObject({ granted: false, remaining: 0 })
    // the 70 permits of half an hour ago expire first
    expect([(refused.resetMs ?? 0) > 29 * 60_000, (refused.resetMs ?? 0) <= 31 * 60_000]).toEqual([true, true])
    const all = await take(71)
    expect([(all.resetMs ?? 0) > 59 * 60_000, (all.resetMs ?? 0) <= 61 * 60_000]).toEqual([true, true])
    expect(await take(101)).toMatchObject({ granted: false, resetMs: null })
    await passMinutes(30)
    expect((await take(71)).granted).toBe(false)
    await passMinutes(1)
    expect(await take(70)).toMatchObject({ granted: true, remaining: 0 })
  })

  it('is exact for concurrent callers', async () => {
    await limited(25)
    const counted = await Promise.all(Array.from({ length: 40 }, () => take(1)))
    expect(counted.filter(({ granted }) => granted)).toHaveLength(25)
  })
})

describe('the keys that a credential made', () => {
  const blacklist = (client: Client, userId: number) => client.post('/v2/blacklist-entries', { userId, reason: 'x' })
  const makeKey = async (client: Client, body: object = {}): Promise<{ client: Client; keyId: string }> => {
    const request = { name: 'made', scopes: allScopes, neverExpires: true, ...body }
    const { data } = (await client.post('/v2/keys', request)).body
    return { client: clientAt(app.url, data.key as string), keyId: data.keyId as string }
  }
  let nextUser = 880_001

  it('of a person share the limit of the person, however many there are', async () => {
    const ana = await staffOf(app, home, 'administrator', 'Ana', { ...everyRank, takesPerHourLimit: 20 })
    const keys = await Promise.all(Array.from({ length: 4 }, () => makeKey(ana.client)))
    const clients = [ana.client, ...keys.map(({ client }) => client)]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => blacklist(clients[at % clients.length] as Client, nextUser++)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.error.code))).toEqual(
      new Set(['rate_limit_exceeded']),
    )
    for (const client of clients) expect(codeOf(await blacklist(client, nextUser++))).toEqual(EXCEEDED)
    // other keys do not wait for it
    expect((await blacklist((await keyWith({ takesPerHourLimit: 5 })).client, nextUser++)).status).toBe(201)
    const told = (await newestEntries(app.base, home.communityId, 200)).filter(({ action }) =>
      action.endsWith('.limited'),
    )
    expect(told).toHaveLength(1)
  })

  it('share the limit of their maker, also after rotations', async () => {
    const root = await keyWith({ takesPerHourLimit: 6 })
    const made = await makeKey(root.client)
    const last = await makeKey(made.client)
    const { data } = (await made.client.post(`/v2/keys/${made.keyId}/rotate`, { neverExpires: true })).body
    const rotated = clientAt(app.url, data.key as string)
    for (const client of [root.client, made.client, last.client, rotated, rotated, last.client])
      expect((await blacklist(client, nextUser++)).status).toBe(201)
    for (const client of [root.client, made.client, last.client, rotated]) {
      const refused = await blacklist(client, nextUser++)
      expect([codeOf(refused), refused.body.error.details.limit]).toEqual([EXCEEDED, 6])
    }
    // a key that an administrator replaces keeps its limit
    const replaced = (await home.client.post(`/v2/keys/${made.keyId}/rotate`, { neverExpires: true })).body.data
    const fresh = clientAt(app.url, replaced.key as string)
    expect(codeOf(await blacklist(fresh, nextUser++))).toEqual(EXCEEDED)
  })

  it('have their own limit besides, and what it refuses does not count for the maker', async () => {
    const root = await keyWith({ takesPerHourLimit: 10 })
    const small = await makeKey(root.client, { takesPerHourLimit: 2 })
    const answers = await Promise.all(Array.from({ length: 9 }, () => blacklist(small.client, nextUser++)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    for (let count = 0; count < 8; count++) expect((await blacklist(root.client, nextUser++)).status).toBe(201)
    expect(codeOf(await blacklist(root.client, nextUser++))).toEqual(EXCEEDED)
  })

  it('are counted together for rank changes on the platform, too', async () => {
    const root = await keyWith({ takesPerHourLimit: 2 })
    const made = await makeKey(root.client)
    await promoteAll()
    expect((await rank(made.client, member, roles.recruit)).status).toBe(200)
    expect((await rank(root.client, other, roles.recruit)).status).toBe(200)
    expect(codeOf(await rank(made.client, third, roles.recruit))).toEqual(EXCEEDED)
    expect(rolesOnPlatform(app, third)).toContain(roles.private)
  })

  it('of the operator each have a limit of their own', async () => {
    const [one, two] = [await keyWith({ takesPerHourLimit: 1 }), await keyWith({ takesPerHourLimit: 1 })]
    for (const { client } of [one, two]) expect((await blacklist(client, nextUser++)).status).toBe(201)
    for (const { client } of [one, two]) expect(codeOf(await blacklist(client, nextUser++))).toEqual(EXCEEDED)
  })
})
