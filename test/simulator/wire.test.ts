// Requests and responses, compared with the platform's documentation.
import { demoApiKey, demoGroupId, demoRoles, demoUsers } from '../../src/simulator/demo-world'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { membershipIdOf } from '../../src/simulator/wire'

let simulator: Simulator
const group = `/cloud/v2/groups/${demoGroupId}`

beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

async function ask(path: string, body?: unknown, apiKey: string | null = demoApiKey): Promise<Answer> {
  const headers = new Headers(apiKey === null ? {} : { 'x-api-key': apiKey })
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(simulator.url + path, { headers, ...init })
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  }
}

function memberships(filter: string, of = group, more = ''): Promise<Answer> {
  return ask(`${of}/memberships?filter=${encodeURIComponent(filter)}${more}`)
}

function usersOf(answer: Answer): string[] {
  return (answer.body['groupMemberships'] as { user: string }[]).map((membership) => membership.user)
}

test('returns a group, a role and a user', async () => {
  const { body } = await ask(group)
  expect(body).toMatchObject({ path: `groups/${demoGroupId}`, id: String(demoGroupId), memberCount: 11 })
  expect(body).toMatchObject({ displayName: 'Northern Watch', owner: `users/${demoUsers.owner}` })
  const guest = await ask(`${group}/roles/${demoRoles.guest}`)
  expect(guest.body).toMatchObject({ id: String(demoRoles.guest), displayName: 'Guest', rank: 0 })
  expect(guest.body).not.toHaveProperty('memberCount')
  expect((await ask(`/cloud/v2/users/${demoUsers.renamed}`)).body).toMatchObject({ name: 'NightHeron' })
})

test('users have a creation time, years ago by default', async () => {
  simulator.world.addUser({ userId: 601, username: 'newcomer', createTime: '2026-01-02T03:04:05Z' })
  expect((await ask('/cloud/v2/users/601')).body).toMatchObject({ id: '601', createTime: '2026-01-02T03:04:05Z' })
  const { body } = await ask(`/cloud/v2/users/${demoUsers.owner}`)
  expect(body).toMatchObject({ createTime: '2019-05-04T12:00:00Z' })
})

test.each([
  ['/cloud/v2/groups/1', 404, 'NOT_FOUND'],
  [`${group}/roles/1`, 404, 'NOT_FOUND'],
  ['/cloud/v2/groups/1/roles', 404, 'NOT_FOUND'],
  ['/cloud/v2/groups/1/memberships', 404, 'NOT_FOUND'],
  ['/cloud/v2/users/1', 404, 'NOT_FOUND'],
  ['/cloud/v2/users/someone', 400, 'INVALID_ARGUMENT'],
  [`${group}/roles?maxPageSize=-1`, 400, 'INVALID_ARGUMENT'],
  [`${group}/roles?pageToken=made-up`, 400, 'INVALID_ARGUMENT'],
])('GET %s gets %i %s', async (path, status, code) => {
  expect(await ask(path)).toMatchObject({ status, body: { code, message: expect.any(String) } })
})

test('refuses a missing key, an unknown key and an unknown path', async () => {
  const invalidKey = { errors: [{ code: 0, message: 'Invalid API Key' }] }
  for (const apiKey of [null, 'unknown']) {
    expect(await ask(group, undefined, apiKey)).toMatchObject({ status: 401, body: invalidKey })
  }
  expect(await ask('/cloud/v2/nothing')).toMatchObject({ status: 404, body: { errors: [{ code: 0 }] } })
})

test('pages have ten items by default, at most twenty roles, and a token bound to the request', async () => {
  simulator.world.addGroup({ groupId: 88, name: 'Tall' })
  for (let rank = 0; rank < 25; rank++) simulator.world.addRole(88, { roleId: 500 + rank, rank, name: `Step ${rank}` })
  expect((await ask('/cloud/v2/groups/88/roles')).body['groupRoles']).toHaveLength(10)
  const first = await ask('/cloud/v2/groups/88/roles?maxPageSize=1000')
  expect(first.body['groupRoles']).toHaveLength(20)
  const token = String(first.body['nextPageToken'])
  const second = await ask(`/cloud/v2/groups/88/roles?maxPageSize=1000&pageToken=${token}`)
  expect(second.body).toMatchObject({ nextPageToken: '' })
  expect(second.body['groupRoles']).toHaveLength(5)
  expect(await ask(`/cloud/v2/groups/88/roles?maxPageSize=5&pageToken=${token}`)).toMatchObject({ status: 400 })
})

test('lists memberships of all, by user, by role, and of any group', async () => {
  const all = await ask(`${group}/memberships?maxPageSize=100`)
  expect(usersOf(all)).toHaveLength(11)
  expect(all.body).not.toHaveProperty('nextPageToken')
  expect(usersOf(await memberships(`user == 'users/${demoUsers.owner}'`))).toEqual([`users/${demoUsers.owner}`])
  expect(usersOf(await memberships(`user == "users/${demoUsers.notInGroup}"`))).toEqual([])
  const byRole = await memberships(`role == 'groups/${demoGroupId}/roles/${demoRoles.private}'`)
  expect(usersOf(byRole)).toHaveLength(3)
  const byBaseRole = await memberships(
    `role == 'groups/${demoGroupId}/roles/${demoRoles.recruit}'`,
    group,
    '&maxPageSize=100',
  )
  expect(usersOf(byBaseRole)).toHaveLength(11)
  const anywhere = await memberships(`user in ['users/${demoUsers.owner}', 'users/1']`, '/cloud/v2/groups/-')
  expect(anywhere.body['groupMemberships']).toMatchObject([
    {
      path: `groups/${demoGroupId}/memberships/${membershipIdOf(demoUsers.owner)}`,
      user: `users/${demoUsers.owner}`,
      role: `groups/${demoGroupId}/roles/${demoRoles.owner}`,
      roles: [`groups/${demoGroupId}/roles/${demoRoles.recruit}`, `groups/${demoGroupId}/roles/${demoRoles.owner}`],
    },
  ])
})

test('lists the memberships of one account across groups in pages', async () => {
  const { world } = simulator
  world.addUser({ userId: 602, username: 'joins_everything' })
  for (let groupId = 701; groupId <= 712; groupId++) {
    world.addGroup({ groupId, name: `Group ${groupId}` })
    world.addRole(groupId, { roleId: groupId * 10, rank: 1, name: 'Member' })
    world.addMember(groupId, 602)
  }
  const wildcard = '/cloud/v2/groups/-'
  const first = await memberships("user in ['users/602']", wildcard)
  expect(usersOf(first)).toEqual(Array<string>(10).fill('users/602'))
  const token = String(first.body['nextPageToken'])
  const second = await memberships("user in ['users/602']", wildcard, `&pageToken=${token}`)
  expect(second.body['groupMemberships']).toMatchObject([
    { user: 'users/602', role: 'groups/711/roles/7110' },
    { user: 'users/602', role: 'groups/712/roles/7120' },
  ])
  expect(second.body).not.toHaveProperty('nextPageToken')
})

test('refuses membership filters that the platform does not support', async () => {
  const fifty = Array.from({ length: 50 }, (_, index) => `'users/${index + 1}'`)
  const wildcard = '/cloud/v2/groups/-'
  expect(await memberships(`user in [${fifty.join()}]`, wildcard)).toMatchObject({ status: 200 })
  const refused = [
    await memberships(`user in [${[...fifty, "'users/51'"].join()}]`, wildcard),
    await memberships("user == 'users/1'", wildcard),
    await ask(`${wildcard}/memberships`),
    await memberships('user == 1'),
    await memberships("user != 'users/1'"),
    await memberships("role == 'groups/1/roles/1'"),
    await memberships('user in []'),
  ]
  for (const answer of refused) expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_ARGUMENT' } })
})

test('refuses to assign or unassign guest, owner and base roles', async () => {
  const own = `${group}/memberships/${membershipIdOf(demoUsers.recruit)}`
  const role = (roleId: number): object => ({ role: `groups/${demoGroupId}/roles/${roleId}` })
  const refusals: [string, unknown, number][] = [
    [`${own}:assignRole`, role(demoRoles.guest), 400],
    [`${own}:assignRole`, role(demoRoles.owner), 400],
    [`${own}:unassignRole`, role(demoRoles.owner), 400],
    [`${own}:unassignRole`, role(demoRoles.recruit), 400],
    [`${own}:assignRole`, role(1), 404],
    [`${own}:assignRole`, { role: `groups/1/roles/${demoRoles.private}` }, 400],
    [`${own}:assignRole`, {}, 400],
    [`${own}:assignRole`, null, 400],
    [`${group}/memberships/${demoUsers.notInGroup}:assignRole`, role(demoRoles.private), 404],
    [`${group}/memberships/!:assignRole`, role(demoRoles.private), 404],
  ]
  for (const [path, body, status] of refusals) {
    const code = status === 400 ? 'INVALID_ARGUMENT' : 'NOT_FOUND'
    expect(await ask(path, body)).toMatchObject({ status, body: { code } })
  }
  expect(simulator.world.rolesOf(demoGroupId, demoUsers.recruit)).toEqual([demoRoles.recruit])
  expect(await ask(`${own}:assignRole`, role(demoRoles.recruit))).toMatchObject({ status: 200 })
})

test('refuses a role write by a key without write permission on the group', async () => {
  simulator.world.addKey('reader', { operations: ['read'] })
  const path = `${group}/memberships/${demoUsers.recruit}:assignRole`
  const answer = await ask(path, { role: `groups/${demoGroupId}/roles/${demoRoles.private}` }, 'reader')
  expect(answer).toMatchObject({ status: 403, body: { code: 'PERMISSION_DENIED' } })
})

test('resolves several names, omits unknown ones and refuses too many', async () => {
  const { body } = await ask('/v1/usernames/users', { usernames: ['maravoss', 'nobody', 'OldSparrow'] }, null)
  expect(body['data']).toEqual([
    {
      requestedUsername: 'maravoss',
      hasVerifiedBadge: false,
      id: demoUsers.owner,
      name: 'MaraVoss',
      displayName: 'Mara',
    },
    expect.objectContaining({ requestedUsername: 'OldSparrow', name: 'NightHeron' }),
  ])
  const many = await ask('/v1/usernames/users', { usernames: Array<string>(101).fill('x') }, null)
  expect(many).toMatchObject({ status: 400, body: { errors: [{ code: 2, message: 'Too many usernames.' }] } })
})

test('introspection returns scopes and owner', async () => {
  expect((await ask('/api-keys/v1/introspect', { apiKey: demoApiKey }, null)).body).toEqual({
    name: 'demo',
    authorizedUserId: demoUsers.owner,
    scopes: [
      { name: 'group', operations: ['read', 'write'], groupIds: [String(demoGroupId)] },
      { name: 'legacy-group', operations: ['manage'] },
    ],
    enabled: true,
    expired: false,
  })
})

test('rate limits are reported always and enforced only on demand', async () => {
  const strict = await startSimulator({ rateLimits: true })
  try {
    const headers = { 'x-api-key': demoApiKey }
    for (let call = 0; call < 150; call++) expect((await fetch(strict.url + group, { headers })).status).toBe(200)
    const refused = await fetch(strict.url + group, { headers })
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'RESOURCE_EXHAUSTED' })
    expect(refused.headers.get('x-ratelimit-limit')).toBe('150, 150;w=60')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('x-ratelimit-reset'))
    expect((await fetch(`${strict.url}${group}/roles`, { headers })).status).toBe(200)
  } finally {
    await strict.close()
  }
  const remaining = async (): Promise<number> => Number((await ask(group)).headers.get('x-ratelimit-remaining'))
  expect((await remaining()) - (await remaining())).toBe(1)
})
