// Requests to join a group.
import type { AuditEntry, Group } from './entities'

export type JoinVerb = 'accept' | 'decline'

interface Host {
  onChange: () => void
  user(userId: number): unknown
  group(groupId: number): Group
  addMember(groupId: number, userId: number): void
  record(
    group: Group,
    entry: Pick<AuditEntry, 'actionType' | 'targetUserId'> & { actorUserId: number | undefined },
  ): string
}

export class JoinRequests {
  private lastAt = 0

  constructor(private readonly world: Host) {}

  /** False when the account is in the group or has sent one already. Each request has a time of its own. */
  send(groupId: number, userId: number, createTime?: string): boolean {
    const group = this.world.group(groupId)
    this.world.user(userId)
    if (group.members.has(userId) || group.joinRequests.has(userId)) return false
    this.lastAt = Math.max(Date.now(), this.lastAt + 1)
    group.joinRequests.set(userId, { createTime: createTime ?? new Date(this.lastAt).toISOString() })
    this.world.onChange()
    return true
  }

  withdraw(groupId: number, userId: number): boolean {
    const withdrawn = this.world.group(groupId).joinRequests.delete(userId)
    if (withdrawn) this.world.onChange()
    return withdrawn
  }

  decide(groupId: number, userId: number, verb: JoinVerb, actorUserId?: number): boolean {
    const group = this.world.group(groupId)
    if (!group.joinRequests.delete(userId)) return false
    if (verb === 'accept') this.world.addMember(groupId, userId)
    const actionType = verb === 'accept' ? 'AcceptJoinRequest' : 'DeclineJoinRequest'
    this.world.record(group, { actionType, actorUserId, targetUserId: userId })
    return true
  }
}
