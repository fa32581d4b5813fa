// State of the platform simulator, without HTTP.
import { BoundedLog } from './bounded-log'
import { baseRole, fingerprint, heldRoles, roleBeside, rolesByRank } from './entities'
import type { AuditEntry, Group, Key, Member, Role, User } from './entities'
import type { IdKind } from './ids'
import { JoinRequests } from './joins'
import { SignIns } from './sign-ins'
import { Grants, type Grant, type GrantOptions } from './grants'

export interface KeyOptions {
  readonly name?: string
  readonly ownerUserId?: number
  readonly operations?: readonly ('read' | 'write')[]
  readonly groupIds?: readonly number[] | '*'
  readonly auditLog?: boolean
  readonly acceptRequests?: boolean
  readonly enabled?: boolean
  readonly expiresAt?: string | null
  readonly ownedByGroup?: boolean
}

export const raidKinds = ['ranks', 'removals', 'bans'] as const
export type RaidKind = (typeof raidKinds)[number]

const defaultCreateTime = '2019-05-04T12:00:00Z'
const keptAuditEntries = 100_000

/** Methods throw an Error for what does not exist or exists already. */
export class World {
  readonly users = new Map<number, User>()
  readonly groups = new Map<number, Group>()
  /** By SHA-256. */
  readonly keys = new Map<string, Key>()
  readonly grants = new Grants(() => this.onChange())
  readonly joins = new JoinRequests(this)
  readonly signIns = new SignIns(this)
  /** Of accounts made after the switch date. */
  ids: IdKind = 'scoped'
  onChange: () => void = () => undefined
  private readonly byName = new Map<string, number>()
  private readonly byPreviousName = new Map<string, number>()
  private auditEntries = 0

  addUser(user: {
    userId: number
    username: string
    displayName?: string
    previousNames?: readonly string[]
    createTime?: string
  }): User {
    this.throwIf(this.users.has(user.userId), `user ${user.userId} exists already`)
    this.throwIf(this.byName.has(user.username.toLowerCase()), `the name ${user.username} is taken`)
    const added: User = {
      userId: user.userId,
      username: user.username,
      displayName: user.displayName ?? user.username,
      previousNames: [...(user.previousNames ?? [])],
      createTime: user.createTime ?? defaultCreateTime,
    }
    this.users.set(added.userId, added)
    this.byName.set(added.username.toLowerCase(), added.userId)
    for (const name of added.previousNames) this.byPreviousName.set(name.toLowerCase(), added.userId)
    this.onChange()
    return added
  }

  /** The account can be found by the old name until another account takes it. */
  renameUser(userId: number, username: string): void {
    const user = this.user(userId)
    const taken = this.byName.get(username.toLowerCase())
    this.throwIf(taken !== undefined && taken !== userId, `the name ${username} is taken`)
    this.byName.delete(user.username.toLowerCase())
    this.byPreviousName.set(user.username.toLowerCase(), userId)
    this.byName.set(username.toLowerCase(), userId)
    user.previousNames.push(user.username)
    user.username = username
    this.onChange()
  }

  /** By current, else last previous name; case-insensitive. */
  findUser(name: string): User | undefined {
    const userId = this.byName.get(name.toLowerCase()) ?? this.byPreviousName.get(name.toLowerCase())
    return userId === undefined ? undefined : this.users.get(userId)
  }

  addGroup(group: { groupId: number; name: string; ownerUserId?: number | null; createTime?: string }): Group {
    this.throwIf(this.groups.has(group.groupId), `group ${group.groupId} exists already`)
    const added: Group = {
      groupId: group.groupId,
      name: group.name,
      ownerUserId: group.ownerUserId ?? null,
      createTime: group.createTime ?? defaultCreateTime,
      roles: new Map(),
      ranked: [],
      members: new Map(),
      holders: new Map(),
      joinRequests: new Map(),
      auditLog: new BoundedLog(keptAuditEntries),
    }
    this.groups.set(added.groupId, added)
    this.onChange()
    return added
  }

  addRole(groupId: number, role: Role): void {
    const group = this.group(groupId)
    this.throwIf(group.roles.has(role.roleId), `role ${role.roleId} exists already`)
    this.throwIf(!(Number.isInteger(role.rank) && role.rank >= 0 && role.rank <= 255), 'the rank must be 0 to 255')
    group.roles.set(role.roleId, { ...role })
    group.ranked = rolesByRank(group.roles.values())
    this.onChange()
  }

  removeRole(groupId: number, roleId: number): void {
    const group = this.group(groupId)
    this.role(group, roleId)
    group.roles.delete(roleId)
    group.ranked = rolesByRank(group.roles.values())
    group.holders.delete(roleId)
    for (const member of group.members.values()) member.assigned.delete(roleId)
    this.onChange()
  }

  addMember(
    groupId: number,
    userId: number,
    roleIds: readonly number[] = [],
    createTime = new Date().toISOString(),
  ): void {
    const group = this.group(groupId)
    this.user(userId)
    this.throwIf(group.members.has(userId), `user ${userId} is a member of group ${groupId} already`)
    for (const roleId of roleIds) this.role(group, roleId)
    const assigned = new Set(roleIds)
    group.members.set(userId, { createTime, updateTime: createTime, assigned })
    group.joinRequests.delete(userId)
    for (const roleId of assigned) countHolder(group, roleId, 1)
    this.onChange()
  }

  /**
   * User ids begin at `from`; existing members are unchanged. A third has a role beside the ranks, if the group has
   * such roles.
   */
  addMembers(groupId: number, from: number, count: number): void {
    const { onChange } = this
    this.onChange = () => undefined
    try {
      for (let userId = from; userId < from + count; userId++) {
        if (!this.users.has(userId)) this.addUser({ userId, username: `User${userId}` })
        const group = this.group(groupId)
        if (!group.members.has(userId)) this.addMember(groupId, userId, roleBeside(group, userId))
      }
    } finally {
      this.onChange = onChange
      this.onChange()
    }
  }

  removeMember(groupId: number, userId: number): void {
    const group = this.group(groupId)
    for (const roleId of this.member(group, userId).assigned) countHolder(group, roleId, -1)
    group.members.delete(userId)
    this.onChange()
  }

  /** @param actorUserId default: the group's owner @returns false when the member has the role already */
  giveRole(groupId: number, userId: number, roleId: number, actorUserId?: number): boolean {
    const group = this.group(groupId)
    const member = this.member(group, userId)
    const role = this.role(group, roleId)
    if (member.assigned.has(roleId) || baseRole(group)?.roleId === roleId) return false
    member.assigned.add(roleId)
    countHolder(group, roleId, 1)
    member.updateTime = this.record(group, { actionType: 'AssignRole', actorUserId, targetUserId: userId, role })
    return true
  }

  /** False when the member does not have the role. */
  takeRole(groupId: number, userId: number, roleId: number, actorUserId?: number): boolean {
    const group = this.group(groupId)
    const member = this.member(group, userId)
    const role = this.role(group, roleId)
    if (!member.assigned.delete(roleId)) return false
    countHolder(group, roleId, -1)
    member.updateTime = this.record(group, { actionType: 'UnassignRole', actorUserId, targetUserId: userId, role })
    return true
  }

  /**
   * `ranks` takes the highest role away, or gives the one above the base role. The other kinds begin with who joined
   * last.
   * @returns the members that were changed
   */
  raid(groupId: number, actorUserId: number, changes: number, kind: RaidKind = 'ranks'): number {
    const group = this.group(groupId)
    this.user(actorUserId)
    const lowest = group.ranked.find((role) => role !== baseRole(group) && role.rank >= 1 && !role.beside)
    let changed = 0
    const members = [...group.members.keys()]
    for (const userId of kind === 'ranks' ? members : members.reverse()) {
      if (changed === changes) break
      const highest = heldRoles(group, userId).at(-1)
      if (userId === actorUserId || highest?.rank === 255) continue
      if (kind !== 'ranks') {
        this.expel(groupId, userId, kind, actorUserId)
        changed += 1
        continue
      }
      const isChange =
        highest && highest !== baseRole(group)
          ? this.takeRole(groupId, userId, highest.roleId, actorUserId)
          : lowest !== undefined && this.giveRole(groupId, userId, lowest.roleId, actorUserId)
      if (isChange) changed += 1
    }
    return changed
  }

  expel(groupId: number, userId: number, kind: 'removals' | 'bans', actorUserId: number): void {
    this.removeMember(groupId, userId)
    const actionType = kind === 'bans' ? 'BanMember' : 'RemoveMember'
    this.record(this.group(groupId), { actionType, actorUserId, targetUserId: userId })
  }

  rolesOf(groupId: number, userId: number): number[] {
    return heldRoles(this.group(groupId), userId).map((role) => role.roleId)
  }

  highestRankOf(groupId: number, userId: number): number | null {
    return heldRoles(this.group(groupId), userId).at(-1)?.rank ?? null
  }

  addKey(apiKey: string, options: KeyOptions = {}): Key {
    const sha256 = fingerprint(apiKey)
    this.throwIf(this.keys.has(sha256), 'the key exists already')
    return this.restoreKey({
      sha256,
      name: options.name ?? 'key',
      ownerUserId: options.ownerUserId ?? 1,
      operations: options.operations ?? ['read', 'write'],
      groupIds: options.groupIds ?? '*',
      auditLog: options.auditLog ?? true,
      acceptRequests: options.acceptRequests ?? true,
      enabled: options.enabled ?? true,
      expiresAt: options.expiresAt ?? null,
      ...(options.ownedByGroup ? { ownedByGroup: true } : {}),
    })
  }

  restoreKey(key: Key): Key {
    this.keys.set(key.sha256, key)
    this.onChange()
    return key
  }

  changeKey(apiKey: string, change: { enabled?: boolean; expiresAt?: string | null }): void {
    const key = this.findKey(apiKey)
    if (key === undefined) throw new Error('simulator: the key does not exist')
    Object.assign(key, change)
    this.onChange()
  }

  removeKey(apiKey: string): void {
    this.throwIf(!this.keys.delete(fingerprint(apiKey)), 'the key does not exist')
    this.onChange()
  }

  findKey(apiKey: string): Key | undefined {
    return this.keys.get(fingerprint(apiKey))
  }

  addGrant(options: GrantOptions): Grant {
    return this.grants.add(options)
  }

  record(
    group: Group,
    entry: Pick<AuditEntry, 'actionType' | 'targetUserId' | 'role'> & { actorUserId: number | undefined },
  ): string {
    const created = new Date().toISOString()
    const actorUserId = entry.actorUserId ?? group.ownerUserId ?? 1
    this.auditEntries += 1
    group.auditLog.push({ ...entry, seq: this.auditEntries, created, actorUserId })
    this.onChange()
    return created
  }

  user(userId: number): User {
    return this.users.get(userId) ?? fail(`user ${userId} does not exist`)
  }

  group(groupId: number): Group {
    return this.groups.get(groupId) ?? fail(`group ${groupId} does not exist`)
  }

  private role(group: Group, roleId: number): Role {
    return group.roles.get(roleId) ?? fail(`role ${roleId} does not exist in group ${group.groupId}`)
  }

  private member(group: Group, userId: number): Member {
    return group.members.get(userId) ?? fail(`user ${userId} is not a member of group ${group.groupId}`)
  }

  private throwIf(condition: boolean, message: string): void {
    if (condition) fail(message)
  }
}

function countHolder(group: Group, roleId: number, by: 1 | -1): void {
  group.holders.set(roleId, (group.holders.get(roleId) ?? 0) + by)
}

function fail(message: string): never {
  throw new Error(`simulator: ${message}`)
}
