import { demoApiKey, demoGroupId, demoRoles, demoUsers, demoWorld } from '../../src/simulator/demo-world'
import { World } from '../../src/simulator/world'
import { dumpWorld, loadWorld } from '../../src/simulator/world-file'

test('the demo has six roles and twelve accounts, one of them not a member', () => {
  const world = demoWorld()
  const group = world.groups.get(demoGroupId)
  expect([...(group?.roles.values() ?? [])].map((role) => role.rank)).toEqual([0, 1, 10, 50, 100, 255])
  expect(world.users.size).toBe(12)
  expect(group?.members.size).toBe(11)
  expect(world.rolesOf(demoGroupId, demoUsers.notInGroup)).toEqual([])
  expect(world.highestRankOf(demoGroupId, demoUsers.notInGroup)).toBeNull()
  expect(world.highestRankOf(demoGroupId, demoUsers.owner)).toBe(255)
})

test('two demo worlds share no state', () => {
  const one = demoWorld()
  one.removeMember(demoGroupId, demoUsers.private)
  expect(demoWorld().rolesOf(demoGroupId, demoUsers.private)).not.toEqual([])
})

test('every member has the base role and keeps it', () => {
  const world = demoWorld()
  world.takeRole(demoGroupId, demoUsers.private, demoRoles.recruit)
  world.takeRole(demoGroupId, demoUsers.private, demoRoles.private)
  expect(world.rolesOf(demoGroupId, demoUsers.private)).toEqual([demoRoles.recruit])
  expect(world.highestRankOf(demoGroupId, demoUsers.private)).toBe(1)
})

test('the base role is the lowest rank from 1, also after roles are added and removed', () => {
  const world = demoWorld()
  world.removeRole(demoGroupId, demoRoles.recruit)
  expect(world.rolesOf(demoGroupId, demoUsers.recruit)).toEqual([demoRoles.private])
  world.addRole(demoGroupId, { roleId: 1, rank: 2, name: 'Newcomer' })
  expect(world.rolesOf(demoGroupId, demoUsers.recruit)).toEqual([1])
})

test('removing a role unassigns it from its members', () => {
  const world = demoWorld()
  world.removeRole(demoGroupId, demoRoles.sergeant)
  expect(world.highestRankOf(demoGroupId, demoUsers.sergeant)).toBe(1)
})

test('finds names case-insensitively, current names before previous ones', () => {
  const world = demoWorld()
  expect(world.findUser('oldSPARROW')?.username).toBe('NightHeron')
  world.addUser({ userId: 1, username: 'OldSparrow' })
  expect(world.findUser('oldsparrow')?.userId).toBe(1)
  world.renameUser(1, 'Wren')
  expect(world.findUser('oldsparrow')?.userId).toBe(1)
  expect(() => world.renameUser(1, 'NIGHTHERON')).toThrow('the name NIGHTHERON is taken')
  world.renameUser(1, 'WREN')
  expect(world.findUser('wren')).toMatchObject({ username: 'WREN', previousNames: ['OldSparrow', 'Wren'] })
})

test('methods throw for what does not exist or exists already', () => {
  const world = demoWorld()
  expect(() => world.addMember(demoGroupId, 404)).toThrow('user 404 does not exist')
  expect(() => world.addMember(404, demoUsers.private)).toThrow('group 404 does not exist')
  expect(() => world.addMember(demoGroupId, demoUsers.private)).toThrow('is a member of group 5812734 already')
  expect(() => world.giveRole(demoGroupId, demoUsers.private, 404)).toThrow('role 404 does not exist')
  expect(() => world.giveRole(demoGroupId, demoUsers.notInGroup, demoRoles.private)).toThrow('is not a member of group')
  expect(() => world.removeMember(demoGroupId, demoUsers.notInGroup)).toThrow('is not a member of group')
  expect(() => world.addRole(demoGroupId, { roleId: 9, rank: 256, name: 'x' })).toThrow('the rank must be 0 to 255')
  expect(() => world.addKey(demoApiKey)).toThrow('the key exists already')
  expect(() => world.removeKey('nope')).toThrow('the key does not exist')
})

test('a dump contains the whole world, without keys in plain text', () => {
  const world = demoWorld()
  world.addUser({ userId: 1, username: 'newcomer', createTime: '2026-01-02T03:04:05Z' })
  world.giveRole(demoGroupId, demoUsers.recruit, demoRoles.lieutenant)
  world.renameUser(demoUsers.recruit, 'bramble_the_second')
  const text = JSON.stringify(dumpWorld(world))
  expect(text).not.toContain(demoApiKey)
  const copy = loadWorld(JSON.parse(text))
  expect(dumpWorld(copy)).toEqual(dumpWorld(world))
  expect(copy.findKey(demoApiKey)?.name).toBe('demo')
  expect(copy.findUser('brambleton42')?.userId).toBe(demoUsers.recruit)
  expect(copy.highestRankOf(demoGroupId, demoUsers.recruit)).toBe(100)
  expect(copy.users.get(1)?.createTime).toBe('2026-01-02T03:04:05Z')
})

test('refuses an invalid dump', () => {
  for (const dump of [
    null,
    {},
    [],
    { version: 2 },
    { version: 1 },
    { version: 1, users: [{}], groups: [], keys: [] },
  ]) {
    expect(() => loadWorld(dump)).toThrow()
  }
  expect(dumpWorld(new World())).toEqual({ version: 1, users: [], groups: [], keys: [], grants: [] })
})
