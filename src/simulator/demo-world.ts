// The demo group: six roles, twelve accounts, one API key; and two roles that a third of the members holds beside its
// rank.
import { roleBeside, rolePermissions } from './entities'
import { World } from './world'

export const demoGroupId = 5_812_734
/** Valid on the simulator only. */
export const demoApiKey = 'simulator-demo-key-not-for-any-live-platform'

export const demoRoles = {
  guest: 99_513_311,
  recruit: 99_513_312,
  private: 99_513_313,
  sergeant: 99_513_314,
  lieutenant: 99_513_315,
  owner: 99_513_316,
} as const

/** In the group of `demoWorld('multi')`. */
export const demoRolesBeside = { vip: 99_513_305, moderator: 99_513_375 } as const

export const demoUsers = {
  owner: 104_880_017,
  lieutenant: 212_390_441,
  sergeant: 318_114_205,
  private: 421_907_733,
  recruit: 530_662_918,
  /** `NightHeron`, previously `OldSparrow`. */
  renamed: 1_204_551_087,
  /** Has asked to join. */
  notInGroup: 2_790_114_356,
} as const

/** @param roles `multi`: a third of the members holds a role beside its rank */
export function demoWorld(roles: 'single' | 'multi' = 'single'): World {
  const world = new World()
  addAccounts(world)
  world.addGroup({ groupId: demoGroupId, name: 'Northern Watch', ownerUserId: demoUsers.owner })
  const { guest, recruit, private: privateRole, sergeant, lieutenant, owner } = demoRoles
  world.addRole(demoGroupId, { roleId: guest, rank: 0, name: 'Guest' })
  world.addRole(demoGroupId, { roleId: recruit, rank: 1, name: 'Recruit', permissions: ['viewWallPosts'] })
  world.addRole(demoGroupId, { roleId: privateRole, rank: 10, name: 'Private', permissions: ['viewWallPosts'] })
  world.addRole(demoGroupId, { roleId: sergeant, rank: 50, name: 'Sergeant', permissions: ['viewWallPosts'] })
  world.addRole(demoGroupId, { roleId: lieutenant, rank: 100, name: 'Lieutenant', permissions: rolePermissions })
  world.addRole(demoGroupId, { roleId: owner, rank: 255, name: 'Owner', permissions: rolePermissions })
  if (roles === 'multi') {
    world.addRole(demoGroupId, { roleId: demoRolesBeside.vip, rank: 5, name: 'VIP', beside: true })
    world.addRole(demoGroupId, { roleId: demoRolesBeside.moderator, rank: 75, name: 'Moderator', beside: true })
  }
  addMembers(world)
  world.addKey(demoApiKey, { name: 'demo', ownerUserId: demoUsers.owner, groupIds: [demoGroupId] })
  return world
}

function addAccounts(world: World): void {
  world.addUser({ userId: demoUsers.owner, username: 'MaraVoss', displayName: 'Mara' })
  world.addUser({ userId: demoUsers.lieutenant, username: 'TobinReed', displayName: 'Lt Reed' })
  world.addUser({ userId: demoUsers.sergeant, username: 'quiet_harbor' })
  world.addUser({ userId: demoUsers.private, username: 'Pixel_Orchard', displayName: 'Pixel' })
  world.addUser({ userId: demoUsers.recruit, username: 'brambleton42' })
  world.addUser({ userId: 641_220_174, username: 'SableFinch' })
  world.addUser({ userId: 777_310_269, username: 'oakenshore' })
  world.addUser({ userId: 868_015_442, username: 'Lumen_Vale', displayName: 'Lumen' })
  world.addUser({ userId: 955_473_610, username: 'copperkettle' })
  world.addUser({ userId: demoUsers.renamed, username: 'NightHeron', previousNames: ['OldSparrow'] })
  world.addUser({ userId: 1_688_302_915, username: 'JunoMarsh' })
  world.addUser({ userId: demoUsers.notInGroup, username: 'driftwood_ren', displayName: 'Ren' })
}

function addMembers(world: World): void {
  const { owner, lieutenant, sergeant, private: privateRole } = demoRoles
  const group = world.groups.get(demoGroupId) ?? { ranked: [] }
  const add = (userId: number, roles: readonly number[]): void =>
    world.addMember(demoGroupId, userId, [...roles, ...roleBeside(group, userId)])
  add(demoUsers.owner, [owner])
  add(demoUsers.lieutenant, [lieutenant])
  add(demoUsers.sergeant, [sergeant])
  for (const userId of [demoUsers.private, 641_220_174, 777_310_269]) add(userId, [privateRole])
  world.joins.send(demoGroupId, demoUsers.notInGroup, '2026-03-01T12:00:00.000Z')
  for (const userId of [demoUsers.recruit, 868_015_442, 955_473_610, demoUsers.renamed, 1_688_302_915]) add(userId, [])
}
