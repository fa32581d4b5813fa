// The communities, groups and members of one schedule.
import { UNBOUNDED } from '../../src/auth/bounds/rules'
import type { RankBounds } from '../../src/context'
import type { Clock } from './clock'
import { isAssignable } from '../../src/ranks/rules'
import type { RankRow } from '../../src/ranks/queries'
import type { StoredCommunity, StoredKey } from './database'
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

/** Lowest first. */
export const roles: readonly PlannedRole[] = [
  { unique_id: 1, rank_id: 0, name: 'Guest', threshold: null },
  { unique_id: 2, rank_id: 1, name: 'Recruit', threshold: 0 },
  { unique_id: 3, rank_id: 10, name: 'Private', threshold: 100 },
  { unique_id: 4, rank_id: 50, name: 'Sergeant', threshold: null },
  { unique_id: 5, rank_id: 60, name: 'Moderator', threshold: null },
  { unique_id: 6, rank_id: 100, name: 'Captain', threshold: null },
  { unique_id: 8, rank_id: 200, name: 'VIP', threshold: null },
  { unique_id: 7, rank_id: 255, name: 'Owner', threshold: null },
]
const MODERATOR = 5
/** Those that a person can delete, or that a group lacks from the start. */
export const optional = [4, 6, 8] as const
export const keyIds = ['key1', 'key2'] as const

/** Any set of roles and, in a community that has declared, any set of ranks among them. */
function drawRanks(draws: Draws, id: string): RankRow[] {
  const isDeclared = draws.chance(`${id} declared`, 0.7)
  const hasLadder = draws.chance(`${id} ladder`, 0.85)
  const isThere = ({ unique_id, name }: Role) => !isOptional(unique_id) || draws.chance(`${id} has ${name}`, 0.8)
  return roles.filter(isThere).map(({ threshold, ...role }) => ({
    ...role,
    member_count: null,
    auto_rank_experience: hasLadder ? threshold : null,
    managed: !isDeclared || (role.unique_id !== MODERATOR && draws.chance(`${id} ranks ${role.name}`, 0.7)),
  }))
}

const isOptional = (id: number): boolean => optional.some((one) => one === id)

export const upTo = (highestGiven: number): RankBounds => ({ ...UNBOUNDED, highestGiven })

/** Some may take a small number of times an hour; the second may replace the first. */
function drawKeys(draws: Draws, id: string): Map<string, StoredKey> {
  const isRotated = draws.chance(`${id} rotated`, 0.3)
  return new Map(
    keyIds.map((keyId) => {
      const owner = isRotated ? keyIds[0] : keyId
      const takesPerHour = draws.pick(`${id} takes of ${owner}`, [null, null, 0, 1, 2, 3])
      const bounds = draws.chance(`${id} bounds ${keyId}`, 0.2) ? upTo(50) : null
      return [keyId, { revoked: false, owner, takesPerHour, bounds }]
    }),
  )
}

export function makeWorld(clock: Clock, draws: Draws): World {
  const communities = new Map<string, StoredCommunity>()
  const groups = new Map<string, Group>()
  const members: { communityId: string; userId: number }[] = []
  // of two communities with one owner the platform counts the calls together
  const isShared = draws.chance('shared owner', 0.3)
  for (let number = 1; number <= draws.between('communities', 1, 2); number++) {
    const id = `c${number}`
    const name = (of: string): string => `${id} ${of}`
    const ranks = drawRanks(draws, id)
    const group = new Group(clock, ranks)
    groups.set(id, group)
    const community: StoredCommunity = {
      id,
      groupId: number,
      owner: isShared ? 'owner' : `owner ${number}`,
      perMinute: 300,
      status: 'connected',
      checkingUntil: 0,
      singleRank: draws.chance(name('single'), 0.2),
      turnAt: null,
      paused: false,
      ranks,
      autoRankDemotes: draws.chance(name('demotes'), 0.5),
      keys: drawKeys(draws, id),
      members: new Map(),
      blacklisted: new Set(),
      blacklistedGroups: new Set(),
    }
    communities.set(id, community)
    const count = draws.between(name('members'), 1, 2)
    // the first one has the id of the second
    const isScoped = draws.chance(name('scoped'), 0.4)
    for (let index = 0; index < count; index++) {
      const userId = number * 100 + index
      if (isScoped) group.setId(userId, index + 1 < count ? userId + 1 : 5_000 + userId)
      const held = group.roles
        .filter((role) => isAssignable(role) && role.unique_id !== group.base)
        .flatMap(({ unique_id, name: role }) => (draws.chance(name(`${index} holds ${role}`), 0.3) ? [unique_id] : []))
      if (draws.chance(name(`${index} asks to join`), 0.2)) group.set(userId, null, clock.now)
      else group.set(userId, held)
      const experience = draws.pick(name(`experience ${index}`), [0, 100])
      community.members.set(userId, { rank: null, roles: held, unfinished: [], experience })
      members.push({ communityId: id, userId })
    }
  }
  const enabledKeys = new Set([...communities.values()].map(({ owner }) => owner))
  return { communities, groups, enabledKeys, members }
}
