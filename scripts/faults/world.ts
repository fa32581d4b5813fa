// The platform of a trial: groups with separate owners.
import { writeFileSync } from 'node:fs'
import { World } from '../../src/simulator/world'
import { dumpWorld } from '../../src/simulator/world-file'

export interface TrialGroup {
  readonly groupId: number
  readonly apiKey: string
  /** The assignable roles, lowest first. The first is the base role. */
  readonly ladder: readonly { readonly roleId: number; readonly rank: number }[]
  /** Roles that are no ranks. Each third member holds one. */
  readonly beside: readonly number[]
  /** The roles of each member, without the base role. */
  readonly members: ReadonlyMap<number, readonly number[]>
}

export interface WorldOptions {
  readonly communities: number
  readonly members: number
  /** `multi`: with roles that are no ranks, beside the ranks. */
  readonly roles: 'single' | 'multi'
}

const ranks = { Guest: 0, Recruit: 1, Private: 10, Sergeant: 50, Lieutenant: 100, Captain: 150, Owner: 255 }
const besideRanks = { Vip: 5, Moderator: 75 }
const firstGroup = 7_001
const firstUser = 1_000_001

/** Creates the groups, and writes the state file of the simulator. */
export function makeWorld(stateFile: string, { communities, members: count, roles }: WorldOptions): TrialGroup[] {
  const world = new World()
  const groups = Array.from({ length: communities }, (_, index) => {
    const userIds = Array.from({ length: count }, (__, number) => firstUser + number)
    const own = userIds.filter((userId) => (userId - firstUser) % communities === index)
    return makeGroup(world, firstGroup + index, roles, own)
  })
  writeFileSync(stateFile, JSON.stringify(dumpWorld(world)))
  return groups
}

function makeGroup(world: World, groupId: number, kind: WorldOptions['roles'], userIds: readonly number[]): TrialGroup {
  const apiKey = `key-of-${groupId}`
  world.addUser({ userId: groupId, username: `Owner_${groupId}` })
  world.addGroup({ groupId, name: `Group ${groupId}`, ownerUserId: groupId })
  const rolesOf = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([name, rank]) => ({ roleId: groupId * 1_000 + rank, rank, name }))
  const roles = rolesOf(ranks)
  const others = kind === 'multi' ? rolesOf(besideRanks) : []
  for (const role of [...roles, ...others]) world.addRole(groupId, role)
  world.addMember(groupId, groupId, [groupId * 1_000 + ranks.Owner])
  world.addKey(apiKey, { name: 'trial', ownerUserId: groupId, groupIds: [groupId] })
  const ladder = roles.filter(({ rank }) => rank !== ranks.Guest && rank !== ranks.Owner)
  const beside = others.map(({ roleId }) => roleId)
  const members = new Map<number, readonly number[]>()
  for (const userId of userIds) {
    const number = userId - firstUser
    const step = number % ladder.length
    const rank = step === 0 ? [] : ladder.slice(step, step + 1).map(({ roleId }) => roleId)
    const held = [...rank, ...(number % 3 === 0 ? beside.slice((number / 3) % 2, ((number / 3) % 2) + 1) : [])]
    world.addUser({ userId, username: `Player_${userId}` })
    world.addMember(groupId, userId, held)
    members.set(userId, held)
  }
  return { groupId, apiKey, ladder, beside, members }
}
