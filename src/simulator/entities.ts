// The things a simulated platform consists of, and what follows from them.
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
}

export interface Role {
  readonly roleId: number
  /** 0 (guest) to 255 (owner). */
  readonly rank: number
  readonly name: string
}

export interface Member {
  readonly createTime: string
  updateTime: string
  /** Roles beside the base role, which every member holds. */
  readonly given: Set<number>
}

export interface Group {
  readonly groupId: number
  readonly name: string
  readonly ownerUserId: number | null
  readonly createTime: string
  readonly roles: Map<number, Role>
  /** The roles again, lowest rank first. */
  ranked: readonly Role[]
  readonly members: Map<number, Member>
  /** By role id, how many members were given it. */
  readonly holders: Map<number, number>
  readonly auditLog: BoundedLog<AuditEntry>
}

/** A change of one member's roles, by the API or by hand. */
export interface AuditEntry {
  /** Newer entries of a group have a higher one. */
  readonly seq: number
  /** RFC 3339. */
  readonly created: string
  readonly actionType: 'AssignRole' | 'UnassignRole'
  readonly actorUserId: number
  readonly targetUserId: number
  readonly role: Role
}

/** What a credential may do, and as whom. */
export interface Access {
  /** The account whose permissions it carries. */
  readonly ownerUserId: number
  readonly operations: readonly ('read' | 'write')[]
  readonly groupIds: readonly number[] | '*'
  /** The scope `legacy-group:manage`, which reading the group's audit log takes. */
  readonly auditLog: boolean
}

/** Who a request speaks as. */
export interface Caller extends Access {
  readonly kind: 'key' | 'token'
  /** Whose limits it draws on: those of a key are its owner's. */
  readonly account: string
}

/** An API key; its text is not kept, only the SHA-256 of it. */
export interface Key extends Access {
  readonly sha256: string
  readonly name: string
  enabled: boolean
  /** RFC 3339; null: never. */
  expiresAt: string | null
}

/** The role every member holds and cannot lose: the lowest rank from 1 up. */
export function baseRole(group: Group): Role | undefined {
  return group.ranked.find((role) => role.rank >= 1)
}

/** Lowest rank first. */
export function rolesByRank(roles: Iterable<Role>): Role[] {
  return [...roles].sort((one, other) => one.rank - other.rank || one.roleId - other.roleId)
}

/** All roles of a member, the base role among them, lowest rank first; empty for who is not in the group. */
export function heldRoles(group: Group, userId: number): Role[] {
  const member = group.members.get(userId)
  if (member === undefined) return []
  const base = baseRole(group)
  return group.ranked.filter((role) => role === base || member.given.has(role.roleId))
}

export function isLive(key: Key): boolean {
  return key.enabled && !isExpired(key)
}

export function isExpired(key: Key): boolean {
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now()
}

/** What is kept of a secret. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
