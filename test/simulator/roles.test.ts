// The simulator's `--roles`: roles that a third of the members has beside its rank.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { demoGroupId, demoRoles, demoRolesBeside, demoUsers, demoWorld } from '../../src/simulator/demo-world'
import { dumpWorld, loadWorld } from '../../src/simulator/world-file'
import type { World } from '../../src/simulator/world'

const { vip, moderator } = demoRolesBeside
const besideOf = (world: World) =>
  [...(world.groups.get(demoGroupId)?.members.keys() ?? [])].flatMap((userId) =>
    world.rolesOf(demoGroupId, userId).filter((role) => role === vip || role === moderator),
  )

test('with multi a third of the members holds one more role, each time the same', () => {
  expect(besideOf(demoWorld('single'))).toEqual([])
  const world = demoWorld('multi')
  expect(besideOf(world).sort()).toEqual([vip, moderator, moderator, moderator])
  expect(dumpWorld(demoWorld('multi')).groups).toEqual(dumpWorld(world).groups.map(anyTimes))
  expect(world.rolesOf(demoGroupId, demoUsers.private)).toEqual([demoRoles.recruit, demoRoles.private, moderator])
  expect(world.rolesOf(demoGroupId, demoUsers.sergeant)).toEqual([demoRoles.recruit, demoRoles.sergeant])
})

const anyTimes = (group: ReturnType<typeof dumpWorld>['groups'][number]) => ({
  ...group,
  members: group.members.map((member) => ({ ...member, createTime: expect.any(String) as string })),
})

test('members that are added later hold them too, also after a restart', () => {
  const world = loadWorld(JSON.parse(JSON.stringify(dumpWorld(demoWorld('multi')))))
  const before = besideOf(world).length
  world.addMembers(demoGroupId, 5_000_000_001, 300)
  const added = besideOf(world).slice(before)
  expect([added.filter((role) => role === vip).length, added.filter((role) => role === moderator).length]).toEqual([
    50, 50,
  ])
})

async function rolesOf(...flags: string[]): Promise<string[]> {
  const program = path.resolve(__dirname, '../../dist/src/simulator/main.js')
  const child = spawn(process.execPath, [program, '--port', '0', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let output = ''
    for await (const part of child.stdout) {
      output += String(part)
      if (output.includes('\n\n')) break
    }
    const url = /Platform simulator: (\S+)/.exec(output)?.[1] ?? ''
    const state = (await (await fetch(`${url}/_simulator/state`)).json()) as ReturnType<typeof dumpWorld>
    return state.groups.flatMap(({ roles }) => roles.map(({ name }) => name))
  } finally {
    child.kill()
    await once(child, 'close')
  }
}

test('the command gives them unless --roles single is set, and refuses another word', async () => {
  const ranks = ['Guest', 'Recruit', 'Private', 'Sergeant', 'Lieutenant', 'Owner']
  expect(await rolesOf()).toEqual([...ranks, 'VIP', 'Moderator'])
  expect(await rolesOf('--roles', 'multi')).toEqual([...ranks, 'VIP', 'Moderator'])
  expect(await rolesOf('--roles', 'single')).toEqual(ranks)
  const program = path.resolve(__dirname, '../../dist/src/simulator/main.js')
  const child = spawn(process.execPath, [program, '--roles', 'many'], { stdio: ['ignore', 'ignore', 'pipe'] })
  expect(await text(child.stderr)).toContain('Allowed choices are single, multi')
})
