// Medals and qualifications that are bound to a role: whoever holds one also has the role.
import { sql } from 'kysely'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { hold, release, rolesOnPlatform, watchWrites } from '../operations/fixture'

const { roles } = group
const [first, second, third] = group.members
const PILOT = 9006
const ACE = 9007

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: PILOT, rank: 6, name: 'Pilot' })
  app.world.addRole(group.id, { roleId: ACE, rank: 7, name: 'Ace' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  await release(app)
  for (const userId of group.members)
    for (const role of [PILOT, ACE, roles.private]) app.world.takeRole(group.id, userId, role)
  community = await app.community()
  const bound = [
    ...[PILOT, ACE].map((role) => () => patch(`/v2/ranks/${role}`, { managed: false })),
    () => post('/v2/qualifications', { name: 'Pilot', roleUniqueId: PILOT }),
    () => post('/v2/medals', { name: 'Ace', roleUniqueId: ACE }),
  ]
  // an award makes a medal that is missing, without a role
  for (const bind of bound) expect((await bind()).body).not.toHaveProperty('error')
})

const post = (path: string, body: object): Promise<Answer> => community.client.post(path, body)
const patch = (path: string, body: object): Promise<Answer> => community.client.patch(path, body)
const remove = (path: string): Promise<Answer> => community.client.send('DELETE', path)
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const award = (kind: 'medals' | 'qualifications', name: string, userId: number = first) =>
  post(`/v2/members/${userId}/${kind}`, { name })

async function settled(): Promise<void> {
  await until('no operation is left', async () => {
    const { rows } = await sql`select from platform_operation where community_id = ${community.communityId}
      and completed_at is null`.execute(app.app.db)
    return rows.length === 0
  })
}
async function queued(): Promise<string[]> {
  const { rows } = await sql<{ kind: string; status: string }>`select kind, status from platform_operation
    where community_id = ${community.communityId} order by seq`.execute(app.app.db)
  return rows.map(({ kind, status }) => `${kind} ${status}`)
}
const has = (role: number, userId: number = first) => rolesOnPlatform(app, userId).includes(role)

describe('an award that is bound to a role', () => {
  it('gives the role, and its removal takes it', async () => {
    expect((await award('qualifications', 'Pilot')).body.meta.change).toBe(1)
    await settled()
    expect(has(PILOT)).toBe(true)
    expect((await remove(`/v2/members/${first}/qualifications/Pilot`)).body.meta.change).toBe(-1)
    await settled()
    expect(has(PILOT)).toBe(false)
    expect(await queued()).toEqual(['role.assign succeeded', 'role.unassign succeeded'])
  })

  it('is given once by concurrent awards, and queues nothing when it is held already', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => award('medals', 'Ace')))
    expect(answers.map(({ body }) => body.meta.change as number).sort()).toEqual([0, 0, 0, 1])
    await award('medals', 'Ace')
    await settled()
    expect([has(ACE), await queued()]).toEqual([true, ['role.assign succeeded']])
  })

  it('is kept while the platform is down, and the role follows', async () => {
    await community.client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: '/memberships' })
    expect((await award('medals', 'Ace')).status).toBe(200)
    expect(has(ACE)).toBe(false)
    app.simulator.faults.clear()
    await settled()
    expect(has(ACE)).toBe(true)
  })

  it('gives the role although the key is revoked before it is sent', async () => {
    await hold(app)
    await award('medals', 'Ace')
    await sql`update api_key set revoked_at = now() where community_id = ${community.communityId}`.execute(app.app.db)
    await release(app)
    await settled()
    expect([has(ACE), await queued()]).toEqual([true, ['role.assign succeeded']])
  })

  it('leaves one operation queued for a role, the newest', async () => {
    await hold(app)
    const writes = watchWrites(app, first)
    for (let round = 0; round < 3; round++) {
      await award('medals', 'Ace')
      await remove(`/v2/members/${first}/medals/Ace`)
    }
    expect((await queued()).filter((one) => one.endsWith('queued'))).toEqual(['role.unassign queued'])
    await release(app)
    await settled()
    expect([has(ACE), writes.applied()]).toEqual([false, []])
  })

  it('leaves the role to a member with another award that has it', async () => {
    await post('/v2/medals', { name: 'First flight', roleUniqueId: PILOT })
    await award('qualifications', 'Pilot')
    await award('medals', 'First flight')
    await remove(`/v2/members/${first}/medals/First%20flight`)
    await settled()
    expect([has(PILOT), (await queued()).includes('role.unassign succeeded')]).toEqual([true, false])
    await remove(`/v2/members/${first}/qualifications/Pilot`)
    await settled()
    expect(has(PILOT)).toBe(false)
  })

  it('takes the role when the last awards that have it are removed concurrently', async () => {
    await post('/v2/medals', { name: 'First flight', roleUniqueId: PILOT })
    for (let round = 0; round < 5; round++) {
      await award('qualifications', 'Pilot')
      await award('medals', 'First flight')
      await Promise.all([
        remove(`/v2/members/${first}/qualifications/Pilot`),
        remove(`/v2/members/${first}/medals/First%20flight`),
      ])
      await settled()
      expect(has(PILOT)).toBe(false)
    }
  })

  it('gives the role by a batch, to each member once', async () => {
    await award('medals', 'Ace', third)
    await post('/v2/medals', { name: 'First flight', roleUniqueId: PILOT })
    const entries = [first, second, third].map((userId) => ({ userId, medals: ['Ace', 'First flight'] }))
    const { body } = await post('/v2/award-batches', { batchId: 'evening', entries })
    expect(body.meta).toMatchObject({ failed: 0 })
    await post('/v2/award-batches', { batchId: 'evening', entries })
    await settled()
    for (const userId of [first, second, third]) expect([has(ACE, userId), has(PILOT, userId)]).toEqual([true, true])
    expect(await queued()).toHaveLength(6)
  })

  it('gives the role by an event, to members that did not hold the medal', async () => {
    await award('medals', 'Ace', second)
    await settled()
    const made = async (path: string, body: object) => (await post(path, body)).body.data as Record<string, string>
    const { eventTypeId } = await made('/v2/event-types', { name: 'Flight', awards: [{ medals: ['Ace'] }] })
    const { eventId } = await made('/v2/events', { eventTypeId, startsAt: '2026-03-06T18:00:00Z' })
    await made(`/v2/events/${eventId}/start`, {})
    const attendees = [first, second].map((userId) => ({ userId, attendance: 'present' }))
    await community.client.put(`/v2/events/${eventId}/attendees`, { attendees })
    for (let twice = 0; twice < 2; twice++) expect((await post(`/v2/events/${eventId}/finish`, {})).status).toBe(200)
    await settled()
    expect([has(ACE), has(ACE, second), (await queued()).length]).toEqual([true, true, 2])
  })

  it('applies from the binding on', async () => {
    await post('/v2/medals', { name: 'Valor' })
    await award('medals', 'Valor')
    const bound = await patch('/v2/medals/Valor', { roleUniqueId: PILOT })
    expect(bound.body.data.roleUniqueId).toBe(PILOT)
    expect([has(PILOT), await queued()]).toEqual([false, []])
    await award('medals', 'Valor', second)
    await settled()
    expect(has(PILOT, second)).toBe(true)
    expect((await patch('/v2/medals/Valor', { removeRole: true })).body.data.roleUniqueId).toBeNull()
    await remove(`/v2/members/${second}/medals/Valor`)
    await settled()
    expect([has(PILOT, second), await queued()]).toEqual([true, ['role.assign succeeded']])
  })

  it.each([
    ['a rank', roles.sergeant, [409, 'role_is_rank']],
    ['the role that every member has', roles.recruit, [409, 'rank_not_assignable']],
    ['an unknown role', 4_711, [404, 'rank_not_found']],
  ])('is not bound to %s', async (_, roleUniqueId, expected) => {
    expect(codeOf(await patch('/v2/medals/Ace', { roleUniqueId }))).toEqual(expected)
    expect(codeOf(await post('/v2/qualifications', { name: 'Other', roleUniqueId }))).toEqual(expected)
  })

  it('keeps its role from becoming a rank', async () => {
    for (const change of [{ managed: true }, { autoRank: { experience: 10 } }])
      expect(codeOf(await patch(`/v2/ranks/${ACE}`, change))).toEqual([409, 'role_bound'])
    await patch('/v2/medals/Ace', { removeRole: true })
    expect((await patch(`/v2/ranks/${ACE}`, { managed: true })).status).toBe(200)
  })

  it('gives no role while every role is a rank, or when the group has lost it', async () => {
    await patch('/v2/settings', { singleRank: true })
    expect((await award('medals', 'Ace')).body.meta.change).toBe(1)
    await patch('/v2/settings', { singleRank: false })
    await sql`delete from rank where community_id = ${community.communityId} and unique_id = ${PILOT}`.execute(
      app.app.db,
    )
    expect((await award('qualifications', 'Pilot')).body.meta.change).toBe(1)
    expect(await queued()).toEqual([])
  })

  it('is bound only with the scope of roles', async () => {
    const client = await community.clientWith(['medals.write'])
    const refused = await client.patch('/v2/medals/Ace', { roleUniqueId: PILOT })
    expect(refused.body.error.details.required).toEqual(['members.roles.write'])
    expect((await client.patch('/v2/medals/Ace', { removeRole: true })).status).toBe(200)
  })

  it('does not change the role when both roleUniqueId and removeRole are sent', async () => {
    expect((await patch('/v2/medals/Ace', { roleUniqueId: PILOT, removeRole: true })).status).toBe(400)
  })
})
