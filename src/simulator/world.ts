// What the simulated platform knows: accounts, groups, roles, memberships and keys. Pure state, changed by name, no HTTP.
import { BoundedLog } from './bounded-log'
import { baseRole, fingerprint, heldRoles, rolesByRank } from './entities'
import type { AuditEntry, Group, Key, Member, Role, User } from './entities'
import { Grants, type Grant, type GrantOptions } from './grants'

export interface KeyOptions {
  readonly name?: string
  readonly ownerUserId?: number
  readonly operations?: readonly ('read' | 'write')[]
  readonly groupIds?: readonly number[] | '*'
  readonly auditLog?: boolean
  readonly enabled?: boolean
  readonly expiresAt?: string | null
}

const longAgo = '2019-05-04T12:00:00Z'
const keptAuditEntries = 100_000

/** Every method that names something absent, or makes something twice, throws an Error saying so. */
export class World {
  readonly users = new Map<number, User>()
  readonly groups = new Map<number, Group>()
  /** By SHA-256. */
  readonly keys = new Map<string, Key>()
  readonly grants = new Grants(() => this.onChange())
  /** Called after every change. */
  onChange: () => void = () => undefined
  private readonly byName = new Map<string, number>()
  private readonly byPreviousName = new Map<string, number>()
  private auditEntries = 0

  /** `createTime` is RFC 3339; an account made at no stated time is years old. */
  addUser(user: {
    userId: number
    username: string
    displayName?: string
    previousNames?: readonly string[]
    createTime?: string
  }): User {
    this.refuse(this.users.has(user.userId), `there is a user ${user.userId} already`)
    this.refuse(this.byName.has(user.username.toLowerCase()), `the name ${user.username} is taken`)
    const added: User = {
      userId: user.userId,
      username: user.username,
      displayName: user.displayName ?? user.username,
      previousNames: [...(user.previousNames ?? [])],
      createTime: user.createTime ?? longAgo,
    }
    this.users.set(added.userId, added)
    this.byName.set(added.username.toLowerCase(), added.userId)
    for (const name of added.previousNames) this.byPreviousName.set(name.toLowerCase(), added.userId)
    this.onChange()
    return added
  }

  /** The old name stays findable as a previous one until somebody else takes it. */
  renameUser(userId: number, username: string): void {
    const user = this.user(userId)
    const taken = this.byName.get(username.toLowerCase())
    this.refuse(taken !== undefined && taken !== userId, `the name ${username} is taken`)
    this.byName.delete(user.username.toLowerCase())
    this.byPreviousName.set(user.username.toLowerCase(), userId)
    this.byName.set(username.toLowerCase(), userId)
    user.previousNames.push(user.username)
    user.username = username
    this.onChange()
  }

  /** The account that bears the name, or else the last one that bore it; letter case aside. */
  findUser(name: string): User | undefined {
    const userId = this.byName.get(name.toLowerCase()) ?? this.byPreviousName.get(name.toLowerCase())
    return userId === undefined ? undefined : this.users.get(userId)
  }

  addGroup(group: { groupId: number; name: string; ownerUserId?: number | null; createTime?: string }): Group {
    this.refuse(this.groups.has(group.groupId), `there is a group ${group.groupId} already`)
    const added: Group = {
      groupId: group.groupId,
      name: group.name,
      ownerUserId: group.ownerUserId ?? null,
      createTime: group.createTime ?? longAgo,
      roles: new Map(),
      ranked: [],
      members: new Map(),
      holders: new Map(),
      auditLog: new BoundedLog(keptAuditEntries),
    }
    this.groups.set(added.groupId, added)
    this.onChange()
    return added
  }

  addRole(groupId: number, role: Role): void {
    const group = this.group(groupId)
    this.refuse(group.roles.has(role.roleId), `there is a role ${role.roleId} already`)
    this.refuse(!(Number.isInteger(role.rank) && role.rank >= 0 && role.rank <= 255), 'a rank is 0 to 255')
    group.roles.set(role.roleId, { ...role })
    group.ranked = rolesByRank(group.roles.values())
    this.onChange()
  }

  /** Members who held it fall back to what else they hold. */
  removeRole(groupId: number, roleId: number): void {
    const group = this.group(groupId)
    this.role(group, roleId)
    group.roles.delete(roleId)
    group.ranked = rolesByRank(group.roles.values())
    group.holders.delete(roleId)
    for (const member of group.members.values()) member.given.delete(roleId)
    this.onChange()
  }

  /** With the base role, and with `roleIds` beside it. */
  addMember(
    groupId: number,
    userId: number,
    roleIds: readonly number[] = [],
    createTime = new Date().toISOString(),
  ): void {
    const group = this.group(groupId)
    this.user(userId)
    this.refuse(group.members.has(userId), `user ${userId} is in group ${groupId} already`)
    for (const roleId of roleIds) this.role(group, roleId)
    const given = new Set(roleIds)
    group.members.set(userId, { createTime, updateTime: createTime, given })
    for (const roleId of given) countHolder(group, roleId, 1)
    this.onChange()
  }

  /** Accounts `User<id>` with the ids from `from` on, in the group with the base role; those there are stay as they are. */
  addMembers(groupId: number, from: number, count: number): void {
    const { onChange } = this
    this.onChange = () => undefined
    try {
      for (let userId = from; userId < from + count; userId++) {
        if (!this.users.has(userId)) this.addUser({ userId, username: `User${userId}` })
        if (!this.group(groupId).members.has(userId)) this.addMember(groupId, userId)
      }
    } finally {
      this.onChange = onChange
      this.onChange()
    }
  }

  removeMember(groupId: number, userId: number): void {
    const group = this.group(groupId)
    for (const roleId of this.member(group, userId).given) countHolder(group, roleId, -1)
    group.members.delete(userId)
    this.onChange()
  }

  /**
   * Gives a role, which the group's audit log shows.
   * @param actorUserId who did it; the group's owner when absent
   * @returns false when it was held already
   */
  giveRole(groupId: number, userId: number, roleId: number, actorUserId?: number): boolean {
    const group = this.group(groupId)
    const member = this.member(group, userId)
    const role = this.role(group, roleId)
    if (member.given.has(roleId) || baseRole(group)?.roleId === roleId) return false
    member.given.add(roleId)
    countHolder(group, roleId, 1)
    this.noteChange(group, member, { actionType: 'AssignRole', actorUserId, targetUserId: userId, role })
    return true
  }

  /** Takes a role, as `giveRole` gives one; false when it was not held. */
  takeRole(groupId: number, userId: number, roleId: number, actorUserId?: number): boolean {
    const group = this.group(groupId)
    const member = this.member(group, userId)
    const role = this.role(group, roleId)
    if (!member.given.delete(roleId)) return false
    countHolder(group, roleId, -1)
    this.noteChange(group, member, { actionType: 'UnassignRole', actorUserId, targetUserId: userId, role })
    return true
  }

  /** The ids of all roles held, lowest rank first; empty for who is not in the group. */
  rolesOf(groupId: number, userId: number): number[] {
    return heldRoles(this.group(groupId), userId).map((role) => role.roleId)
  }

  /** The rank (0 to 255) of the highest role held; null for who is not in the group. */
  highestRankOf(groupId: number, userId: number): number | null {
    return heldRoles(this.group(groupId), userId).at(-1)?.rank ?? null
  }

  /** A key that may do everything with every group, unless `options` say otherwise. */
  addKey(apiKey: string, options: KeyOptions = {}): Key {
    const sha256 = fingerprint(apiKey)
    this.refuse(this.keys.has(sha256), 'there is such a key already')
    return this.restoreKey({
      sha256,
      name: options.name ?? 'key',
      ownerUserId: options.ownerUserId ?? 1,
      operations: options.operations ?? ['read', 'write'],
      groupIds: options.groupIds ?? '*',
      auditLog: options.auditLog ?? true,
      enabled: options.enabled ?? true,
      expiresAt: options.expiresAt ?? null,
    })
  }

  /** A key as it was dumped, by its fingerprint. */
  restoreKey(key: Key): Key {
    this.keys.set(key.sha256, key)
    this.onChange()
    return key
  }

  /** Disables, enables or expires a key. */
  changeKey(apiKey: string, change: { enabled?: boolean; expiresAt?: string | null }): void {
    const key = this.findKey(apiKey)
    if (key === undefined) throw new Error('simulator: there is no such key')
    Object.assign(key, change)
    this.onChange()
  }

  /** As if it had been revoked or regenerated. */
  removeKey(apiKey: string): void {
    this.refuse(!this.keys.delete(fingerprint(apiKey)), 'there is no such key')
    this.onChange()
  }

  findKey(apiKey: string): Key | undefined {
    return this.keys.get(fingerprint(apiKey))
  }

  /** An account's consent to an OAuth app, as its first refresh token shows it; every group when none are named. */
  addGrant(options: GrantOptions): Grant {
    return this.grants.add(options)
  }

  private noteChange(
    group: Group,
    member: Member,
    entry: Pick<AuditEntry, 'actionType' | 'targetUserId' | 'role'> & { actorUserId: number | undefined },
  ): void {
    const created = new Date().toISOString()
    const actorUserId = entry.actorUserId ?? group.ownerUserId ?? 1
    member.updateTime = created
    this.auditEntries += 1
    group.auditLog.push({ ...entry, seq: this.auditEntries, created, actorUserId })
    this.onChange()
  }

  private user(userId: number): User {
    return this.users.get(userId) ?? fail(`there is no user ${userId}`)
  }

  private group(groupId: number): Group {
    return this.groups.get(groupId) ?? fail(`there is no group ${groupId}`)
  }

  private role(group: Group, roleId: number): Role {
    return group.roles.get(roleId) ?? fail(`there is no role ${roleId} in group ${group.groupId}`)
  }

  private member(group: Group, userId: number): Member {
    return group.members.get(userId) ?? fail(`user ${userId} is not in group ${group.groupId}`)
  }

  private refuse(condition: boolean, why: string): void {
    if (condition) fail(why)
  }
}

function countHolder(group: Group, roleId: number, by: 1 | -1): void {
  group.holders.set(roleId, (group.holders.get(roleId) ?? 0) + by)
}

function fail(why: string): never {
  throw new Error(`simulator: ${why}`)
}
