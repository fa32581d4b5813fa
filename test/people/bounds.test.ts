// A person gives only ranks within their bounds, and who goes beyond a number a minute is paused, and told.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PersonRequest } from '../../src/people/actions'
import { limitsByRole, staffRoles } from '../../src/people/roles'
import { makeApp } from '../../src/process/app'
import { messageOf } from '../../src/webhooks/rules'
import { anyNumber, everyRank, group, makeClient, serve, startTestApp } from '../support/app'
import type { Answer, Client, TestApp, TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { browserWith, sameOrigin, staffOf, type Staff } from '../support/people'
import { accepted, hold, release, resetRoles, rolesOnPlatform, settled } from '../operations/fixture'

const { roles, members } = group
const [member, other] = members

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

type Bounds = NonNullable<PersonRequest['bounds']>
const officer = (bounds: Bounds): Promise<Staff> =>
  staffOf(app, home, 'officer', 'Ana', { ...everyRank, ...anyNumber, ...bounds })
const upTo = (rank: number): Bounds => ({ highestRankGiven: rank, highestRankTouched: rank })
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const EXCEEDED = [403, 'change_limit_exceeded']
const PAUSED = [403, 'person_paused']
const AUTHORITY = [403, 'authority_exceeded']
const award = (client: Client, amount: number, op = 'increment', userId: number = member): Promise<Answer> =>
  client.post(`/v2/members/${userId}/experience`, { op, amount })
const rank = (client: Client, userId: number, rankId = 10): Promise<Answer> =>
  client.put(`/v2/members/${userId}/rank`, { rankId })
const person = async (personId: string) => (await home.client.get(`/v2/people/${personId}`)).body.data
const change = (personId: string, body: object): Promise<Answer> => home.client.patch(`/v2/people/${personId}`, body)

describe('beyond a number', () => {
  it('a person is refused and paused: writes are refused, reads are answered, and the person may sign out', async () => {
    const { client, personId } = await officer({ pointsPerMinuteLimit: 100 })
    expect((await award(client, 60)).status).toBe(200)
    const refused = await award(client, 41)
    expect([codeOf(refused), refused.body.error.details]).toEqual([EXCEEDED, { kind: 'points', limit: 100 }])
    expect(codeOf(await award(client, 1))).toEqual(PAUSED)
    expect(codeOf(await client.post('/v2/medals', { name: 'm' }))).toEqual(PAUSED)
    expect((await client.get('/v2/session')).body.data.pausedAt).toEqual((await person(personId)).pausedAt)
    expect((await client.get(`/v2/members/${member}`)).body.data.experience).toBe(60)
    expect((await client.post('/v2/session/end', undefined)).status).toBe(204)
  })

  it('it is told once, whatever number of requests go beyond it', async () => {
    const { client, personId } = await officer({ pointsPerMinuteLimit: 5 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => award(client, 1)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const entries = (await newestEntries(app.base, home.communityId, 20)).filter(
      ({ action }) => action === 'person.paused',
    )
    const after = { personId, pausedAt: expect.any(String) as string, kind: 'points', limit: 5 }
    expect(entries.map((entry) => entry.after)).toEqual([after])
    const body = messageOf({ ...(entries[0] as (typeof entries)[number]), user_id: null })
    expect([body?.type, JSON.parse(body?.body ?? '').data]).toEqual(['person.paused', expect.objectContaining(after)])
    expect(app.logs).toContainEqual(expect.objectContaining({ personIds: [personId], kind: 'points', limit: 5 }))
  })

  it.each<[string, Bounds, (client: Client) => Promise<Answer>]>([
    ['setMemberRank', { rankChangesPerMinuteLimit: 0 }, (client) => rank(client, member)],
    [
      'submitRankOperation',
      { rankChangesPerMinuteLimit: 0 },
      (client) =>
        client.post(
          '/v2/platform-operations/ranks',
          { userId: member, rankId: 10 },
          { 'Idempotency-Key': randomUUID() },
        ),
    ],
    ['changeExperience by set', { pointsPerMinuteLimit: 99 }, (client) => award(client, 100, 'set')],
    [
      'awardBatch',
      { pointsPerMinuteLimit: 99 },
      (client) =>
        client.post('/v2/award-batches', {
          batchId: randomUUID(),
          entries: [member, other].map((userId) => ({ userId, experience: { op: 'increment', amount: 50 } })),
        }),
    ],
  ])('%s changes nothing', async (_, bounds, act) => {
    const { client, personId } = await officer(bounds)
    expect(codeOf(await act(client))).toEqual(EXCEEDED)
    expect((await home.client.get(`/v2/members/${member}`)).body.data.experience).toBe(0)
    expect(rolesOnPlatform(app, member)).toEqual([roles.recruit])
    expect((await person(personId)).pausedAt).not.toBeNull()
  })

  it('all sessions of a person have one number', async () => {
    const { client, cookie } = await officer({ rankChangesPerMinuteLimit: 1 })
    expect((await rank(client, member)).status).toBe(200)
    expect(codeOf(await rank(browserWith(app, cookie), other))).toEqual(EXCEEDED)
  })
})

it('a person in two processes at once never goes beyond the number', async () => {
  const second = await serve(await makeApp(app.parts))
  try {
    const { cookie } = await officer({ pointsPerMinuteLimit: 1_000, rankChangesPerMinuteLimit: 2 })
    const clients = [app.url, second.url].map((url) => makeClient(url, { Cookie: cookie, ...sameOrigin }))
    const clientOf = (index: number): Client => clients[index % 2] as Client
    const begin = performance.now()
    const awards = Array.from({ length: 150 }, (_, index) =>
      award(clientOf(index), 10, index % 3 === 0 ? 'decrement' : 'increment', members[index % 5]),
    )
    const answers = await Promise.all(awards)
    const sum = answers
      .filter(({ status }) => status === 200)
      .reduce((all, { body }) => all + Math.abs(body.meta.change as number), 0)
    // a minute may pass on a busy machine
    const minutes = (): number => Math.ceil((performance.now() - begin) / 60_000)
    expect(sum).toBeLessThanOrEqual(1_000 * minutes())
    // a process may hold up to a fiftieth unspent
    expect(sum).toBeGreaterThanOrEqual(900)
    await sql`update person set paused_at = null where community_id = ${home.communityId}`.execute(app.base.db)
    const ranked = await Promise.all(members.slice(0, 4).map((userId, index) => rank(clientOf(index), userId)))
    expect(ranked.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2 * minutes())
    expect(ranked.map(codeOf)).toContainEqual(EXCEEDED)
  } finally {
    await second.close()
  }
})

describe('before anything is sent', () => {
  it('bounds that became less stop a queued rank change', async () => {
    const ana = await officer({})
    await hold(app)
    const id = await accepted({ ...home, client: ana.client }, { userId: member, rankId: 50 })
    expect((await change(ana.personId, upTo(10))).status).toBe(200)
    await release(app)
    expect(await settled(home, id)).toMatchObject({ status: 'failed', error: { code: 'rank_out_of_bounds' } })
    expect(rolesOnPlatform(app, member)).toEqual([roles.recruit])
  })

  it('AutoRank skips a member whom the person may not move, and the award is kept', async () => {
    await home.client.patch(`/v2/ranks/${roles.sergeant}`, { autoRank: { experience: 100 } })
    const { client } = await officer(upTo(10))
    const answer = await award(client, 150)
    expect([answer.body.data.experience, answer.body.meta.autoRank]).toEqual([
      150,
      { outcome: 'skipped', reason: 'rank_out_of_bounds' },
    ])
  })
})

describe('a new person', () => {
  it.each(staffRoles)('with the role %s has its numbers', async (role) => {
    const { data } = (await home.client.post('/v2/people', { name: 'Bea', role })).body
    const { rankChanges, points } = limitsByRole[role]
    expect(data).toMatchObject({ ...upTo(10), lowestRankTouched: 0, pausedAt: null })
    expect([data.rankChangesPerMinuteLimit, data.pointsPerMinuteLimit]).toEqual([rankChanges, points])
  })

  it('touches no member of the two highest ranks, and gives neither', async () => {
    const { client } = await staffOf(app, home, 'officer', 'Ana', {})
    expect(codeOf(await rank(client, member, 100))).toEqual([403, 'rank_out_of_bounds'])
    expect(codeOf(await rank(client, member, 50))).toEqual([403, 'rank_out_of_bounds'])
    expect((await rank(client, member, 10)).status).toBe(200)
  })

  it('has what the caller has where it is less, and never more', async () => {
    const ana = await staffOf(app, home, 'administrator', 'Ana', {
      ...everyRank,
      ...upTo(1),
      rankChangesPerMinuteLimit: 7,
    })
    const body = { name: 'Bea', role: 'officer' }
    const made = await ana.client.post('/v2/people', body)
    expect(made.body.data).toMatchObject({
      ...upTo(1),
      ...{ rankChangesPerMinuteLimit: 7, pointsPerMinuteLimit: 250_000 },
    })
    const more = await ana.client.post('/v2/people', { ...body, ...upTo(50), rankChangesPerMinuteLimit: 8 })
    expect([codeOf(more), more.body.error.details]).toEqual([AUTHORITY, { ...upTo(1), rankChangesPerMinuteLimit: 7 }])
    const key = await ana.client.post('/v2/keys', { name: 'k', scopes: ['members.read'], ...upTo(50) })
    expect([codeOf(key), key.body.error.details]).toEqual([[403, 'key_authority_exceeded'], upTo(1)])
  })
})

describe('nobody gives more than they hold', () => {
  const boss = (): Promise<Staff> => staffOf(app, home, 'administrator', 'Ana', { ...everyRank, ...upTo(50) })

  it('a person does not widen themselves or others, and may narrow both', async () => {
    const [ana, bea] = [await boss(), await officer(upTo(10))]
    const widen = (personId: string): Promise<Answer> =>
      ana.client.patch(`/v2/people/${personId}`, { highestRankGiven: 51 })
    expect([codeOf(await widen(ana.personId)), codeOf(await widen(bea.personId))]).toEqual([AUTHORITY, AUTHORITY])
    const narrowed = await ana.client.patch(`/v2/people/${bea.personId}`, { highestRankGiven: 5 })
    expect([narrowed.status, narrowed.body.data.highestRankGiven]).toEqual([200, 5])
    expect((await ana.client.patch(`/v2/people/${ana.personId}`, { highestRankGiven: 20 })).status).toBe(200)
  })

  it('whoever has less neither invites again nor resumes nor lets in who has more, and may pause them', async () => {
    const [ana, bea] = [await boss(), await officer({})]
    expect(codeOf(await ana.client.post(`/v2/people/${bea.personId}/invite`, undefined))).toEqual(AUTHORITY)
    expect((await ana.client.patch(`/v2/people/${bea.personId}`, { paused: true })).status).toBe(200)
    expect(codeOf(await ana.client.patch(`/v2/people/${bea.personId}`, { paused: false }))).toEqual(AUTHORITY)
    expect((await ana.client.patch(`/v2/people/${bea.personId}`, { enabled: false })).status).toBe(200)
    expect(codeOf(await ana.client.patch(`/v2/people/${bea.personId}`, { enabled: true }))).toEqual(AUTHORITY)
  })

  it('a new role brings the bounds and the numbers of a new person, unless others are named', async () => {
    const { personId } = await officer({})
    const promoted = (await change(personId, { role: 'administrator', pointsPerMinuteLimit: 9 })).body.data
    expect(promoted).toMatchObject({ ...upTo(10), rankChangesPerMinuteLimit: 200, pointsPerMinuteLimit: 9 })
    const demoted = (await change(personId, { role: 'viewer' })).body.data
    expect(demoted).toMatchObject({ rankChangesPerMinuteLimit: 0, pointsPerMinuteLimit: 0 })
  })
})

describe('a paused person', () => {
  it('does not resume themselves; an administrator does, each with an audit entry', async () => {
    const ana = await staffOf(app, home, 'administrator')
    await change(ana.personId, { paused: true })
    expect(codeOf(await ana.client.patch(`/v2/people/${ana.personId}`, { paused: false }))).toEqual(PAUSED)
    expect((await change(ana.personId, { paused: false })).body.data.pausedAt).toBeNull()
    expect((await award(ana.client, 1)).status).toBe(200)
    const actions = (await newestEntries(app.base, home.communityId, 10)).map(({ action }) => action)
    expect(actions.filter((action) => action.startsWith('person.'))).toEqual([
      'person.resumed',
      'person.paused',
      'person.register',
      'person.create',
    ])
  })

  it('is still paused after a new invitation', async () => {
    const { personId } = await officer({ pointsPerMinuteLimit: 0, rankChangesPerMinuteLimit: 0 })
    await change(personId, { paused: true })
    const invited = await home.client.post(`/v2/people/${personId}/invite`, undefined)
    expect([invited.status, invited.body.data.pausedAt]).toEqual([201, (await person(personId)).pausedAt])
  })
})

it('a person of before has no bounds and no numbers until they are set', async () => {
  const { client, personId } = await officer({})
  await sql`update person set highest_rank_given = default, lowest_rank_touched = default, highest_rank_touched = default,
    rank_changes_per_minute_limit = default, points_per_minute_limit = default
    where community_id = ${home.communityId} and person_id = ${personId}`.execute(app.base.db)
  const numbers = { rankChangesPerMinuteLimit: null, pointsPerMinuteLimit: null }
  expect((await client.get('/v2/session')).body.data).toMatchObject({ ...everyRank, ...numbers })
  expect([(await award(client, 1_000)).status, (await rank(client, member, 100)).status]).toEqual([200, 200])
  const renamed = (await client.get('/v2/session')).status === 200 && (await change(personId, { name: 'Bea' }))
  expect(renamed).toMatchObject({ body: { data: { ...everyRank, ...numbers, name: 'Bea' } } })
})
