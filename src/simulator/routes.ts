// The operations of the platform that the simulator speaks, from a request to a reply. What they change is the world.
import { baseRole, heldRoles, isLive, rolesByRank, type Group, type Key, type Role } from './entities'
import { parseFilter, type Filter } from './filters'
import { ok, type SimulatorReply, type SimulatorRequest } from './messages'
import { pageOf } from './paging'
import type { RateLimits } from './rate-limits'
import {
  gatewayError,
  groupResource,
  introspectionResource,
  membershipResource,
  roleResource,
  userIdOf,
  userResource,
  v2Error,
} from './wire'
import type { World } from './world'

interface Route {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Its groups are the handler's `params`. */
  readonly path: RegExp
  /** Calls a minute for each key owner; null: the route takes no key. */
  readonly perMinute: number | null
  readonly handle: (
    world: World,
    request: SimulatorRequest,
    params: readonly string[],
    key: Key | null,
  ) => SimulatorReply
}

const routes: readonly Route[] = [
  { name: 'getGroup', method: 'GET', path: /^\/cloud\/v2\/groups\/(\d+)$/, perMinute: 150, handle: getGroup },
  { name: 'listRoles', method: 'GET', path: /^\/cloud\/v2\/groups\/(\d+)\/roles$/, perMinute: 300, handle: listRoles },
  {
    name: 'getRole',
    method: 'GET',
    path: /^\/cloud\/v2\/groups\/(\d+)\/roles\/(\d+)$/,
    perMinute: 300,
    handle: getRole,
  },
  {
    name: 'listMemberships',
    method: 'GET',
    path: /^\/cloud\/v2\/groups\/(\d+|-)\/memberships$/,
    perMinute: 300,
    handle: listMemberships,
  },
  {
    name: 'assignRole',
    method: 'POST',
    path: /^\/cloud\/v2\/groups\/(\d+)\/memberships\/([^/:]+):assignRole$/,
    perMinute: 300,
    handle: (world, request, params, key) =>
      changeRole(world, request, params, key, (groupId, userId, roleId) => world.giveRole(groupId, userId, roleId)),
  },
  {
    name: 'unassignRole',
    method: 'POST',
    path: /^\/cloud\/v2\/groups\/(\d+)\/memberships\/([^/:]+):unassignRole$/,
    perMinute: 300,
    handle: unassignRole,
  },
  { name: 'getUser', method: 'GET', path: /^\/cloud\/v2\/users\/([^/]+)$/, perMinute: 1000, handle: getUser },
  { name: 'introspect', method: 'POST', path: /^\/api-keys\/v1\/introspect$/, perMinute: null, handle: introspect },
  { name: 'usernames', method: 'POST', path: /^\/v1\/usernames\/users$/, perMinute: null, handle: usersByName },
]

/** The platform's reply to a request, its effect on the world done. */
export function reply(world: World, limits: RateLimits, request: SimulatorRequest): SimulatorReply {
  for (const route of routes) {
    const match = route.method === request.method ? route.path.exec(request.path) : null
    if (match) return guarded(world, limits, request, route, match.slice(1))
  }
  return gatewayError(404, 0, 'NotFound')
}

/** The gateway's part: the key first, then the limit of its owner. */
function guarded(
  world: World,
  limits: RateLimits,
  request: SimulatorRequest,
  route: Route,
  params: readonly string[],
): SimulatorReply {
  if (route.perMinute === null) return route.handle(world, request, params, null)
  const apiKey = request.headers['x-api-key']
  const key = typeof apiKey === 'string' ? world.findKey(apiKey) : undefined
  if (key === undefined || !isLive(key)) return gatewayError(401, 0, 'Invalid API Key')
  const allowance = limits.charge(key.ownerUserId, route.name, route.perMinute)
  if (allowance.allowed) {
    return { ...route.handle(world, request, params, key), headers: allowance.headers }
  }
  const headers = { ...allowance.headers, 'retry-after': String(allowance.resetSeconds) }
  return { ...v2Error('RESOURCE_EXHAUSTED', 'Too many requests.'), headers }
}

/** Open Cloud v2: Get Group. */
function getGroup(world: World, _request: SimulatorRequest, [groupId]: readonly string[]): SimulatorReply {
  return withGroup(world, groupId, (group) => ok(groupResource(group)))
}

/** Open Cloud v2: List Group Roles. */
function listRoles(world: World, request: SimulatorRequest, [groupId]: readonly string[]): SimulatorReply {
  return withGroup(world, groupId, (group) => {
    const page = pageOf(request, rolesByRank(group), 20)
    if (typeof page === 'string') return v2Error('INVALID_ARGUMENT', page)
    return ok({ groupRoles: page.items.map((role) => roleResource(group, role)), nextPageToken: page.nextPageToken })
  })
}

/** Open Cloud v2: Get Group Role. */
function getRole(world: World, _request: SimulatorRequest, [groupId, roleId]: readonly string[]): SimulatorReply {
  return withGroup(world, groupId, (group) => {
    const role = group.roles.get(Number(roleId))
    return role ? ok(roleResource(group, role)) : v2Error('NOT_FOUND', 'Role not found.')
  })
}

/** Open Cloud v2: List Group Memberships. The last page leaves the token out, where List Group Roles sends it empty. */
function listMemberships(world: World, request: SimulatorRequest, [groupId]: readonly string[]): SimulatorReply {
  const filter = parseFilter(request.query.get('filter'), groupId === '-' ? null : Number(groupId))
  if (typeof filter === 'string') return v2Error('INVALID_ARGUMENT', filter)
  const group = world.groups.get(Number(groupId))
  if (groupId !== '-' && group === undefined) return v2Error('NOT_FOUND', 'Group not found.')
  const groups = group === undefined ? [...world.groups.values()] : [group]
  const page = pageOf(
    request,
    groups.flatMap((one) => matching(one, filter)),
    100,
  )
  if (typeof page === 'string') return v2Error('INVALID_ARGUMENT', page)
  return ok({
    groupMemberships: page.items.map(([one, userId]) => membershipResource(one, userId)),
    ...(page.nextPageToken === '' ? {} : { nextPageToken: page.nextPageToken }),
  })
}

function matching(group: Group, filter: Filter | null): [Group, number][] {
  if (filter?.by === 'user') {
    return filter.userIds.filter((userId) => group.members.has(userId)).map((userId) => [group, userId])
  }
  const all = [...group.members.keys()]
  const userIds = filter === null ? all : all.filter((userId) => holds(group, userId, filter.roleId))
  return userIds.map((userId) => [group, userId])
}

function holds(group: Group, userId: number, roleId: number): boolean {
  return heldRoles(group, userId).some((role) => role.roleId === roleId)
}

/** Open Cloud v2: Unassign Role. The base role is what makes a member. */
function unassignRole(
  world: World,
  request: SimulatorRequest,
  params: readonly string[],
  key: Key | null,
): SimulatorReply {
  return changeRole(world, request, params, key, (groupId, userId, roleId, isBase) => {
    if (isBase) return v2Error('INVALID_ARGUMENT', 'The base role cannot be unassigned.')
    world.takeRole(groupId, userId, roleId)
    return undefined
  })
}

/** What Assign Role and Unassign Role share: who may, on whom, with which role. */
function changeRole(
  world: World,
  request: SimulatorRequest,
  [groupId, membershipId]: readonly string[],
  key: Key | null,
  change: (groupId: number, userId: number, roleId: number, isBase: boolean) => SimulatorReply | undefined | void,
): SimulatorReply {
  return withGroup(world, groupId, (group) => {
    if (key === null || !mayWrite(key, group))
      return v2Error('PERMISSION_DENIED', 'The API key lacks group:write here.')
    const userId = userIdOf(membershipId ?? '')
    if (userId === null || !group.members.has(userId)) return v2Error('NOT_FOUND', 'Membership not found.')
    const role = roleOf(group, request.body)
    if (role === null) return v2Error('INVALID_ARGUMENT', 'Invalid role in the request.')
    if (role === undefined) return v2Error('NOT_FOUND', 'Role not found.')
    if (role.rank === 0 || role.rank === 255) {
      return v2Error('INVALID_ARGUMENT', 'Guest or Owner ranks cannot be assigned.')
    }
    const refusal = change(group.groupId, userId, role.roleId, role === baseRole(group))
    return refusal ?? ok(membershipResource(group, userId))
  })
}

function mayWrite(key: Key, group: Group): boolean {
  return key.operations.includes('write') && (key.groupIds === '*' || key.groupIds.includes(group.groupId))
}

/** The role a body `{"role":"groups/7/roles/9"}` names; null: it names none of this group; undefined: there is none such. */
function roleOf(group: Group, body: unknown): Role | null | undefined {
  const name = (body as { role?: unknown } | null | undefined)?.role
  const match = typeof name === 'string' ? /^groups\/(\d+)\/roles\/(\d+)$/.exec(name) : null
  return match && Number(match[1]) === group.groupId ? group.roles.get(Number(match[2])) : null
}

/** Open Cloud v2: Get User. */
function getUser(world: World, _request: SimulatorRequest, [userId]: readonly string[]): SimulatorReply {
  if (!/^\d{1,16}$/.test(userId ?? '')) return v2Error('INVALID_ARGUMENT', 'Invalid User ID in the request.')
  const user = world.users.get(Number(userId))
  return user ? ok(userResource(user)) : v2Error('NOT_FOUND', 'User not found.')
}

/** API keys: Introspect. A disabled or expired key is described, one that is not known is refused. */
function introspect(world: World, request: SimulatorRequest): SimulatorReply {
  const apiKey = (request.body as { apiKey?: unknown } | null | undefined)?.apiKey
  const key = typeof apiKey === 'string' ? world.findKey(apiKey) : undefined
  return key ? ok(introspectionResource(key)) : gatewayError(401, 0, 'Invalid API Key')
}

/** Legacy users API: finds by current and by previous name, answers the current one; unknown names are simply missing. */
function usersByName(world: World, request: SimulatorRequest): SimulatorReply {
  const names = (request.body as { usernames?: unknown } | null | undefined)?.usernames
  if (!Array.isArray(names)) return gatewayError(400, 0, 'Invalid request.')
  if (names.length > 100) return gatewayError(400, 2, 'Too many usernames.')
  const data = names.flatMap((name: unknown) => {
    const user = typeof name === 'string' ? world.findUser(name) : undefined
    if (user === undefined) return []
    const { userId: id, username, displayName } = user
    return [{ requestedUsername: name, hasVerifiedBadge: false, id, name: username, displayName }]
  })
  return ok({ data })
}

function withGroup(world: World, groupId: string | undefined, then: (group: Group) => SimulatorReply): SimulatorReply {
  const group = world.groups.get(Number(groupId))
  return group ? then(group) : v2Error('NOT_FOUND', 'Group not found.')
}
