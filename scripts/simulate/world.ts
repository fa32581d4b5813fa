// The communities, groups and members of one schedule.
import type { Clock } from './clock'
import type { StoredCommunity } from './database'
import type { Draws } from './draws'
import { Group, type Role } from './platform'

export interface World {
  readonly communities: ReadonlyMap<string, StoredCommunity>
  readonly groups: ReadonlyMap<string, Group>
  /** Owners whose platform key works. */
  readonly enabledKeys: Set<string>
  readonly members: readonly { readonly communityId: string; readonly userId: number }[]
}

/** Threshold of AutoRank; null: not on the ladder. */
interface PlannedRole extends Role {
  readonly threshold: number | null
}

export const roles: readonly PlannedRole[] = [
  { unique_id: 1, rank_id: 0, name: 'Guest', threshold: null },
  { unique_id: 2, rank_id: 1, name: 'Recruit', threshold: 0 },
  { unique_id: 3, rank_id: 10, name: 'Private', threshold: 100 },
  { unique_id: 4, rank_id: 50, name: 'Sergeant', threshold: null },
  { unique_id: 5, rank_id: 60, name: 'Moderator', threshold: null },
  { unique_id: 6, rank_id: 100, name: 'Captain', threshold: null },
  { unique_id: 7, rank_id: 255, name: 'Owner', threshold: null },
]
export const MODERATOR = 5
/** Roles that a rank change may name. */
export const targets = [2, 3, 4, 6] as const
export const SUSPENDED = 3
export const keyIds = ['key1', 'key2'] as const

export function makeWorld(clock: Clock, draws: Draws): World {
  const communities = new Map<string, StoredCommunity>()
  const groups = new Map<string, Group>()
  const members: { communityId: string; userId: number }[] = []
  // of two communities with one owner the platform counts the calls together
  const isShared = draws.chance('shared owner', 0.3)
  for (let number = 1; number <= draws.between('communities', 1, 2); number++) {
    const id = `c${number}`
    const name = (of: string): string => `${id} ${of}`
    const isDeclared = draws.chance(name('declared'), 0.6)
    const group = new Group(clock, roles)
    groups.set(id, group)
    const community: StoredCommunity = {
      ...{ id, groupId: number, owner: isShared ? 'owner' : `owner ${number}`, perMinute: 300, status: 'connected' },
      ...{ checkingUntil: 0, singleRank: draws.chance(name('single'), 0.2), turnAt: null },
      ranks: roles.map(({ threshold, ...role }) => ({
        ...{ ...role, member_count: null, auto_rank_experience: threshold },
        managed: !(isDeclared && role.unique_id === MODERATOR),
      })),
      autoRankDemotes: draws.chance(name('demotes'), 0.5),
      keys: new Map(keyIds.map((keyId) => [keyId, { revoked: false }])),
      ...{ members: new Map(), blacklisted: new Set(), blacklistedGroups: new Set() },
    }
    communities.set(id, community)
    for (let index = 0; index < draws.between(name('members'), 1, 2); index++) {
      const userId = number * 100 + index
      const held = [...draws.pick(name(`roles ${index}`), [[], [3], [4], [6], [4, 5], [3, 4], [5]])]
      group.set(userId, held)
      const experience = draws.pick(name(`experience ${index}`), [0, 100])
      community.members.set(userId, { rank: null, roles: held, unfinished: [], experience })
      members.push({ communityId: id, userId })
    }
  }
  const enabledKeys = new Set([...communities.values()].map(({ owner }) => owner))
  return { communities, groups, enabledKeys, members }
}
