// The things a simulated platform consists of, and what follows from them.

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
  readonly members: Map<number, Member>
}

/** An API key; its text is not kept, only the SHA-256 of it. */
export interface Key {
  readonly sha256: string
  readonly name: string
  /** The account whose limits it draws on. */
  readonly ownerUserId: number
  readonly operations: readonly ('read' | 'write')[]
  readonly groupIds: readonly number[] | '*'
  enabled: boolean
  /** RFC 3339; null: never. */
  expiresAt: string | null
}

/** The role every member holds and cannot lose: the lowest rank from 1 up. */
export function baseRole(group: Group): Role | undefined {
  return rolesByRank(group).find((role) => role.rank >= 1)
}

/** Lowest rank first. */
export function rolesByRank(group: Group): Role[] {
  return [...group.roles.values()].sort((one, other) => one.rank - other.rank || one.roleId - other.roleId)
}

/** All roles of a member, the base role among them, lowest rank first; empty for who is not in the group. */
export function heldRoles(group: Group, userId: number): Role[] {
  const member = group.members.get(userId)
  if (member === undefined) return []
  const base = baseRole(group)
  return rolesByRank(group).filter((role) => role === base || member.given.has(role.roleId))
}

export function isLive(key: Key): boolean {
  return key.enabled && !isExpired(key)
}

export function isExpired(key: Key): boolean {
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now()
}
