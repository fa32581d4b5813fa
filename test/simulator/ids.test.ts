// Ids, as sent over HTTP, of accounts that were created after the platform scoped ids.
import fc from 'fast-check'
import { demoApiKey, demoGroupId, demoRoles, demoUsers, demoWorld } from '../../src/simulator/demo-world'
import { accountOf, groupDomain, idIn, switchDate } from '../../src/simulator/ids'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { runs } from '../support/runs'

const NEW = 5_000_009_001
const domain = groupDomain(demoGroupId)
let simulator: Simulator

beforeEach(async () => {
  simulator = await startSimulator({ world: demoWorld() })
})
afterEach(() => simulator.close())

interface Answer {
  readonly status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
}

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const headers = { 'x-api-key': demoApiKey, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${simulator.url}${path}`, { method, headers, ...sent })
  return { status: response.status, body: await response.json() }
}

/** A new member of the group. @returns its ids in the group and in a universe */
async function join(): Promise<{ inGroup: number; inUniverse: number }> {
  const user = { userId: NEW, username: 'NewPlayer', groupId: demoGroupId }
  expect((await call('POST', '/_simulator/users', user)).status).toBe(200)
  const idOf = async (one: string): Promise<number> =>
    (await call('GET', `/_simulator/users/${NEW}/id?domain=${one}`)).body.id as number
  return { inGroup: await idOf(domain), inUniverse: await idOf('universe-4242') }
}

const memberships = (id: number) =>
  call('GET', `/cloud/v2/groups/${demoGroupId}/memberships?filter=${encodeURIComponent(`user == 'users/${id}'`)}`)

describe('an account made after the switch date', () => {
  it('has another id in each domain, also in the answers for a global id', async () => {
    const { inGroup, inUniverse } = await join()
    expect(new Set([NEW, inGroup, inUniverse]).size).toBe(3)
    for (const id of [NEW, inGroup]) {
      const { body } = await memberships(id)
      expect(body.groupMemberships).toEqual([expect.objectContaining({ user: `users/${inGroup}` })])
    }
    expect((await memberships(inUniverse)).body.groupMemberships).toEqual([])
    expect((await call('GET', `/cloud/v2/users/${inGroup}`)).body).toMatchObject({
      id: String(inGroup),
      name: 'NewPlayer',
    })
    expect((await call('GET', `/cloud/v2/users/${NEW}`)).body).toMatchObject({ id: String(NEW), name: 'NewPlayer' })
    expect((await call('GET', `/cloud/v2/users/${inUniverse}`)).status).toBe(404)
  })

  it('gets roles by its id in the group, which the audit log has', async () => {
    const { inGroup, inUniverse } = await join()
    const role = { role: `groups/${demoGroupId}/roles/${demoRoles.sergeant}` }
    const assign = (id: number) => call('POST', `/cloud/v2/groups/${demoGroupId}/memberships/${id}:assignRole`, role)
    expect((await assign(inUniverse)).status).toBe(404)
    expect((await assign(inGroup)).body).toMatchObject({ user: `users/${inGroup}` })
    expect(simulator.world.rolesOf(demoGroupId, NEW)).toContain(demoRoles.sergeant)
    const { body } = await call('GET', `/legacy-groups/v1/groups/${demoGroupId}/audit-log?sortOrder=Desc`)
    expect(body.data[0]).toMatchObject({ description: { TargetId: inGroup, TargetName: 'NewPlayer' } })
  })

  it('is found in requests to join by its id in the group', async () => {
    const { inGroup } = await join()
    simulator.world.removeMember(demoGroupId, NEW)
    simulator.world.joins.send(demoGroupId, NEW)
    const requests = `/cloud/v2/groups/${demoGroupId}/join-requests`
    const listed = { path: `groups/${demoGroupId}/join-requests/${inGroup}`, user: `users/${inGroup}` }
    expect((await call('GET', requests)).body.groupJoinRequests).toContainEqual(expect.objectContaining(listed))
    expect((await call('POST', `${requests}/${inGroup}:accept`, {})).status).toBe(200)
    expect(simulator.world.groups.get(demoGroupId)?.members.has(NEW)).toBe(true)
  })

  it('has its global id everywhere when ids are global', async () => {
    simulator.world.ids = 'global'
    expect(await join()).toEqual({ inGroup: NEW, inUniverse: NEW })
    expect((await memberships(NEW)).body.groupMemberships[0]).toMatchObject({ user: `users/${NEW}` })
  })
})

it('an account made before the switch date keeps its id everywhere', async () => {
  const { body } = await memberships(demoUsers.private)
  expect(body.groupMemberships[0]).toMatchObject({ user: `users/${demoUsers.private}` })
  expect(idIn(simulator.world, 'universe-4242', demoUsers.private)).toBe(demoUsers.private)
})

it('an id belongs to one account of its domain, and is never a global id', () => {
  const someone = fc.integer({ min: 1, max: 9_999_999_999 })
  const domains = fc.constantFrom('group-7', 'universe-4242', 'universe-9', 'application-31')
  const property = fc.property(domains, fc.uniqueArray(someone, { minLength: 2, maxLength: 20 }), (one, userIds) => {
    const world = {
      ids: 'scoped' as const,
      users: new Map(
        userIds.map((userId, index) => [userId, { createTime: index % 2 ? '2019-05-04T12:00:00Z' : switchDate }]),
      ),
    }
    const ids = userIds.map((userId) => idIn(world, one, userId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.map((id) => accountOf(world, one, id))).toEqual(userIds)
    const scoped = ids.filter((_, index) => index % 2 === 0)
    expect(scoped.every((id) => id >= 2 ** 52 && Number.isSafeInteger(id))).toBe(true)
  })
  fc.assert(property, { numRuns: runs(300) })
})
