// The journal and the control API.
import { BoundedLog } from '../../src/simulator/bounded-log'
import { demoApiKey, demoGroupId, demoRoles, demoUsers } from '../../src/simulator/demo-world'
import type { JournalEntry } from '../../src/simulator/journal'
import { startSimulator, type Simulator } from '../../src/simulator/server'

let simulator: Simulator
beforeEach(async () => {
  simulator = await startSimulator()
})
afterEach(() => simulator.close())

type Verb = JournalEntry['verb']

async function write(verb: Verb, userId: number, roleId: number, requestId?: string): Promise<number | null> {
  const path = `/cloud/v2/groups/${demoGroupId}/memberships/${userId}:${verb}`
  const body = JSON.stringify({ role: `groups/${demoGroupId}/roles/${roleId}` })
  const headers = { 'x-api-key': demoApiKey, ...(requestId === undefined ? {} : { 'x-request-id': requestId }) }
  const signal = AbortSignal.timeout(500)
  return fetch(simulator.url + path, { method: 'POST', headers, body, signal }).then(
    ({ status }) => status,
    () => null,
  )
}

async function control(method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(`${simulator.url}/_simulator/${path}`, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function journal(after?: number): Promise<JournalEntry[]> {
  const { body } = await control('GET', `journal${after === undefined ? '' : `?after=${after}`}`)
  return body['entries'] as JournalEntry[]
}

test('the journal has every applied write in order, also those without effect, but no refused ones', async () => {
  await write('assignRole', demoUsers.recruit, demoRoles.private, 'first')
  await write('assignRole', demoUsers.recruit, demoRoles.private)
  await write('assignRole', demoUsers.recruit, demoRoles.owner)
  await write('unassignRole', demoUsers.recruit, demoRoles.private, 'third')
  const facts = { groupId: demoGroupId, userId: demoUsers.recruit, roleId: demoRoles.private }
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(await journal()).toEqual([
    { seq: 1, at, verb: 'assignRole', ...facts, changed: true, requestId: 'first' },
    { seq: 2, at, verb: 'assignRole', ...facts, changed: false, requestId: null },
    { seq: 3, at, verb: 'unassignRole', ...facts, changed: true, requestId: 'third' },
  ])
  expect((await journal(2)).map(({ seq }) => seq)).toEqual([3])
  expect(await journal(3)).toEqual([])
  expect(simulator.journal.after()).toEqual(await journal())
})

test('clearing the journal does not reset its sequence', async () => {
  await write('assignRole', demoUsers.recruit, demoRoles.private)
  expect(await control('DELETE', 'journal')).toEqual({ status: 200, body: { entries: [] } })
  expect(await journal()).toEqual([])
  await write('unassignRole', demoUsers.recruit, demoRoles.private)
  expect(await journal()).toMatchObject([{ seq: 2 }])
  expect(await journal(1)).toMatchObject([{ seq: 2 }])
})

test('the journal has writes whose answer was lost, but none that a fault prevented', async () => {
  simulator.faults.add(
    { kind: 'applyThenDrop', count: 1 },
    { kind: 'applyThenHang', count: 1 },
    { kind: 'applyThenStatus', status: 500, count: 1 },
    { kind: 'garbage', count: 1 },
    { kind: 'delay', ms: 5, count: 1 },
    { kind: 'drop', count: 1 },
    { kind: 'throttle', count: 1 },
    { kind: 'reject', status: 503, count: 1 },
  )
  for (let call = 1; call <= 8; call++) {
    await write('assignRole', demoUsers.recruit, demoRoles.private, `call ${call}`)
  }
  const ids = (await journal()).map(({ requestId }) => requestId)
  expect(ids).toEqual(['call 1', 'call 2', 'call 3', 'call 4', 'call 5'])
})

test('a bounded log keeps the newest entries', () => {
  const log = new BoundedLog<number>(3)
  for (let entry = 1; entry <= 20; entry++) log.push(entry)
  expect(log.entries()).toEqual([18, 19, 20])
  log.clear()
  expect(log.entries()).toEqual([])
})

test('adds 10,000 members, idempotently', async () => {
  const answer = { status: 200, body: { groupId: demoGroupId, members: 10_011 } }
  const added = { groupId: demoGroupId, from: 1_000_001, count: 10_000 }
  expect(await control('POST', 'members', added)).toEqual(answer)
  expect(await control('POST', 'members', added)).toEqual(answer)
  expect(simulator.world.findUser('User1010000')?.userId).toBe(1_010_000)
  expect(simulator.world.rolesOf(demoGroupId, 1_000_001)).toEqual([demoRoles.recruit])
})

test('adds a role by hand, once', async () => {
  const role = { groupId: demoGroupId, roleId: 99_513_385, rank: 85, name: 'Builder' }
  expect(await control('POST', 'roles', role)).toEqual({ status: 200, body: role })
  expect(await control('POST', 'roles', role)).toMatchObject({ status: 400 })
  expect(await control('POST', 'roles', { ...role, roleId: 1, rank: 255 })).toMatchObject({ status: 400 })
  simulator.world.removeRole(demoGroupId, role.roleId)
})

test('the cost of a write and of a role list does not depend on the number of members', async () => {
  const roles = `${simulator.url}/cloud/v2/groups/${demoGroupId}/roles`
  const measure = async (): Promise<number> => {
    const before = process.cpuUsage()
    for (let round = 0; round < 200; round++) {
      await write('assignRole', demoUsers.recruit, demoRoles.private)
      await write('unassignRole', demoUsers.recruit, demoRoles.private)
      await (await fetch(roles, { headers: { 'x-api-key': demoApiKey } })).text()
    }
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await measure()
  const small = await measure()
  simulator.world.addMembers(demoGroupId, 1_000_001, 20_000)
  expect(await measure()).toBeLessThan(5 * small)
})

test('member counts follow assigned and unassigned roles and departures', async () => {
  const { world } = simulator
  const counts = async () => {
    const url = `${simulator.url}/cloud/v2/groups/${demoGroupId}/roles`
    const answer = (await (await fetch(url, { headers: { 'x-api-key': demoApiKey } })).json()) as {
      groupRoles: { displayName: string; memberCount?: number }[]
    }
    return Object.fromEntries(answer.groupRoles.map((role) => [role.displayName, role.memberCount]))
  }
  expect(await counts()).toMatchObject({ Recruit: 11, Private: 3, Sergeant: 1, Lieutenant: 1, Owner: 1 })
  world.giveRole(demoGroupId, demoUsers.private, demoRoles.sergeant)
  world.giveRole(demoGroupId, demoUsers.private, demoRoles.sergeant)
  expect(await counts()).toMatchObject({ Private: 3, Sergeant: 2 })
  world.removeMember(demoGroupId, demoUsers.private)
  expect(await counts()).toMatchObject({ Recruit: 10, Private: 2, Sergeant: 1 })
  world.removeRole(demoGroupId, demoRoles.recruit)
  expect(await counts()).toMatchObject({ Private: 10 })
})

describe('a manual change', () => {
  const path = `members/${demoUsers.recruit}/roles`

  test('is in the audit log, not in the journal', async () => {
    const { groupId, ...rest } = { groupId: demoGroupId, give: demoRoles.sergeant, actorUserId: demoUsers.lieutenant }
    expect(await control('POST', path, { groupId, ...rest })).toEqual({
      status: 200,
      body: { groupId, userId: demoUsers.recruit, roles: [demoRoles.recruit, demoRoles.sergeant] },
    })
    await control('POST', path, { groupId, take: demoRoles.sergeant })
    expect(await journal()).toEqual([])
    expect(simulator.world.groups.get(groupId)?.auditLog.entries()).toMatchObject([
      { actionType: 'AssignRole', actorUserId: demoUsers.lieutenant, targetUserId: demoUsers.recruit },
      { actionType: 'UnassignRole', actorUserId: demoUsers.owner, targetUserId: demoUsers.recruit },
    ])
  })

  test.each([
    [path, {}, /groupId/],
    [path, { groupId: demoGroupId, give: 404 }, /role 404 does not exist/],
    [path, { groupId: 404, take: 1 }, /group 404 does not exist/],
    ['members/404/roles', { groupId: demoGroupId, give: demoRoles.private }, /user 404 is not a member of group/],
    ['members', { groupId: demoGroupId, from: 1 }, /count/],
    ['members', { groupId: 404, from: 1, count: 1 }, /group 404 does not exist/],
  ])('to %s with %j is refused', async (where, body, message) => {
    const answer = await control('POST', where, body)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringMatching(message)])
  })
})
