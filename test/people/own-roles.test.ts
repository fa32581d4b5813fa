// Staff roles that a community defines itself, limited to what the caller has.
import { sql } from 'kysely'
import { group, startTestApp, tasksOf, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { staffOf, type Staff } from '../support/people'
import { until } from '../support/until'
import { adminOf } from '../admin/support'
import { accepted, hold, release, settled } from '../operations/fixture'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  home = await app.community()
})

const codeOf = ({ status, body }: Answer): unknown => [status, body?.error?.code]
const AUTHORITY = [403, 'authority_exceeded']
const LACKS = [403, 'insufficient_scope']
const numbers = { takesPerHourLimit: 7 }
const define = (scopes: readonly string[], name = 'host', client = home.client): Promise<Answer> =>
  client.put(`/v2/staff-roles/${name}`, { scopes, ...numbers })
const create = (role: string, client = home.client): Promise<Answer> => client.post('/v2/people', { name: 'Bea', role })
const weak = ['people.read', 'people.write', 'members.read', 'medals.read']
const boss = (): Promise<Staff> => staffOf(app, home, 'administrator', 'Ana')

it('a community defines a role, lists it, changes it and deletes it, each with an audit entry', async () => {
  const made = await define(['members.read', 'medals.read', 'members.read'])
  const host = { name: 'host', scopes: ['members.read', 'medals.read'], ...numbers, people: 0 }
  expect([made.status, made.body.data]).toEqual([200, host])
  expect((await home.client.get('/v2/staff-roles')).body.data).toEqual([host])
  expect((await define(['members.read'])).body.data.scopes).toEqual(['members.read'])
  expect((await home.client.delete('/v2/staff-roles/host')).status).toBe(204)
  expect((await home.client.get('/v2/staff-roles')).body.data).toEqual([])
  const entries = await newestEntries(app.base, home.communityId, 3)
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['staff-role.delete', expect.objectContaining({ name: 'host' }), null],
    ['staff-role.set', expect.objectContaining(host.scopes.length === 2 && { scopes: host.scopes }), expect.anything()],
    ['staff-role.set', null, expect.objectContaining({ name: 'host', ...numbers })],
  ])
})

it('a person of the role has its scopes and limits, and no others', async () => {
  await define(['members.read', 'medals.read'])
  const bea = await staffOf(app, home, 'host', 'Bea')
  expect(bea.session).toMatchObject({ role: 'host', scopes: ['members.read', 'medals.read'], ...numbers })
  expect((await bea.client.get('/v2/medals')).status).toBe(200)
  expect(codeOf(await bea.client.get('/v2/events'))).toEqual(LACKS)
})

it('a change applies to the next request of every session', async () => {
  await define(['medals.read'])
  const bea = await staffOf(app, home, 'host', 'Bea')
  await define(['events.read'])
  expect(codeOf(await bea.client.get('/v2/medals'))).toEqual(LACKS)
  expect((await bea.client.get('/v2/events')).status).toBe(200)
})

it('a queued rank change of a person whose role lost the scope is not sent', async () => {
  await define(['members.ranks.write', 'members.read'])
  const bea = await staffOf(app, home, 'host', 'Bea')
  const [, member] = group.members
  await home.client.get(`/v2/members/${member}`)
  await hold(app)
  const id = await accepted({ ...home, client: bea.client }, { userId: member, rankId: 10 })
  await define(['members.read'])
  await release(app)
  expect(await settled(home, id)).toMatchObject({
    status: 'failed',
    error: { code: 'actor-authorization-revoked' },
  })
})

describe('nobody gives more than they hold', () => {
  it('nobody creates, widens, narrows or deletes a role with a scope that they lack', async () => {
    const client = await home.clientWith(weak)
    expect(codeOf(await define(['warnings.write'], 'host', client))).toEqual(AUTHORITY)
    expect((await define(['members.read'], 'host', client)).status).toBe(200)
    expect(codeOf(await define(['members.read', 'warnings.write'], 'host', client))).toEqual(AUTHORITY)
    await define(['members.read', 'warnings.write'])
    expect(codeOf(await define(['members.read'], 'host', client))).toEqual(AUTHORITY)
    expect(codeOf(await client.delete('/v2/staff-roles/host'))).toEqual(AUTHORITY)
    expect((await home.client.get('/v2/staff-roles')).body.data[0].scopes).toContain('warnings.write')
  })

  it('nobody gives a role with a scope that they lack', async () => {
    await define(['members.read', 'warnings.write'])
    const answer = await create('host', await home.clientWith(weak))
    expect([codeOf(answer), answer.body.error.details.scopes]).toEqual([AUTHORITY, ['warnings.write']])
    expect((await create('host')).status).toBe(201)
  })

  it('a role gains no scope by somebody who has narrower bounds than a person of the role', async () => {
    const bounded = await staffOf(app, home, 'administrator', 'Ana', { highestRankGiven: 10 })
    await define(['members.read'])
    await staffOf(app, home, 'host', 'Bea')
    expect(codeOf(await define(['members.read', 'medals.read'], 'host', bounded.client))).toEqual(AUTHORITY)
    expect((await define(['members.read', 'medals.read'])).status).toBe(200)
    expect((await define(['members.read'], 'host', bounded.client)).status).toBe(200)
  })

  it('a person with a role that writes people widens no role beyond it', async () => {
    await define(weak)
    const bea = await staffOf(app, home, 'host', 'Bea')
    expect(codeOf(await define([...weak, 'keys.write'], 'host', bea.client))).toEqual(AUTHORITY)
  })
})

it('a role that people have is not deleted, and the answer says how many', async () => {
  const ana = await boss()
  await define(['members.read'])
  const { personId } = (await create('host')).body.data
  const refused = await ana.client.delete('/v2/staff-roles/host')
  expect([codeOf(refused), refused.body.error.details]).toEqual([[409, 'staff_role_in_use'], { people: 1 }])
  await home.client.patch(`/v2/people/${personId}`, { role: 'viewer' })
  expect((await ana.client.delete('/v2/staff-roles/host')).status).toBe(204)
})

it('a role is not deleted while somebody gives it at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    await define(['members.read'])
    const [given, deleted] = await Promise.all([create('host'), home.client.delete('/v2/staff-roles/host')])
    const outcome = [given.status, deleted.status]
    expect([
      [201, 409],
      [404, 204],
    ]).toContainEqual(outcome)
    if (given.status === 201) await home.client.patch(`/v2/people/${given.body.data.personId}`, { role: 'viewer' })
  }
})

it('refuses a built-in name, an unknown scope, an unknown role, and a role of another community', async () => {
  expect(codeOf(await define(['members.read'], 'officer'))).toEqual([400, 'validation_failed'])
  expect(codeOf(await home.client.delete('/v2/staff-roles/viewer'))).toEqual([400, 'validation_failed'])
  expect(codeOf(await define(['members.fly']))).toEqual([400, 'validation_failed'])
  expect(codeOf(await home.client.delete('/v2/staff-roles/nobody'))).toEqual([404, 'staff_role_not_found'])
  const other = await app.community({ connected: false })
  await define(['members.read'], 'host', other.client)
  expect(codeOf(await create('host'))).toEqual([404, 'staff_role_not_found'])
  const { personId } = (await create('viewer')).body.data
  expect(codeOf(await home.client.patch(`/v2/people/${personId}`, { role: 'host' }))).toEqual([
    404,
    'staff_role_not_found',
  ])
})

it('a community has at most 50 roles of its own', async () => {
  await sql`insert into staff_role (community_id, name, scopes, takes_per_hour_limit)
    select ${home.communityId}, 'role-' || n, '{members.read}', 0 from generate_series(1, 50) n`.execute(app.base.db)
  expect(codeOf(await define(['members.read']))).toEqual([409, 'staff_role_limit_reached'])
  expect((await define(['medals.read'], 'role-1')).status).toBe(200)
})

it('a role of its own depends on a rank as a built-in one does', async () => {
  const [member] = group.members
  await define(['medals.read'])
  const bea = await staffOf(app, home, 'host', 'Bea', undefined, { userId: member, lowestRank: group.roles.recruit })
  await until('the worker has read the rank', async () => (await bea.client.get('/v2/medals')).status === 200)
  await sql`update person set rank_read_at = '2020-01-01' where community_id = ${home.communityId}`.execute(app.base.db)
  expect(codeOf(await bea.client.get('/v2/medals'))).toEqual(LACKS)
  await tasksOf(app)['read-staff-ranks'](home)
  expect((await bea.client.get('/v2/medals')).status).toBe(200)
})

it('the operator defines, lists and deletes a role on the command line, and gives it', async () => {
  const at = ['--community', home.communityId]
  const limits = ['--takes-per-hour-limit', '5']
  const role = [...at, '--role-name', 'host']
  const set = await adminOf(app).json(['staff-role', 'set', ...role, '--scopes', 'members.read,medals.read', ...limits])
  expect(set).toMatchObject({ name: 'host', scopes: ['members.read', 'medals.read'], takesPerHourLimit: 5 })
  const given = await adminOf(app).json(['person', 'create', ...at, '--name', 'Bea', '--role', 'host'])
  expect(given).toMatchObject({ role: 'host', takesPerHourLimit: 5 })
})
