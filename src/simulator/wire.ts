// The platform's resources and its two error formats.
import { baseRole, heldRoles, isExpired, rolePermissions, type Group, type Key, type Role, type User } from './entities'
import type { Rejection } from './faults'
import { groupDomain, idIn } from './ids'
import type { SimulatorReply } from './messages'
import type { World } from './world'

const statusOfCode = {
  INVALID_ARGUMENT: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
} as const

const codeOfStatus: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'NOT_IMPLEMENTED',
  503: 'UNAVAILABLE',
}

export function v2Error(code: keyof typeof statusOfCode, message: string): SimulatorReply {
  return { status: statusOfCode[code], body: { code, message } }
}

export function gatewayError(status: number, code: number, message: string): SimulatorReply {
  return { status, body: { errors: [{ code, message }] } }
}

/** 401 and 413 have the gateway's format by default, as on the live platform. */
export function refuse(status: number, rejection: Rejection = {}): SimulatorReply {
  const fromGateway = status === 401 || status === 413
  const message = rejection.message ?? (status === 401 ? 'Invalid API Key' : `Simulated ${status}.`)
  if ((rejection.style ?? (fromGateway ? 'gateway' : 'v2')) === 'gateway') return gatewayError(status, 0, message)
  return { status, body: { code: rejection.code ?? codeOfStatus[status] ?? 'UNKNOWN', message } }
}

export function throttle(retryAfter?: number): SimulatorReply {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return { ...refuse(429), headers }
}

export function groupResource(group: Group): object {
  return {
    path: `groups/${group.groupId}`,
    createTime: group.createTime,
    updateTime: group.createTime,
    id: String(group.groupId),
    displayName: group.name,
    description: '',
    ...(group.ownerUserId === null ? {} : { owner: `users/${group.ownerUserId}` }),
    memberCount: group.members.size,
    publicEntryAllowed: false,
    locked: false,
    verified: false,
  }
}

/** `memberCount` is absent for rank 0. */
export function roleResource(group: Group, role: Role): object {
  const memberCount = role === baseRole(group) ? group.members.size : (group.holders.get(role.roleId) ?? 0)
  return {
    path: roleName(group, role),
    id: String(role.roleId),
    displayName: role.name,
    rank: role.rank,
    ...(role.rank === 0 ? {} : { memberCount }),
    ...(role.permissions && {
      permissions: Object.fromEntries(rolePermissions.map((name) => [name, role.permissions?.includes(name)])),
    }),
  }
}

export function membershipResource(world: World, group: Group, userId: number): object {
  const id = idIn(world, groupDomain(group.groupId), userId)
  const member = group.members.get(userId)
  const held = heldRoles(group, userId)
  const highest = held.at(-1)
  return {
    path: `groups/${group.groupId}/memberships/${membershipIdOf(id)}`,
    createTime: member?.createTime,
    updateTime: member?.updateTime,
    user: `users/${id}`,
    ...(highest === undefined ? {} : { role: roleName(group, highest) }),
    roles: held.map((role) => roleName(group, role)),
  }
}

export function userResource(user: User, id: number): object {
  return {
    path: `users/${id}`,
    createTime: user.createTime,
    id: String(id),
    name: user.username,
    displayName: user.displayName,
    about: '',
    locale: 'en_us',
  }
}

export function introspectionResource(key: Key): object {
  const groupIds = key.groupIds === '*' ? ['*'] : key.groupIds.map(String)
  return {
    name: key.name,
    ...(key.ownedByGroup ? {} : { authorizedUserId: key.ownerUserId }),
    scopes: [
      ...(key.operations.length === 0 ? [] : [{ name: 'group', operations: key.operations, groupIds }]),
      ...(key.auditLog ? [{ name: 'legacy-group', operations: ['manage'] }] : []),
    ],
    enabled: key.enabled,
    expired: isExpired(key),
    ...(key.expiresAt === null ? {} : { expirationTimeUtc: key.expiresAt }),
  }
}

/** Unpadded base64url of the user id: observed, undocumented. */
export function membershipIdOf(userId: number): string {
  return Buffer.from(String(userId)).toString('base64url')
}

/** Also of a plain user id: base64url of digits never begins with a digit. */
export function userIdOf(membershipId: string): number | null {
  const digits = /^\d+$/.test(membershipId) ? membershipId : Buffer.from(membershipId, 'base64url').toString('latin1')
  return /^\d{1,16}$/.test(digits) ? Number(digits) : null
}

function roleName(group: Group, role: Role): string {
  return `groups/${group.groupId}/roles/${role.roleId}`
}
