// The simulated operations of the platform.
import { listAuditLog } from './audit-log'
import { avatarFile, AVATAR_FILE, listHeadshots } from './avatars'
import { baseRole, heldRoles, isLive, mayUse, type Caller, type Group, type Role } from './entities'
import { parseFilter, type Filter } from './filters'
import { accountOf, groupDomain } from './ids'
import { decideJoinRequest, listJoinRequests } from './join-requests'
import type { Journal } from './journal'
import { ok, type SimulatorReply, type SimulatorRequest } from './messages'
import { issueTokens } from './oauth'
import { pageOf } from './paging'
import { introspect, usersByName } from './public-routes'
import type { RateLimits } from './rate-limits'
import { gatewayError, groupResource, membershipResource, roleResource, userIdOf, userResource, v2Error } from './wire'
import type { World } from './world'

export interface Platform {
  readonly world: World
  readonly limits: RateLimits
  readonly journal: Journal
}

interface PublicRoute {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  readonly handle: (world: World, request: SimulatorRequest) => SimulatorReply
}

interface GuardedRoute {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  /** Calls per minute of all keys of an owner, or of an OAuth grant. */
  readonly perMinute: Readonly<Record<Caller['kind'], number>>
  readonly handle: (
    platform: Platform,
    request: SimulatorRequest,
    params: readonly string[],
    caller: Caller,
  ) => SimulatorReply
}

const publicRoutes: readonly PublicRoute[] = [
  { method: 'POST', path: /^\/api-keys\/v1\/introspect$/, handle: introspect },
  { method: 'POST', path: /^\/v1\/usernames\/users$/, handle: usersByName },
  { method: 'GET', path: /^\/v1\/users\/avatar-headshot$/, handle: listHeadshots },
  { method: 'GET', path: AVATAR_FILE, handle: (_world, request) => avatarFile(request) },
  { method: 'POST', path: /^\/oauth\/v1\/token$/, handle: issueTokens },
  {
    method: 'GET',
    path: /^\/oauth\/\.well-known\/openid-configuration$/,
    handle: ({ signIns }, request) => signIns.describe(request),
  },
  { method: 'GET', path: /^\/oauth\/v1\/authorize$/, handle: ({ signIns }, request) => signIns.authorize(request) },
  { method: 'GET', path: /^\/oauth\/v1\/certs$/, handle: ({ signIns }) => signIns.certs() },
]

const memberPath = String.raw`/cloud/v2/groups/(\d+)/memberships/([^/:]+)`

const guardedRoutes: readonly GuardedRoute[] = [
  {
    name: 'getGroup',
    method: 'GET',
    path: /^\/cloud\/v2\/groups\/(\d+)$/,
    perMinute: { key: 150, token: 30 },
    handle: getGroup,
  },
  {
    name: 'listRoles',
    method: 'GET',
    path: /^\/cloud\/v2\/groups\/(\d+)\/roles$/,
    perMinute: { key: 300, token: 90 },
    handle: listRoles,
  },
  {
    name: 'getRole',
    method: 'GET',
    path: /^\/cloud\/v2\/groups\/(\d+)\/roles\/(\d+)$/,
    perMinute: { key: 300, token: 90 },
    handle: getRole,
  },
  {
    name: 'listMemberships',
    method: 'GET',
    path: /^\/cloud\/v2\/groups\/(\d+|-)\/memberships$/,
    perMinute: { key: 300, token: 90 },
    handle: listMemberships,
  },
  {
    name: 'assignRole',
    method: 'POST',
    path: new RegExp(`^${memberPath}:assignRole$`),
    perMinute: { key: 300, token: 90 },
    handle: (...call) => changeRole('assignRole', ...call),
  },
  {
    name: 'unassignRole',
    method: 'POST',
    path: new RegExp(`^${memberPath}:unassignRole$`),
    perMinute: { key: 300, token: 90 },
    handle: (...call) => changeRole('unassignRole', ...call),
  },
  {
    name: 'listJoinRequests',
    method: 'GET',
    path: /^\/cloud\/v2\/groups\/(\d+)\/join-requests$/,
    perMinute: { key: 300, token: 90 },
    handle: listJoinRequests,
  },
  {
    name: 'acceptJoinRequest',
    method: 'POST',
    path: /^\/cloud\/v2\/groups\/(\d+)\/join-requests\/(\d+):accept$/,
    perMinute: { key: 100, token: 90 },
    handle: (...call) => decideJoinRequest('accept', ...call),
  },
  {
    name: 'declineJoinRequest',
    method: 'POST',
    path: /^\/cloud\/v2\/groups\/(\d+)\/join-requests\/(\d+):decline$/,
    perMinute: { key: 100, token: 90 },
    handle: (...call) => decideJoinRequest('decline', ...call),
  },
  {
    name: 'getUser',
    method: 'GET',
    path: /^\/cloud\/v2\/users\/([^/]+)$/,
    perMinute: { key: 1000, token: 10 },
    handle: getUser,
  },
  {
    name: 'listAuditLog',
    method: 'GET',
    path: /^\/legacy-groups\/v1\/groups\/(\d+)\/audit-log$/,
    perMinute: { key: 100, token: 100 },
    handle: ({ world }, ...call) => listAuditLog(world, ...call),
  },
]

export function reply(platform: Platform, request: SimulatorRequest): SimulatorReply {
  const publicRoute = publicRoutes.find((route) => route.method === request.method && route.path.test(request.path))
  if (publicRoute) return publicRoute.handle(platform.world, request)
  for (const route of guardedRoutes) {
    const match = route.method === request.method ? route.path.exec(request.path) : null
    if (match) return guarded(platform, request, route, match.slice(1))
  }
  return gatewayError(404, 0, 'NotFound')
}

function guarded(
  platform: Platform,
  request: SimulatorRequest,
  route: GuardedRoute,
  params: readonly string[],
): SimulatorReply {
  const caller = callerOf(platform.world, request)
  if (typeof caller === 'string') return gatewayError(401, 0, caller)
  const allowance = platform.limits.charge(caller.account, route.name, route.perMinute[caller.kind])
  if (allowance.allowed) {
    return { ...route.handle(platform, request, params, caller), headers: allowance.headers }
  }
  const headers = { ...allowance.headers, 'retry-after': String(allowance.resetSeconds) }
  return { ...v2Error('RESOURCE_EXHAUSTED', 'Too many requests.'), headers }
}

function callerOf(world: World, { headers }: SimulatorRequest): Caller | string {
  const [, accessToken] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (accessToken !== undefined) return world.grants.callerOf(accessToken) ?? 'Invalid token'
  const apiKey = headers['x-api-key']
  const key = typeof apiKey === 'string' ? world.findKey(apiKey) : undefined
  if (key === undefined || !isLive(key)) return 'Invalid API Key'
  return { ...key, kind: 'key', account: `key ${key.ownerUserId}` }
}

function getGroup({ world }: Platform, _request: SimulatorRequest, [groupId]: readonly string[]): SimulatorReply {
  return withGroup(world, groupId, (group) => ok(groupResource(group)))
}

function listRoles({ world }: Platform, request: SimulatorRequest, [groupId]: readonly string[]): SimulatorReply {
  return withGroup(world, groupId, (group) => {
    const page = pageOf(request, group.ranked, 20)
    if (typeof page === 'string') return v2Error('INVALID_ARGUMENT', page)
    return ok({ groupRoles: page.items.map((role) => roleResource(group, role)), nextPageToken: page.nextPageToken })
  })
}

function getRole(
  { world }: Platform,
  _request: SimulatorRequest,
  [groupId, roleId]: readonly string[],
): SimulatorReply {
  return withGroup(world, groupId, (group) => {
    const role = group.roles.get(Number(roleId))
    return role ? ok(roleResource(group, role)) : v2Error('NOT_FOUND', 'Role not found.')
  })
}

function listMemberships({ world }: Platform, request: SimulatorRequest, [groupId]: readonly string[]): SimulatorReply {
  const filter = parseFilter(request.query.get('filter'), groupId === '-' ? null : Number(groupId))
  if (typeof filter === 'string') return v2Error('INVALID_ARGUMENT', filter)
  const group = world.groups.get(Number(groupId))
  if (groupId !== '-' && group === undefined) return v2Error('NOT_FOUND', 'Group not found.')
  const groups = group === undefined ? [...world.groups.values()] : [group]
  const page = pageOf(
    request,
    groups.flatMap((one) => matching(world, one, filter)),
    100,
  )
  if (typeof page === 'string') return v2Error('INVALID_ARGUMENT', page)
  return ok({
    groupMemberships: page.items.map(([one, userId]) => membershipResource(world, one, userId)),
    ...(page.nextPageToken === '' ? {} : { nextPageToken: page.nextPageToken }),
  })
}

function matching(world: World, group: Group, filter: Filter | null): [Group, number][] {
  if (filter?.by === 'user') {
    const asked = filter.userIds.flatMap((id) => accountOf(world, groupDomain(group.groupId), id) ?? [])
    return asked.filter((userId) => group.members.has(userId)).map((userId) => [group, userId])
  }
  const all = [...group.members.keys()]
  const userIds = filter === null ? all : all.filter((userId) => holds(group, userId, filter.roleId))
  return userIds.map((userId) => [group, userId])
}

function holds(group: Group, userId: number, roleId: number): boolean {
  return heldRoles(group, userId).some((role) => role.roleId === roleId)
}

function changeRole(
  verb: 'assignRole' | 'unassignRole',
  { world, journal }: Platform,
  request: SimulatorRequest,
  [groupText, membershipId]: readonly string[],
  caller: Caller,
): SimulatorReply {
  return withGroup(world, groupText, (group) => {
    if (!mayUse(caller, group, 'write')) return v2Error('PERMISSION_DENIED', 'The credential lacks group:write here.')
    const id = userIdOf(membershipId ?? '')
    const userId = id === null ? undefined : accountOf(world, groupDomain(group.groupId), id)
    if (userId === undefined || !group.members.has(userId)) return v2Error('NOT_FOUND', 'Membership not found.')
    const role = roleOf(group, request.body)
    if (role === null) return v2Error('INVALID_ARGUMENT', 'Invalid role in the request.')
    if (role === undefined) return v2Error('NOT_FOUND', 'Role not found.')
    if (role.rank === 0 || role.rank === 255) {
      return v2Error('INVALID_ARGUMENT', 'Guest or Owner ranks cannot be assigned.')
    }
    if (verb === 'unassignRole' && role === baseRole(group)) {
      return v2Error('INVALID_ARGUMENT', 'The base role cannot be unassigned.')
    }
    const { groupId } = group
    const { roleId } = role
    const change = [groupId, userId, roleId, caller.ownerUserId] as const
    const changed = verb === 'assignRole' ? world.giveRole(...change) : world.takeRole(...change)
    journal.record({ verb, groupId, userId, roleId, changed, requestId: requestIdOf(request) })
    return ok(membershipResource(world, group, userId))
  })
}

function requestIdOf({ headers }: SimulatorRequest): string | null {
  const requestId = headers['x-request-id']
  return typeof requestId === 'string' ? requestId : null
}

function roleOf(group: Group, body: unknown): Role | null | undefined {
  const name = (body as { role?: unknown } | null | undefined)?.role
  const match = typeof name === 'string' ? /^groups\/(\d+)\/roles\/(\d+)$/.exec(name) : null
  return match && Number(match[1]) === group.groupId ? group.roles.get(Number(match[2])) : null
}

/** By a global id, or one in a domain of the caller: a group, or the application. */
function getUser(
  { world }: Platform,
  _request: SimulatorRequest,
  [text]: readonly string[],
  caller: Caller,
): SimulatorReply {
  if (!/^\d{1,16}$/.test(text ?? '')) return v2Error('INVALID_ARGUMENT', 'Invalid User ID in the request.')
  const id = Number(text)
  const groupIds = caller.groupIds === '*' ? [...world.groups.keys()] : caller.groupIds
  const domains = [
    ...groupIds.map(groupDomain),
    ...(caller.clientId === undefined ? [] : [`application-${caller.clientId}`]),
  ]
  const user = world.users.get(domains.map((domain) => accountOf(world, domain, id)).find(isKnown) ?? id)
  return user ? ok(userResource(user, id)) : v2Error('NOT_FOUND', 'User not found.')
}

const isKnown = (userId: number | undefined): boolean => userId !== undefined

function withGroup(world: World, groupId: string | undefined, then: (group: Group) => SimulatorReply): SimulatorReply {
  const group = world.groups.get(Number(groupId))
  return group ? then(group) : v2Error('NOT_FOUND', 'Group not found.')
}
