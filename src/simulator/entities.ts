// Entities of the simulated platform.
import { createHash } from 'node:crypto'
import type { BoundedLog } from './bounded-log'

export interface User {
  readonly userId: number
  username: string
  displayName: string
  readonly previousNames: string[]
  readonly createTime: string
}

export interface Role {
  readonly roleId: number
  readonly rank: number
  readonly name: string
  /** Some members hold it beside their rank; see `roleBeside`. */
  readonly beside?: true
  /** Those that a holder has; absent: the platform tells none of this role, as to a key without `group:read`. */
  readonly permissions?: readonly RolePermission[]
}

export const rolePermissions = ['viewWallPosts', 'changeRank', 'acceptRequests', 'exileMembers', 'banMembers'] as const
export type RolePermission = (typeof rolePermissions)[number]

export interface Member {
  readonly createTime: string
  updateTime: string
  readonly assigned: Set<number>
}

export interface Group {
  readonly groupId: number
  readonly name: string
  readonly ownerUserId: number | null
  readonly createTime: string
  readonly roles: Map<number, Role>
  ranked: readonly Role[]
  readonly members: Map<number, Member>
  readonly holders: Map<number, number>
  readonly joinRequests: Map<number, JoinRequest>
  readonly auditLog: BoundedLog<AuditEntry>
}

export interface JoinRequest {
  readonly createTime: string
}

export interface AuditEntry {
  readonly seq: number
  readonly created: string
  readonly actionType:
    'AssignRole' | 'UnassignRole' | 'AcceptJoinRequest' | 'DeclineJoinRequest' | 'RemoveMember' | 'BanMember'
  readonly actorUserId: number
  readonly targetUserId: number
  readonly role?: Role
}

export interface Access {
  readonly ownerUserId: number
  readonly operations: readonly ('read' | 'write')[]
  readonly groupIds: readonly number[] | '*'
  /** The key has the scope `legacy-group:manage`. */
  readonly auditLog: boolean
  /** The owner may accept and decline join requests unless it is false. */
  readonly acceptRequests?: boolean
}

export interface Caller extends Access {
  readonly kind: 'key' | 'token'
  /** A token names the application. */
  readonly clientId?: string
  readonly account: string
}

export interface Key extends Access {
  readonly sha256: string
  readonly name: string
  enabled: boolean
  expiresAt: string | null
  /** The introspection names no account. */
  readonly ownedByGroup?: true
}

/** It is the lowest rank from 1: every member has it, and it cannot be unassigned. */
export function baseRole(group: Group): Role | undefined {
  return group.ranked.find((role) => role.rank >= 1)
}

export function rolesByRank(roles: Iterable<Role>): Role[] {
  return [...roles].sort((one, other) => one.rank - other.rank || one.roleId - other.roleId)
}

/** The base role is included, and the lowest rank comes first. A user who is no member has none. */
export function heldRoles(group: Group, userId: number): Role[] {
  const member = group.members.get(userId)
  if (member === undefined) return []
  const base = baseRole(group)
  return group.ranked.filter((role) => role === base || member.assigned.has(role.roleId))
}

export function roleBeside(group: Pick<Group, 'ranked'>, userId: number): number[] {
  const beside = group.ranked.filter((role) => role.beside)
  const role = userId % 3 === 0 ? beside[(userId / 3) % beside.length] : undefined
  return role ? [role.roleId] : []
}

export function isLive(key: Key): boolean {
  return key.enabled && !isExpired(key)
}

export function isExpired(key: Key): boolean {
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now()
}

export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function mayUse({ operations, groupIds }: Caller, { groupId }: Group, operation: 'read' | 'write'): boolean {
  return operations.includes(operation) && (groupIds === '*' || groupIds.includes(groupId))
}
