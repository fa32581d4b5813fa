// The platform calls, without faults.
import { demoApiKey, demoGroupId, demoRoles, demoUsers } from '../../src/simulator/demo-world'
import { connection, failureOf, keyed, privateMembership, rolesOfPrivate, useSimulator } from './fixture'

const fixture = useSimulator()

test('getUser returns an account or null', async () => {
  const expected = { userId: demoUsers.owner, username: 'MaraVoss', displayName: 'Mara' }
  expect(await fixture.platform.getUser(connection, demoUsers.owner)).toEqual(expected)
  expect(await fixture.platform.getUser(connection, 999)).toBeNull()
})

test('getUser returns null for a 400, and rejects another account', async () => {
  fixture.simulator.faults.add({ kind: 'reject', status: 400, count: 1 })
  expect(await fixture.platform.getUser(connection, 1)).toBeNull()
  fixture.simulator.faults.add({ kind: 'garbage', text: '{"id":"2","name":"b","displayName":"B"}', count: 1 })
  expect(await failureOf(fixture.platform.getUser(connection, 1))).toMatchObject({ kind: 'unavailable' })
})

describe('accountCreatedAt', () => {
  test('returns the time at any offset, or null for an unknown account', async () => {
    fixture.simulator.world.addUser({ userId: 601, username: 'early', createTime: '2021-03-04T05:06:07.123456789Z' })
    fixture.simulator.world.addUser({ userId: 602, username: 'abroad', createTime: '2021-03-04T05:06:07+02:00' })
    const { platform } = fixture
    expect(await platform.accountCreatedAt(connection, demoUsers.owner)).toEqual(new Date('2019-05-04T12:00:00Z'))
    expect(await platform.accountCreatedAt(connection, 601)).toEqual(new Date('2021-03-04T05:06:07.123Z'))
    expect(await platform.accountCreatedAt(connection, 602)).toEqual(new Date('2021-03-04T03:06:07Z'))
    expect(await platform.accountCreatedAt(connection, 999)).toBeNull()
    fixture.simulator.faults.add({ kind: 'reject', status: 400, count: 1 })
    expect(await platform.accountCreatedAt(connection, 601)).toBeNull()
  })

  test.each([
    {},
    { createTime: null },
    { createTime: 1_614_834_367 },
    { createTime: 'long ago' },
    { createTime: '2021' },
    { createTime: '2021-13-04T05:06:07Z' },
    { createTime: '2021-03-04T05:06:07' },
    { createTime: '0001-01-01T00:00:00Z' },
    { createTime: '1970-01-01T00:00:00Z' },
    { createTime: '2021-03-04T05:06:07Z', id: '2' },
  ])('fails without a readable time: %j', async (fields) => {
    const text = JSON.stringify({ id: '1', name: 'a', displayName: 'A', ...fields })
    fixture.simulator.faults.add({ kind: 'garbage', text, count: 1 })
    const failure = await failureOf(fixture.platform.accountCreatedAt(connection, 1))
    expect(failure).toMatchObject({ kind: 'unavailable', status: 200, sent: false })
  })

  test.each([
    [401, 'credentials'],
    [403, 'credentials'],
    [408, 'request_timeout'],
    [429, 'rate_limited'],
    [503, 'unavailable'],
  ])('fails after a %i with %s', async (status, kind) => {
    fixture.simulator.faults.add({ kind: 'reject', status, count: 1 })
    expect(await failureOf(fixture.platform.accountCreatedAt(connection, 1))).toMatchObject({ kind, status })
  })
})

test('findUserByName finds current and previous names, ignoring case', async () => {
  const mara = { userId: demoUsers.owner, username: 'MaraVoss', displayName: 'Mara' }
  const heron = { userId: demoUsers.renamed, username: 'NightHeron', displayName: 'NightHeron' }
  expect(await fixture.platform.findUserByName('MaraVoss')).toEqual(mara)
  expect(await fixture.platform.findUserByName('maravoss')).toEqual(mara)
  expect(await fixture.platform.findUserByName('OldSparrow')).toEqual(heron)
  expect(await fixture.platform.findUserByName('unknown-account')).toBeNull()
})

test('findUserByName prefers the current account of a reused name', async () => {
  const { world } = fixture.simulator
  world.addUser({ userId: 5_000_000_001, username: 'RiverStone' })
  world.renameUser(5_000_000_001, 'RiverStoneTwo')
  expect(await fixture.platform.findUserByName('RiverStone')).toMatchObject({ username: 'RiverStoneTwo' })
  world.addUser({ userId: 5_000_000_002, username: 'RiverStone' })
  expect(await fixture.platform.findUserByName('RiverStone')).toMatchObject({ userId: 5_000_000_002 })
})

test('listRoles returns no member count for guests', async () => {
  const roles = await fixture.platform.listRoles(connection)
  expect(roles.map((role) => role.rankId)).toEqual([0, 1, 10, 50, 100, 255])
  expect(roles[0]).toEqual({ uniqueId: demoRoles.guest, rankId: 0, name: 'Guest', memberCount: null, powers: null })
  expect(roles[1]).toMatchObject({ name: 'Recruit', memberCount: 11, powers: [] })
  expect(roles[4]).toMatchObject({ name: 'Lieutenant', powers: ['remove', 'ban', 'rank', 'accept'] })
  expect(roles[2]).toMatchObject({ name: 'Private', memberCount: 3 })
})

test('listRoles reads every page', async () => {
  const { world, requests } = fixture.simulator
  world.addGroup({ groupId: 77, name: 'Tall ladder' })
  for (let rank = 0; rank < 45; rank++) world.addRole(77, { roleId: 1_000 + rank, rank, name: `Step ${rank}` })
  const before = requests.length
  const roles = await fixture.platform.listRoles({ ...connection, groupId: 77 })
  expect(roles).toHaveLength(45)
  expect(requests.length - before).toBe(3)
})

test('an unknown group, role or member fails with not_found', async () => {
  const elsewhere = { ...connection, groupId: 404_404 }
  expect(await failureOf(fixture.platform.listRoles(elsewhere))).toMatchObject({ kind: 'not_found', status: 404 })
  expect(await failureOf(fixture.platform.getMembership(elsewhere, 1))).toMatchObject({ kind: 'not_found' })
  for (const [membershipId, roleId] of [
    [privateMembership, 1],
    ['MQ', demoRoles.sergeant],
  ] as const) {
    const failure = await failureOf(fixture.platform.assignRole(connection, membershipId, roleId))
    expect(failure).toMatchObject({ kind: 'not_found', sent: false })
  }
})

test('getMembership sends an encoded filter', async () => {
  const membership = await fixture.platform.getMembership(connection, demoUsers.private)
  expect(membership).toEqual({
    membershipId: privateMembership,
    roles: [demoRoles.recruit, demoRoles.private],
    highestRole: demoRoles.private,
  })
  expect(fixture.simulator.requests.at(-1)?.path).toContain(`filter=user%20%3D%3D%20%27users%2F${demoUsers.private}%27`)
  expect(await fixture.platform.getMembership(connection, demoUsers.notInGroup)).toBeNull()
})

test('getMembership takes the only answer of a filter that works for the account, by its id in the group', async () => {
  const scoped = {
    path: 'groups/1/memberships/MQ',
    user: 'users/5005',
    role: 'groups/1/roles/2',
    roles: ['groups/1/roles/2'],
  }
  const other = { ...scoped, user: 'users/5006' }
  const { faults } = fixture.simulator
  const answers = (...lists: readonly object[][]): void =>
    faults.add(
      ...lists.map((list) => ({
        kind: 'garbage' as const,
        text: JSON.stringify({ groupMemberships: list }),
        count: 1,
      })),
    )
  answers([scoped], [], [scoped])
  expect(await fixture.platform.getMembership(connection, 2)).toMatchObject({ roles: [2], groupUserId: 5005 })
  for (const lists of [
    [[scoped], [other], [scoped]],
    [[scoped], [], [other]],
    [[scoped], [], [scoped, other]],
    [[scoped, other]],
  ]) {
    answers(...lists)
    expect(await failureOf(fixture.platform.getMembership(connection, 2))).toMatchObject({ kind: 'unavailable' })
    faults.clear()
  }
})

test('getMembership does not take a list of others, or an empty page, for the absence of a member', async () => {
  const other = {
    path: 'groups/1/memberships/MQ',
    user: 'users/1',
    role: 'groups/1/roles/2',
    roles: ['groups/1/roles/2'],
  }
  const { faults } = fixture.simulator
  faults.add({ kind: 'garbage', text: JSON.stringify({ groupMemberships: [other] }), count: 1 })
  expect(await failureOf(fixture.platform.getMembership(connection, 2))).toMatchObject({ kind: 'unavailable' })
  faults.add({ kind: 'garbage', text: JSON.stringify({ groupMemberships: [], nextPageToken: 'b' }), count: 1 })
  faults.add({ kind: 'garbage', text: JSON.stringify({ groupMemberships: [other], nextPageToken: '' }), count: 1 })
  expect(await fixture.platform.getMembership(connection, 1)).toEqual({
    membershipId: 'MQ',
    roles: [2],
    highestRole: 2,
  })
})

describe('ranksInGroups', () => {
  const many = 105
  /** A member of the groups 7001 to 7105: officer in odd ones, recruit in the others. */
  const joiner = 700

  beforeAll(() => {
    const { world } = fixture.simulator
    world.addUser({ userId: joiner, username: 'joins_everything' })
    for (let groupId = 7_001; groupId <= 7_000 + many; groupId++) {
      world.addGroup({ groupId, name: `Group ${groupId}` })
      world.addRole(groupId, { roleId: groupId * 10 + 1, rank: 5, name: 'Recruit' })
      world.addRole(groupId, { roleId: groupId * 10 + 2, rank: 200, name: 'Officer' })
      world.addMember(groupId, joiner, groupId % 2 === 1 ? [groupId * 10 + 2] : [])
    }
  })

  /** Paths, without their queries, of the calls that `work` makes. */
  async function pathsDuring(work: () => Promise<unknown>): Promise<string[]> {
    const before = fixture.simulator.requests.length
    await work()
    return fixture.simulator.requests.slice(before).map(({ path }) => path.replace(/\?.*/, ''))
  }

  const list = '/cloud/v2/groups/-/memberships'

  test('returns the highest rank in each group, and omits groups not joined or unknown', async () => {
    const ranks = await fixture.platform.ranksInGroups(connection, joiner, [7_001, 7_002, demoGroupId, 404_404])
    expect([...ranks].sort()).toEqual([
      [7_001, 200],
      [7_002, 5],
    ])
    expect(await fixture.platform.ranksInGroups(connection, demoUsers.private, [7_001, demoGroupId])).toEqual(
      new Map([[demoGroupId, 10]]),
    )
    expect(await fixture.platform.ranksInGroups(connection, demoUsers.notInGroup, [demoGroupId])).toEqual(new Map())
    expect(await fixture.platform.ranksInGroups(connection, 999, [demoGroupId])).toEqual(new Map())
  })

  test('sends an encoded filter', async () => {
    await fixture.platform.ranksInGroups(connection, 999, [7_001])
    expect(fixture.simulator.requests.at(-1)?.path).toContain('filter=user%20in%20%5B%27users%2F999%27%5D')
  })

  test('reads pages until all groups are found, and only the needed roles', async () => {
    const last = 7_000 + many
    const both = await pathsDuring(async () => {
      const ranks = await fixture.platform.ranksInGroups(connection, joiner, [7_001, last, last])
      expect(ranks).toEqual(new Map([7_001, last].map((groupId) => [groupId, 200])))
    })
    const roles = [7_001, last].map((groupId) => `/cloud/v2/groups/${groupId}/roles/${groupId * 10 + 2}`)
    expect(both.slice(0, 2)).toEqual([list, list])
    expect(both.slice(2).sort()).toEqual(roles.sort())
    const first = await pathsDuring(() => fixture.platform.ranksInGroups(connection, joiner, [7_002]))
    expect(first).toEqual([list, '/cloud/v2/groups/7002/roles/70021'])
  })

  test('makes no call for an empty list, and rejects eleven groups', async () => {
    const eleven = Array.from({ length: 11 }, (_, index) => 7_001 + index)
    const paths = await pathsDuring(async () => {
      expect(await fixture.platform.ranksInGroups(connection, joiner, [])).toEqual(new Map())
      await expect(fixture.platform.ranksInGroups(connection, joiner, eleven)).rejects.toThrow(RangeError)
    })
    expect(paths).toEqual([])
    expect(await fixture.platform.ranksInGroups(connection, joiner, eleven.slice(1))).toHaveProperty('size', 10)
  })

  test('has a counterpart groupsAmong for any number of groups, which reads no roles', async () => {
    const asked = Array.from({ length: 200 }, (_, index) => 6_951 + index)
    const paths = await pathsDuring(async () => {
      const groups = await fixture.platform.groupsAmong(connection, joiner, asked)
      expect([...groups].sort()).toEqual(asked.filter((groupId) => groupId >= 7_001 && groupId <= 7_105))
    })
    expect(paths).toEqual([list, list])
    expect(await fixture.platform.groupsAmong(connection, demoUsers.notInGroup, asked)).toEqual(new Set())
    expect(await pathsDuring(() => fixture.platform.groupsAmong(connection, joiner, []))).toEqual([])
  })

  const own = { path: 'groups/7001/memberships/NzAw', user: `users/${joiner}` }
  const listing = (membership: object): string => JSON.stringify({ groupMemberships: [membership] })

  test('returns the highest of all roles if the platform does not report it', async () => {
    const roles = ['groups/7001/roles/70012', 'groups/7001/roles/70011']
    fixture.simulator.faults.add({ kind: 'garbage', text: listing({ ...own, roles }), count: 1 })
    expect(await fixture.platform.ranksInGroups(connection, joiner, [7_001])).toEqual(new Map([[7_001, 200]]))
  })

  test.each([
    ['another account', { ...own, user: 'users/2', role: 'groups/7001/roles/70012' }],
    ['a missing group', { ...own, path: 'memberships/NzAw', role: 'groups/7001/roles/70012' }],
    ['the wildcard as a group', { ...own, path: 'groups/-/memberships/NzAw', role: 'groups/7001/roles/70012' }],
    ['no roles', { ...own, roles: [] }],
  ])('fails for a list with %s', async (_what, membership) => {
    fixture.simulator.faults.add({ kind: 'garbage', text: listing(membership), count: 1 })
    const failure = await failureOf(fixture.platform.ranksInGroups(connection, joiner, [7_001]))
    expect(failure).toMatchObject({ kind: 'unavailable', status: 200, sent: false })
  })

  test.each(['{"id":"1","displayName":"A","rank":9}', '{"id":"70012","displayName":"A"}', '{}'])(
    'fails for an invalid role: %s',
    async (text) => {
      fixture.simulator.faults.add({ kind: 'garbage', text, path: '/roles/' })
      const failure = await failureOf(fixture.platform.ranksInGroups(connection, joiner, [7_001]))
      expect(failure).toMatchObject({ kind: 'unavailable', status: 200, sent: false })
    },
  )

  test.each([
    [400, 'rejected'],
    [401, 'credentials'],
    [403, 'credentials'],
    [404, 'not_found'],
    [408, 'request_timeout'],
    [429, 'rate_limited'],
    [503, 'unavailable'],
  ])('fails after a %i with %s, for the list and for a role', async (status, kind) => {
    for (const path of ['/memberships$', '/groups/7002/roles/']) {
      fixture.simulator.faults.clear()
      fixture.simulator.faults.add({ kind: 'reject', status, path })
      const call = fixture.platform.ranksInGroups(connection, joiner, [7_001, 7_002])
      expect(await failureOf(call)).toMatchObject({ kind, status, sent: false })
    }
  })
})

test('assignRole and unassignRole are idempotent', async () => {
  const { platform } = fixture
  const withSergeant = [demoRoles.recruit, demoRoles.private, demoRoles.sergeant]
  for (let time = 0; time < 2; time++) {
    const given = await platform.assignRole(connection, privateMembership, demoRoles.sergeant)
    expect(given).toEqual({ membershipId: privateMembership, roles: withSergeant, highestRole: demoRoles.sergeant })
    expect(rolesOfPrivate(fixture)).toEqual(withSergeant)
  }
  for (let time = 0; time < 2; time++) {
    const taken = await platform.unassignRole(connection, privateMembership, demoRoles.sergeant)
    expect(taken.roles).toEqual([demoRoles.recruit, demoRoles.private])
  }
})

test('assignRole accepts the user id as membership id', async () => {
  const id = String(demoUsers.private)
  const given = await fixture.platform.assignRole(connection, id, demoRoles.sergeant)
  expect(given.membershipId).toBe(privateMembership)
})

test('an unusable API key fails with credentials', async () => {
  const { world } = fixture.simulator
  world.addKey('disabled-key', { enabled: false })
  world.addKey('expired-key', { expiresAt: '2020-01-01T00:00:00Z' })
  world.addKey('reading-key', { operations: ['read'] })
  world.addKey('other-key', { groupIds: [1] })
  for (const apiKey of ['unknown-key', 'disabled-key', 'expired-key']) {
    const failure = await failureOf(fixture.platform.listRoles(keyed(apiKey)))
    expect(failure).toMatchObject({ kind: 'credentials', status: 401, authenticationFailed: true })
  }
  for (const apiKey of ['reading-key', 'other-key']) {
    const call = fixture.platform.assignRole(keyed(apiKey), privateMembership, demoRoles.sergeant)
    expect(await failureOf(call)).toMatchObject({ kind: 'credentials', status: 403, authenticationFailed: false })
  }
})

describe('introspectKey', () => {
  const nothing = { ownerUserId: null, canReadGroup: false, canWriteGroup: false, expiresAt: null }

  test('reports an active key, for any group and for one', async () => {
    const may = { canReadGroup: true, canWriteGroup: true }
    const live = { active: true, reason: null, ownerUserId: demoUsers.owner, ...may, expiresAt: null }
    expect(await fixture.platform.introspectKey(demoApiKey)).toEqual(live)
    expect(await fixture.platform.introspectKey(demoApiKey, demoGroupId)).toEqual(live)
    const elsewhere = { ...live, canReadGroup: false, canWriteGroup: false }
    expect(await fixture.platform.introspectKey(demoApiKey, 1)).toEqual(elsewhere)
  })

  test('reports inactive keys with the reason', async () => {
    const { world } = fixture.simulator
    world.addKey('off', { ownerUserId: 9, enabled: false, operations: ['read'] })
    world.addKey('over', { ownerUserId: 9, expiresAt: '2020-01-01T00:00:00Z', operations: [] })
    const off = { ...nothing, active: false, reason: 'disabled', ownerUserId: 9, canReadGroup: true }
    expect(await fixture.platform.introspectKey('off')).toEqual(off)
    const expiresAt = new Date('2020-01-01T00:00:00Z')
    const over = { ...nothing, active: false, reason: 'expired', ownerUserId: 9, expiresAt }
    expect(await fixture.platform.introspectKey('over')).toEqual(over)
    expect(await fixture.platform.introspectKey('nope')).toEqual({ active: false, reason: 'unknown', ...nothing })
  })

  test('reports a key that was disabled or revoked later', async () => {
    const { world } = fixture.simulator
    world.addKey('short-lived')
    world.changeKey('short-lived', { enabled: false })
    expect(await fixture.platform.introspectKey('short-lived')).toMatchObject({ reason: 'disabled' })
    world.removeKey('short-lived')
    expect(await fixture.platform.introspectKey('short-lived')).toMatchObject({ reason: 'unknown' })
  })

  test('reads rejections of the platform as a result, and fails for those of a proxy', async () => {
    const { faults } = fixture.simulator
    faults.add({ kind: 'reject', status: 403, count: 1 })
    expect(await fixture.platform.introspectKey(demoApiKey)).toEqual({ active: false, reason: 'refused', ...nothing })
    faults.add({ kind: 'reject', status: 404, count: 1 })
    expect(await fixture.platform.introspectKey(demoApiKey)).toMatchObject({ active: false, reason: 'unknown' })
    for (const status of [408, 429, 500, 503]) {
      faults.add({ kind: 'reject', status, count: 1 })
      expect(await failureOf(fixture.platform.introspectKey(demoApiKey))).toMatchObject({ status, sent: false })
    }
    faults.add({ kind: 'garbage', text: '{"enabled":true}', count: 1 })
    expect(await failureOf(fixture.platform.introspectKey(demoApiKey))).toMatchObject({ kind: 'unavailable' })
  })
})
