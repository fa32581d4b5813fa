// Entities of the simulated platform.
import { createHash } from 'node:crypto'
import type { BoundedLog } from './bounded-log'

export interface User {
  readonly userId: number
  username: string
  displayName: string
  /** Oldest first. */
  readonly previousNames: string[]
  /** RFC 3339. */
  readonly createTime: string
  /** Of the picture; default: Completed. */
  avatar?: 'Completed' | 'Pending' | 'Blocked'
}

export interface Role {
  readonly roleId: number
  /** 0 (guest) to 255 (owner). */
  readonly rank: number
  readonly name: string
  /** Held by some members beside their rank; see `roleBeside`. */
  readonly beside?: true
  /** Of a holder; absent: the platform tells none of this role, as to a key without `group:read`. */
  readonly permissions?: readonly RolePermission[]
}

export const rolePermissions = ['viewWallPosts', 'changeRank', 'acceptRequests', 'exileMembers', 'banMembers'] as const
export type RolePermission = (typeof rolePermissions)[number]

export interface Member {
  readonly createTime: string
  updateTime: string
  /** Role ids, without the base role. */
  readonly assigned: Set<number>
}

export interface Group {
  readonly groupId: number
  readonly name: string
  readonly ownerUserId: number | null
  readonly createTime: string
  readonly roles: Map<number, Role>
  /** Lowest rank first. */
  ranked: readonly Role[]
  readonly members: Map<number, Member>
  /** Number of members by assigned role id. */
  readonly holders: Map<number, number>
  /** By user id, oldest first. */
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
  /** Absent for a join request. */
  readonly role?: Role
}

export interface Access {
  readonly ownerUserId: number
  readonly operations: readonly ('read' | 'write')[]
  readonly groupIds: readonly number[] | '*'
  /** Scope `legacy-group:manage`. */
  readonly auditLog: boolean
  /** Whether the owner may accept and decline join requests; default true. */
  readonly acceptRequests?: boolean
}

export interface Caller extends Access {
  readonly kind: 'key' | 'token'
  /** Of a token: the application. */
  readonly clientId?: string
  /** Common to all keys of an owner. */
  readonly account: string
}

export interface Key extends Access {
  readonly sha256: string
  readonly name: string
  enabled: boolean
  /** RFC 3339; null: never. */
  expiresAt: string | null
  /** The introspection names no account. */
  readonly ownedByGroup?: true
}

/** The lowest rank from 1: every member has it, and it cannot be unassigned. */
export function baseRole(group: Group): Role | undefined {
  return group.ranked.find((role) => role.rank >= 1)
}

export function rolesByRank(roles: Iterable<Role>): Role[] {
  return [...roles].sort((one, other) => one.rank - other.rank || one.roleId - other.roleId)
}

/** With the base role, lowest rank first; none for a user who is no member. */
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
