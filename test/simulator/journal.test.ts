// The journal of applied role writes, and the group filled and changed over HTTP.
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

test('every applied write is there, in order, those without effect too; refused ones are not', async () => {
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

test('emptied, it goes on counting', async () => {
  await write('assignRole', demoUsers.recruit, demoRoles.private)
  expect(await control('DELETE', 'journal')).toEqual({ status: 200, body: { entries: [] } })
  expect(await journal()).toEqual([])
  await write('unassignRole', demoUsers.recruit, demoRoles.private)
  expect(await journal()).toMatchObject([{ seq: 2 }])
  expect(await journal(1)).toMatchObject([{ seq: 2 }])
})

test('writes whose answer a fault swallows are there, writes that a fault prevents are not', async () => {
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

test('a bounded log keeps the newest', () => {
  const log = new BoundedLog<number>(3)
  for (let entry = 1; entry <= 20; entry++) log.push(entry)
  expect(log.entries()).toEqual([18, 19, 20])
  log.clear()
  expect(log.entries()).toEqual([])
})

test('members by the thousand, and again without effect', async () => {
  const answer = { status: 200, body: { groupId: demoGroupId, members: 10_011 } }
  const added = { groupId: demoGroupId, from: 1_000_001, count: 10_000 }
  expect(await control('POST', 'members', added)).toEqual(answer)
  expect(await control('POST', 'members', added)).toEqual(answer)
  expect(simulator.world.findUser('User1010000')?.userId).toBe(1_010_000)
  expect(simulator.world.rolesOf(demoGroupId, 1_000_001)).toEqual([demoRoles.recruit])
})

test('a write and a role list cost no more among 20,000 members than among a dozen', async () => {
  const roles = `${simulator.url}/cloud/v2/groups/${demoGroupId}/roles`
  const measure = async (): Promise<number> => {
    const started = performance.now()
    for (let round = 0; round < 200; round++) {
      await write('assignRole', demoUsers.recruit, demoRoles.private)
      await write('unassignRole', demoUsers.recruit, demoRoles.private)
      await (await fetch(roles, { headers: { 'x-api-key': demoApiKey } })).text()
    }
    return performance.now() - started
  }
  await measure()
  const small = await measure()
  simulator.world.addMembers(demoGroupId, 1_000_001, 20_000)
  expect(await measure()).toBeLessThan(5 * small)
})

test('counts of members follow what is given, taken and left', async () => {
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

describe('by hand', () => {
  const path = `members/${demoUsers.recruit}/roles`

  test('a rank is given and taken, in the audit log and not in the journal', async () => {
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
    [path, { groupId: demoGroupId, give: 404 }, /there is no role 404/],
    [path, { groupId: 404, take: 1 }, /there is no group 404/],
    ['members/404/roles', { groupId: demoGroupId, give: demoRoles.private }, /user 404 is not in group/],
    ['members', { groupId: demoGroupId, from: 1 }, /count/],
    ['members', { groupId: 404, from: 1, count: 1 }, /there is no group 404/],
  ])('%s with %j is refused', async (where, body, why) => {
    const answer = await control('POST', where, body)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringMatching(why)])
  })
})
