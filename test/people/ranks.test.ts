// A person who is bound to a member has the role only while the member holds a rank on the platform.
import { sql } from 'kysely'
import { group, startTestApp, tasksOf, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { staffOf, type Staff } from '../support/people'
import { until } from '../support/until'
import { adminOf } from '../admin/support'
import { accepted, hold, release, resetRoles, settled, watchCalls } from '../operations/fixture'

const { roles, members } = group
const [member, other, third] = members

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  home = await app.community()
})

const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const LOST = [403, 'insufficient_scope']
const AUTHORITY = [403, 'authority_exceeded']
const byRank = { userId: member as number, lowestRank: roles.sergeant as number }
const give = (role: number, userId: number = member) => app.world.giveRole(group.id, userId, role)
const read = () => tasksOf(app)['read-staff-ranks'](home)
const officer = (binding = byRank): Promise<Staff> => staffOf(app, home, 'officer', 'Ana', undefined, binding)
const person = async (personId: string) => (await home.client.get(`/v2/people/${personId}`)).body.data
const change = (personId: string, body: object): Promise<Answer> => home.client.patch(`/v2/people/${personId}`, body)
const ageReading = (seconds: number) =>
  sql`update person set rank_read_at = rank_read_at - make_interval(secs => ${seconds})
    where community_id = ${home.communityId}`.execute(app.base.db)
const medals = ({ client }: Staff): Promise<Answer> => client.get('/v2/medals')

/** A person bound to a sergeant, whose rank has been read. */
async function sergeant(): Promise<Staff> {
  give(roles.sergeant)
  const ana = await officer()
  await read()
  return ana
}

describe('a role that is bound to a rank', () => {
  it('does not count before the rank was read, and counts from then on', async () => {
    give(roles.sergeant)
    const ana = await officer()
    const refused = await medals(ana)
    expect([codeOf(refused), refused.body.error.details.reason]).toEqual([LOST, 'unread'])
    expect(await person(ana.personId)).toMatchObject({
      userId: String(member),
      lowestRankUniqueId: roles.sergeant,
      roleCounts: false,
    })
    await read()
    expect((await medals(ana)).status).toBe(200)
    expect((await person(ana.personId)).roleCounts).toBe(true)
  })

  it('counts with a higher rank too', async () => {
    give(roles.lieutenant)
    const ana = await officer()
    await read()
    expect((await medals(ana)).status).toBe(200)
  })

  it('is lost with the rank, each request says which, and it returns with the rank', async () => {
    const ana = await sergeant()
    app.world.takeRole(group.id, member, roles.sergeant)
    give(roles.private)
    await read()
    const answers = [await medals(ana), await ana.client.post('/v2/medals', { name: 'Valor' })]
    expect(answers.map(codeOf)).toEqual([LOST, LOST])
    expect(answers[0]?.body.error).toMatchObject({ details: { lowestRank: 'sergeant', reason: 'lost' } })
    expect(answers[0]?.body.error.message).toMatch(/from the rank sergeant on.*account 101.*ask an administrator/)
    give(roles.sergeant)
    await read()
    expect((await medals(ana)).status).toBe(200)
  })

  it('is lost when the member leaves the group', async () => {
    const ana = await sergeant()
    app.world.removeMember(group.id, member)
    await read()
    app.world.addMember(group.id, member)
    expect(codeOf(await medals(ana))).toEqual(LOST)
  })

  it('lets the person read and end the session when it does not count', async () => {
    const ana = await officer()
    expect(codeOf(await medals(ana))).toEqual(LOST)
    expect((await ana.client.get('/v2/session')).body.data.personId).toBe(ana.personId)
    expect((await ana.client.post('/v2/session/end', undefined)).status).toBe(204)
  })

  it('counts for three minutes after a reading while the platform is silent, and then no more', async () => {
    const ana = await sergeant()
    app.simulator.faults.add({ kind: 'drop' })
    await read()
    await ageReading(170)
    expect((await medals(ana)).status).toBe(200)
    await ageReading(15)
    const refused = await medals(ana)
    expect([codeOf(refused), refused.body.error.details.reason]).toEqual([LOST, 'unread'])
    expect(app.logs).toContainEqual(expect.objectContaining({ msg: 'ranks of the staff could not be read' }))
    app.simulator.faults.clear()
    await read()
    expect((await medals(ana)).status).toBe(200)
  })

  it('does not count after the role of the group was removed', async () => {
    const ana = await sergeant()
    await sql`delete from rank where community_id = ${home.communityId} and unique_id = ${roles.sergeant}`.execute(
      app.base.db,
    )
    expect(codeOf(await medals(ana))).toEqual(LOST)
  })

  it('stops a queued rank change that the person asked for before the loss', async () => {
    const worked = await startTestApp()
    try {
      const there = await worked.community()
      worked.world.giveRole(group.id, member, roles.sergeant)
      const ana = await staffOf(worked, there, 'officer', 'Ana', undefined, byRank)
      await until('the worker has read the rank', async () => (await medals(ana)).status === 200)
      await there.client.get(`/v2/members/${other}`)
      await hold(worked)
      const id = await accepted({ ...there, client: ana.client }, { userId: other, rankId: 10 })
      worked.world.takeRole(group.id, member, roles.sergeant)
      await tasksOf(worked)['read-staff-ranks'](there)
      await release(worked)
      expect(await settled(there, id)).toMatchObject({
        status: 'failed',
        error: { code: 'actor-authorization-revoked' },
      })
      expect(worked.world.rolesOf(group.id, other)).toEqual([roles.recruit])
    } finally {
      await worked.close()
    }
  })
})

describe('a round of readings', () => {
  it('asks once for an account, whatever number of people it has, and not for people without a rank', async () => {
    give(roles.sergeant)
    await officer()
    await officer()
    await staffOf(app, home, 'viewer', 'Bea', undefined, { userId: other })
    const calls = watchCalls(app, /\/memberships/)
    await read()
    expect(calls()).toBe(1)
  })

  it('reads at most 50 accounts, those that were read longest ago first', async () => {
    await sql`insert into person (community_id, person_id, name, role, user_id, lowest_rank_unique_id)
      select ${home.communityId}, 'per_' || translate(lpad(n::text, 20, '0'), '0189', 'abcd'), 'Many', 'viewer', n + 1000,
        ${roles.sergeant}::bigint from generate_series(1, 60) n`.execute(app.base.db)
    const unread = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from person
          where community_id = ${home.communityId} and rank_read_at is null`.execute(app.base.db)
      ).rows[0]?.n
    await read()
    expect(await unread()).toBe(10)
    await read()
    expect(await unread()).toBe(0)
  })

  it('goes on with the others when one account cannot be read', async () => {
    give(roles.sergeant)
    const ana = await officer()
    await staffOf(app, home, 'viewer', 'Bea', undefined, { ...byRank, userId: third })
    app.simulator.faults.add({ kind: 'reject', status: 500, path: '/memberships', count: 1 })
    await read()
    const { rows } = await sql`select from person
      where community_id = ${home.communityId} and rank_read_at is not null`.execute(app.base.db)
    expect(rows).toHaveLength(1)
    await read()
    expect((await medals(ana)).status).toBe(200)
  })

  it('is queued twice a minute for communities with such a person alone', async () => {
    await sql`delete from graphile_worker._private_jobs`.execute(app.dba)
    await app.community()
    await officer()
    await sql`delete from graphile_worker._private_jobs`.execute(app.dba)
    const minute = Math.ceil(Date.now() / 60_000) * 60_000
    const queue = () => tasksOf(app)['queue-staff-rank-readings']({ _cron: { ts: new Date(minute).toISOString() } })
    await queue()
    await queue()
    const { rows } = await sql<{ id: string; at: number }>`
      select payload->>'communityId' as id, extract(epoch from run_at)::float8 * 1000 as at
      from graphile_worker._private_jobs where payload->>'communityId' = ${home.communityId} order by run_at`.execute(
      app.dba,
    )
    expect(rows.map(({ id }) => id)).toEqual([home.communityId, home.communityId])
    const [first = 0, second = 0] = rows.map(({ at }) => at)
    expect([first >= minute && first < minute + 30_000, second - first]).toEqual([true, 30_000])
  })
})

describe('binding', () => {
  it('a rank needs a member, and an unknown rank or one of another community is 404', async () => {
    const ana = await staffOf(app, home, 'viewer')
    const alone = await change(ana.personId, { lowestRankUniqueId: roles.sergeant })
    expect([codeOf(alone), alone.body.error.details.issues[0].instancePath]).toEqual([
      [400, 'validation_failed'],
      '/body/lowestRankUniqueId',
    ])
    const unknown = { userId: String(member), lowestRankUniqueId: 77 }
    expect(codeOf(await change(ana.personId, unknown))).toEqual([404, 'rank_not_found'])
    const created = await home.client.post('/v2/people', { name: 'Bea', role: 'viewer', ...unknown })
    expect(codeOf(created)).toEqual([404, 'rank_not_found'])
    const unconnected = await app.community({ connected: false })
    const body = { name: 'Bea', role: 'viewer', userId: String(member), lowestRankUniqueId: roles.sergeant }
    expect(codeOf(await unconnected.client.post('/v2/people', body))).toEqual([404, 'rank_not_found'])
  })

  it('the member is not removed while the role depends on the rank, and both are removed together', async () => {
    const ana = await officer()
    expect(codeOf(await change(ana.personId, { removeMember: true }))).toEqual([400, 'validation_failed'])
    const both = { userId: String(other), removeMember: true }
    expect(codeOf(await change(ana.personId, both))).toEqual([400, 'validation_failed'])
    const freed = await change(ana.personId, { removeMember: true, removeLowestRank: true })
    expect(freed.body.data).toMatchObject({ userId: null, lowestRankUniqueId: null, roleCounts: true })
    expect((await medals(ana)).status).toBe(200)
  })

  it('of another member makes the former reading void', async () => {
    const ana = await sergeant()
    give(roles.sergeant, other)
    expect((await change(ana.personId, { userId: String(other) })).body.data.roleCounts).toBe(false)
    await read()
    expect((await medals(ana)).status).toBe(200)
  })

  it('has an audit entry of each member, and the rank in that of the person', async () => {
    const { personId } = await officer()
    await change(personId, { userId: String(other), lowestRankUniqueId: roles.private })
    const entries = await newestEntries(app.base, home.communityId, 20)
    const shown = entries.map(({ action, user_id: userId }) => [action, userId])
    expect(shown.slice(0, 3)).toEqual([
      ['person.bind', other],
      ['person.unbind', member],
      ['person.update', null],
    ])
    expect(entries[2]?.after).toMatchObject({ personId, lowestRankUniqueId: roles.private })
  })

  it('nobody removes their own binding, and a caller with less removes none', async () => {
    give(roles.sergeant)
    const ana = await staffOf(app, home, 'administrator', 'Ana', undefined, byRank)
    const bea = await staffOf(app, home, 'administrator', 'Bea', { highestRankGiven: 10 })
    await read()
    const free = { removeLowestRank: true }
    const own = await ana.client.patch(`/v2/people/${ana.personId}`, free)
    expect([codeOf(own), own.body.error.details]).toEqual([AUTHORITY, { lowestRankUniqueId: roles.sergeant }])
    expect(codeOf(await bea.client.patch(`/v2/people/${ana.personId}`, free))).toEqual(AUTHORITY)
    expect((await change(ana.personId, free)).body.data.roleCounts).toBe(true)
  })

  it('a person whose role does not count now is still compared with its full scopes', async () => {
    const { personId } = await officer()
    const weak = await home.clientWith(['people.read', 'people.write', 'members.read'])
    expect(codeOf(await weak.patch(`/v2/people/${personId}`, { name: 'Bea' }))).toEqual(AUTHORITY)
  })

  it('a person whose rank is lost changes no people in a request that began before', async () => {
    give(roles.sergeant)
    const ana = await staffOf(app, home, 'administrator', 'Ana', undefined, byRank)
    await read()
    await sql`update person set rank_unique_id = null where community_id = ${home.communityId}`.execute(app.base.db)
    expect(codeOf(await ana.client.post('/v2/people', { name: 'Bea', role: 'viewer' }))).toEqual(LOST)
  })

  it('ends with the person when the account is erased', async () => {
    const ana = await sergeant()
    await adminOf(app).json(['data-rights', 'erase', '--user', String(member), '--everything', '--yes'])
    expect((await home.client.get(`/v2/people/${ana.personId}`)).status).toBe(404)
    expect((await medals(ana)).status).toBe(401)
  })

  it('is set by the operator on the command line', async () => {
    const { personId } = await staffOf(app, home, 'viewer')
    const flags = ['--community', home.communityId, '--person', personId]
    const set = await adminOf(app).json([
      ...['person', 'update', ...flags, '--user', String(member), '--lowest-rank', 'sergeant'],
    ])
    expect(set).toMatchObject({ userId: String(member), lowestRankUniqueId: roles.sergeant })
    const freed = await adminOf(app).json(['person', 'update', ...flags, '--remove-member', '--remove-lowest-rank'])
    expect(freed).toMatchObject({ userId: null, lowestRankUniqueId: null })
  })
})
