import { demoApiKey, demoGroupId, demoRoles, demoUsers, demoWorld } from '../../src/simulator/demo-world'
import { World } from '../../src/simulator/world'
import { dumpWorld, loadWorld } from '../../src/simulator/world-file'

test('the demo: six roles, a dozen accounts, one of them outside', () => {
  const world = demoWorld()
  const group = world.groups.get(demoGroupId)
  expect([...(group?.roles.values() ?? [])].map((role) => role.rank)).toEqual([0, 1, 10, 50, 100, 255])
  expect(world.users.size).toBe(12)
  expect(group?.members.size).toBe(11)
  expect(world.rolesOf(demoGroupId, demoUsers.notInGroup)).toEqual([])
  expect(world.highestRankOf(demoGroupId, demoUsers.notInGroup)).toBeNull()
  expect(world.highestRankOf(demoGroupId, demoUsers.owner)).toBe(255)
})

test('two demo worlds share nothing', () => {
  const one = demoWorld()
  one.removeMember(demoGroupId, demoUsers.private)
  expect(demoWorld().rolesOf(demoGroupId, demoUsers.private)).not.toEqual([])
})

test('every member holds the base role, and keeps it', () => {
  const world = demoWorld()
  world.takeRole(demoGroupId, demoUsers.private, demoRoles.recruit)
  world.takeRole(demoGroupId, demoUsers.private, demoRoles.private)
  expect(world.rolesOf(demoGroupId, demoUsers.private)).toEqual([demoRoles.recruit])
  expect(world.highestRankOf(demoGroupId, demoUsers.private)).toBe(1)
})

test('the base role is the lowest rank from 1 up, whatever roles come and go', () => {
  const world = demoWorld()
  world.removeRole(demoGroupId, demoRoles.recruit)
  expect(world.rolesOf(demoGroupId, demoUsers.recruit)).toEqual([demoRoles.private])
  world.addRole(demoGroupId, { roleId: 1, rank: 2, name: 'Newcomer' })
  expect(world.rolesOf(demoGroupId, demoUsers.recruit)).toEqual([1])
})

test('removing a role takes it from its holders', () => {
  const world = demoWorld()
  world.removeRole(demoGroupId, demoRoles.sergeant)
  expect(world.highestRankOf(demoGroupId, demoUsers.sergeant)).toBe(1)
})

test('names: letter case aside, the current bearer before a former one', () => {
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

test('what is absent or there twice is refused by name', () => {
  const world = demoWorld()
  expect(() => world.addMember(demoGroupId, 404)).toThrow('there is no user 404')
  expect(() => world.addMember(404, demoUsers.private)).toThrow('there is no group 404')
  expect(() => world.addMember(demoGroupId, demoUsers.private)).toThrow('is in group 5812734 already')
  expect(() => world.giveRole(demoGroupId, demoUsers.private, 404)).toThrow('there is no role 404')
  expect(() => world.giveRole(demoGroupId, demoUsers.notInGroup, demoRoles.private)).toThrow('is not in group')
  expect(() => world.removeMember(demoGroupId, demoUsers.notInGroup)).toThrow('is not in group')
  expect(() => world.addRole(demoGroupId, { roleId: 9, rank: 256, name: 'x' })).toThrow('a rank is 0 to 255')
  expect(() => world.addKey(demoApiKey)).toThrow('there is such a key already')
  expect(() => world.removeKey('nope')).toThrow('there is no such key')
})

test('a dump is the whole of it, without a key in clear', () => {
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

test('a dump of something else is refused', () => {
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
