// The platform of a trial: groups with separate owners.
import { writeFileSync } from 'node:fs'
import { World } from '../../src/simulator/world'
import { dumpWorld } from '../../src/simulator/world-file'

export interface TrialGroup {
  readonly groupId: number
  readonly apiKey: string
  /** Lowest first. */
  readonly ladder: readonly { readonly roleId: number; readonly rank: number }[]
  /** Without the base role. */
  readonly members: ReadonlyMap<number, readonly number[]>
}

const ranks = { Guest: 0, Recruit: 1, Private: 10, Sergeant: 50, Lieutenant: 100, Captain: 150, Owner: 255 }
const firstGroup = 7_001
const firstUser = 1_000_001

/** And the simulator's state file. */
export function makeWorld(stateFile: string, groupCount: number, memberCount: number): TrialGroup[] {
  const world = new World()
  const groups = Array.from({ length: groupCount }, (_, index) => makeGroup(world, firstGroup + index))
  const members = groups.map(() => new Map<number, readonly number[]>())
  for (let number = 0; number < memberCount; number++) {
    const group = groups[number % groupCount] as Omit<TrialGroup, 'members'>
    const userId = firstUser + number
    const { roleId } = group.ladder[number % group.ladder.length] as TrialGroup['ladder'][number]
    const roles = roleId === group.ladder[0]?.roleId ? [] : [roleId]
    world.addUser({ userId, username: `Player_${userId}` })
    world.addMember(group.groupId, userId, roles)
    members[number % groupCount]?.set(userId, roles)
  }
  writeFileSync(stateFile, JSON.stringify(dumpWorld(world)))
  return groups.map((group, index) => ({ ...group, members: members[index] ?? new Map() }))
}

function makeGroup(world: World, groupId: number): Omit<TrialGroup, 'members'> {
  const apiKey = `key-of-${groupId}`
  world.addUser({ userId: groupId, username: `Owner_${groupId}` })
  world.addGroup({ groupId, name: `Group ${groupId}`, ownerUserId: groupId })
  const roles = Object.entries(ranks).map(([name, rank]) => ({ roleId: groupId * 1_000 + rank, rank, name }))
  for (const role of roles) world.addRole(groupId, role)
  world.addMember(groupId, groupId, [groupId * 1_000 + ranks.Owner])
  world.addKey(apiKey, { name: 'trial', ownerUserId: groupId, groupIds: [groupId] })
  return { groupId, apiKey, ladder: roles.filter(({ rank }) => rank !== ranks.Guest && rank !== ranks.Owner) }
}
