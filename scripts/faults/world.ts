// The platform of a trial: groups with separate owners.
import { writeFileSync } from 'node:fs'
import { World } from '../../src/simulator/world'
import { dumpWorld } from '../../src/simulator/world-file'

export interface TrialGroup {
  readonly groupId: number
  readonly apiKey: string
  /** Lowest first. */
  readonly ladder: readonly { readonly roleId: number; readonly rank: number }[]
  /** Roles that are no ranks: the first is changed by hand, the second by operations. Each third member holds one at the start. */
  readonly beside: readonly number[]
  /** Without the base role. */
  readonly members: ReadonlyMap<number, readonly number[]>
  /** The id of each member in the game, which is the id of another member in the group. */
  readonly idsInGame: ReadonlyMap<number, number>
  /** Accounts that have asked to join. */
  readonly asking: readonly number[]
}

export interface WorldOptions {
  readonly communities: number
  readonly members: number
  /** `multi`: roles beside the ranks. */
  readonly roles: 'single' | 'multi'
  /** Accounts of all groups that have asked to join; 0 by default. */
  readonly asking?: number
}

/** Without accounts. */
type PlainGroup = Omit<TrialGroup, 'members' | 'idsInGame' | 'asking'>

const ranks = { Guest: 0, Recruit: 1, Private: 10, Sergeant: 50, Lieutenant: 100, Captain: 150, Owner: 255 }
const besideRanks = { Vip: 5, Moderator: 75 }
const firstGroup = 7_001
const firstUser = 1_000_001
const firstAsking = 9_000_001

/** And the simulator's state file. */
export function makeWorld(
  stateFile: string,
  { communities: groupCount, members: memberCount, roles, asking = 0 }: WorldOptions,
): TrialGroup[] {
  const world = new World()
  const groups = Array.from({ length: groupCount }, (_, index) => makeGroup(world, firstGroup + index, roles))
  const members = groups.map(() => new Map<number, readonly number[]>())
  for (let number = 0; number < memberCount; number++) {
    const group = groups[number % groupCount] as PlainGroup
    const userId = firstUser + number
    const { roleId } = group.ladder[number % group.ladder.length] as TrialGroup['ladder'][number]
    const held = roleId === group.ladder[0]?.roleId ? [] : [roleId]
    const second = number % 3 === 0 ? group.beside[(number / 3) % 2] : undefined
    if (second !== undefined) held.push(second)
    world.addUser({ userId, username: `Player_${userId}` })
    world.addMember(group.groupId, userId, held)
    members[number % groupCount]?.set(userId, held)
  }
  const asked = groups.map((): number[] => [])
  for (let number = 0; number < asking; number++) {
    const [userId, index] = [firstAsking + number, number % groupCount]
    world.addUser({ userId, username: `Asks_${userId}` })
    world.joins.send(groups[index]?.groupId ?? 0, userId)
    asked[index]?.push(userId)
  }
  writeFileSync(stateFile, JSON.stringify(dumpWorld(world)))
  return groups.map((group, index) => {
    const own = members[index] ?? new Map<number, readonly number[]>()
    return { ...group, members: own, idsInGame: swappedIds([...own.keys()]), asking: asked[index] ?? [] }
  })
}

const swappedIds = (userIds: readonly number[]): Map<number, number> =>
  new Map(userIds.map((userId, place) => [userId, userIds[(place + 1) % userIds.length] ?? userId]))

function makeGroup(world: World, groupId: number, kind: WorldOptions['roles']): PlainGroup {
  const apiKey = `key-of-${groupId}`
  world.addUser({ userId: groupId, username: `Owner_${groupId}` })
  world.addGroup({ groupId, name: `Group ${groupId}`, ownerUserId: groupId })
  const rolesOf = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([name, rank]) => ({ roleId: groupId * 1_000 + rank, rank, name }))
  const roles = rolesOf(ranks)
  const beside = kind === 'multi' ? rolesOf(besideRanks) : []
  for (const role of [...roles, ...beside]) world.addRole(groupId, role)
  world.addMember(groupId, groupId, [groupId * 1_000 + ranks.Owner])
  world.addKey(apiKey, { name: 'trial', ownerUserId: groupId, groupIds: [groupId] })
  const ladder = roles.filter(({ rank }) => rank !== ranks.Guest && rank !== ranks.Owner)
  return { groupId, apiKey, ladder, beside: beside.map(({ roleId }) => roleId) }
}
