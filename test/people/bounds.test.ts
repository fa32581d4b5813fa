// A person gives only ranks within their bounds, and has a limit of takes per hour.
import { sql } from 'kysely'
import type { PersonRequest } from '../../src/people/actions'
import { takesOf, staffRoles } from '../../src/people/roles'
import { messageOf } from '../../src/webhooks/rules'
import { anyNumber, everyRank, group, startTestApp } from '../support/app'
import type { Answer, Client, TestApp, TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { browserWith, staffOf, type Staff } from '../support/people'
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
const EXCEEDED = [429, 'rate_limit_exceeded']
const passMinutes = (minutes: number): Promise<unknown> =>
  sql`update take_window set minute = minute - ${minutes} where community_id = ${home.communityId}`.execute(app.base.db)
const PAUSED = [403, 'person_paused']
const AUTHORITY = [403, 'authority_exceeded']
const award = (client: Client, amount: number, op = 'increment', userId: number = member): Promise<Answer> =>
  client.post(`/v2/members/${userId}/experience`, { op, amount })
const rank = (client: Client, userId: number, rankId = 10): Promise<Answer> =>
  client.put(`/v2/members/${userId}/rank`, { rankId })
const person = async (personId: string) => (await home.client.get(`/v2/people/${personId}`)).body.data
const change = (personId: string, body: object): Promise<Answer> => home.client.patch(`/v2/people/${personId}`, body)

describe('beyond the takes of an hour', () => {
  it('a person is refused with a time to wait, gives on, and may do the same again later', async () => {
    const { client, personId } = await officer({ takesPerHourLimit: 1 })
    expect([(await rank(client, member)).status, (await rank(client, other)).status]).toEqual([200, 200])
    expect((await rank(client, member, 1)).status).toBe(200)
    const refused = await rank(client, other, 1)
    expect(codeOf(refused)).toEqual(EXCEEDED)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    expect([(await award(client, 1_500_000, 'set')).status, (await rank(client, other, 50)).status]).toEqual([200, 200])
    expect((await person(personId)).pausedAt).toBeNull()
    await passMinutes(61)
    expect((await rank(client, other, 1)).status).toBe(200)
  })

  it('the excess is reported once, in the name of the person', async () => {
    const { client, personId } = await officer({ takesPerHourLimit: 1 })
    for (const userId of [member, other]) await rank(client, userId)
    await Promise.all([member, other, member].map((userId) => rank(client, userId, 1)))
    await rank(client, other, 1)
    const entries = (await newestEntries(app.base, home.communityId, 20)).filter(
      ({ action }) => action === 'person.limited',
    )
    expect(entries.map((entry) => entry.after)).toEqual([{ personId, limit: 1 }])
    const body = messageOf({ ...(entries[0] as (typeof entries)[number]), user_id: null })
    expect([body?.type, JSON.parse(body?.body ?? '').data]).toEqual([
      'person.limited',
      expect.objectContaining({ personId, limit: 1 }),
    ])
  })

  it('all sessions of a person share one limit', async () => {
    const { client, cookie } = await officer({ takesPerHourLimit: 1 })
    for (const userId of [member, other]) await rank(client, userId)
    expect((await rank(client, member, 1)).status).toBe(200)
    expect(codeOf(await rank(browserWith(app, cookie), other, 1))).toEqual(EXCEEDED)
  })
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
  it.each(staffRoles)('with the role %s has its takes', async (role) => {
    const { data } = (await home.client.post('/v2/people', { name: 'Bea', role })).body
    expect(data).toMatchObject({ ...everyRank, pausedAt: null })
    expect(data.takesPerHourLimit).toBe(takesOf(role))
  })

  it('gives every rank', async () => {
    const { client } = await staffOf(app, home, 'officer', 'Ana', {})
    for (const rankId of [100, 50, 10]) expect((await rank(client, member, rankId)).status).toBe(200)
  })

  it('has no more than the caller', async () => {
    const ana = await staffOf(app, home, 'administrator', 'Ana', {
      ...everyRank,
      ...upTo(1),
      takesPerHourLimit: 7,
    })
    const body = { name: 'Bea', role: 'officer' }
    const made = await ana.client.post('/v2/people', body)
    expect(made.body.data).toMatchObject({
      ...upTo(1),
      takesPerHourLimit: 7,
    })
    const more = await ana.client.post('/v2/people', { ...body, ...upTo(50), takesPerHourLimit: 8 })
    expect([codeOf(more), more.body.error.details]).toEqual([AUTHORITY, { ...upTo(1), takesPerHourLimit: 7 }])
    const key = await ana.client.post('/v2/keys', { name: 'k', scopes: ['members.read'], ...upTo(50) })
    expect([codeOf(key), key.body.error.details]).toEqual([[403, 'key_authority_exceeded'], upTo(1)])
  })
})

describe('nobody gives more than they hold', () => {
  const boss = (): Promise<Staff> => staffOf(app, home, 'administrator', 'Ana', { ...everyRank, ...upTo(50) })

  it('a person does not widen themselves or others, and may narrow both', async () => {
    const [ana, bea] = [await boss(), await officer(upTo(10))]
    await staffOf(app, home, 'administrator', 'Eve')
    const widen = (personId: string): Promise<Answer> =>
      ana.client.patch(`/v2/people/${personId}`, { highestRankGiven: 51 })
    expect([codeOf(await widen(ana.personId)), codeOf(await widen(bea.personId))]).toEqual([AUTHORITY, AUTHORITY])
    const narrowed = await ana.client.patch(`/v2/people/${bea.personId}`, { highestRankGiven: 5 })
    expect([narrowed.status, narrowed.body.data.highestRankGiven]).toEqual([200, 5])
    expect((await ana.client.patch(`/v2/people/${ana.personId}`, { highestRankGiven: 20 })).status).toBe(200)
  })

  it('a caller with less may pause a person with more, but neither invite again, resume nor enable them', async () => {
    const [ana, bea] = [await boss(), await officer({})]
    expect(codeOf(await ana.client.post(`/v2/people/${bea.personId}/invite`, undefined))).toEqual(AUTHORITY)
    expect((await ana.client.patch(`/v2/people/${bea.personId}`, { paused: true })).status).toBe(200)
    expect(codeOf(await ana.client.patch(`/v2/people/${bea.personId}`, { paused: false }))).toEqual(AUTHORITY)
    expect((await ana.client.patch(`/v2/people/${bea.personId}`, { enabled: false })).status).toBe(200)
    expect(codeOf(await ana.client.patch(`/v2/people/${bea.personId}`, { enabled: true }))).toEqual(AUTHORITY)
  })

  it('a new role brings the takes of a new person, unless others are named, and the bounds stay', async () => {
    const { personId } = await officer(upTo(10))
    const promoted = (await change(personId, { role: 'administrator', takesPerHourLimit: 9 })).body.data
    expect(promoted).toMatchObject({ ...upTo(10), takesPerHourLimit: 9 })
    await staffOf(app, home, 'administrator', 'Eve')
    const demoted = (await change(personId, { role: 'viewer' })).body.data
    expect(demoted).toMatchObject({ ...upTo(10), takesPerHourLimit: 0 })
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
    const { personId } = await officer({ takesPerHourLimit: 0 })
    await change(personId, { paused: true })
    const invited = await home.client.post(`/v2/people/${personId}/invite`, undefined)
    expect([invited.status, invited.body.data.pausedAt]).toEqual([201, (await person(personId)).pausedAt])
  })
})
