// Changes made by hand, read from the group's audit log: ranks, removals and bans.
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { disconnectGroup } from '../../src/platform-connection/actions'
import { syncChangesByHand } from '../../src/members/sync-changes-by-hand'
import { group, startTestApp, tasksOf, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
const { roles, outsider } = group
const [first, second, third] = group.members
const auditLog = '/audit-log$'

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  for (const userId of group.members) {
    for (const role of [roles.private, roles.sergeant]) app.world.takeRole(group.id, userId, role, outsider)
  }
  community = await app.community()
  for (const userId of [first, second]) await community.client.get(`/v2/members/${userId}`)
})

/** Changes a role by hand, at a time that no other change has. */
async function changeManually(userId: number, roleId: number, actorUserId: number = outsider): Promise<void> {
  await sleep(2)
  app.world.giveRole(group.id, userId, roleId, actorUserId)
}

const run = async (): Promise<number> => syncChangesByHand(await community.ctx())
const callsTo = (path: RegExp): number => app.simulator.requests.filter((request) => path.test(request.path)).length

async function storedRank(userId: number): Promise<number | null | undefined> {
  const { rows } = await sql<{ rank_unique_id: number | null }>`
    select rank_unique_id from member where community_id = ${community.communityId} and user_id = ${userId}`.execute(
    app.app.db,
  )
  return rows[0]?.rank_unique_id
}

test('the first run only records the end of the audit log', async () => {
  await changeManually(first, roles.sergeant)
  expect(await run()).toBe(0)
  expect(await storedRank(first)).toBe(roles.recruit)
  expect(await run()).toBe(0)
  expect(await storedRank(first)).toBe(roles.recruit)
})

test('a run stores the current rank of changed members and creates no members', async () => {
  await run()
  await changeManually(first, roles.sergeant)
  await changeManually(first, roles.private)
  await changeManually(third, roles.private)
  const before = callsTo(/memberships\?/)
  expect(await run()).toBe(1)
  expect(callsTo(/memberships\?/) - before).toBe(1)
  expect([await storedRank(first), await storedRank(second), await storedRank(third)]).toEqual([
    roles.sergeant,
    roles.recruit,
    undefined,
  ])
  expect(await run()).toBe(0)
})

test('a run clears the rank of a member who left, and syncs a rank that is new on the platform', async () => {
  await run()
  await changeManually(first, roles.private)
  app.world.removeMember(group.id, first)
  app.world.addRole(group.id, { roleId: 9077, rank: 77, name: 'new' })
  await changeManually(second, 9077)
  try {
    expect(await run()).toBe(2)
    expect([await storedRank(first), await storedRank(second)]).toEqual([null, 9077])
  } finally {
    app.world.removeRole(group.id, 9077)
    app.world.addMember(group.id, first)
  }
})

test('a run clears the rank of members who were removed or banned, by any account, and keeps their roles', async () => {
  await run()
  app.world.giveRole(group.id, first, roles.sergeant, outsider)
  await run()
  app.world.expel(group.id, first, 'removals', group.owner)
  app.world.expel(group.id, second, 'bans', outsider)
  const left = async (userId: number) => {
    const { rows } =
      await sql`select rank_unique_id, role_ids, left_role_ids, left_at > now() - interval '1 minute' as is_new
      from member where community_id = ${community.communityId} and user_id = ${userId}`.execute(app.app.db)
    return rows[0]
  }
  try {
    expect(await run()).toBe(2)
    const gone = { rank_unique_id: null, role_ids: [], is_new: true }
    expect([await left(first), await left(second)]).toEqual([
      { ...gone, left_role_ids: [roles.recruit, roles.sergeant] },
      { ...gone, left_role_ids: [roles.recruit] },
    ])
  } finally {
    for (const userId of [first, second]) app.world.addMember(group.id, userId)
  }
  await community.client.get(`/v2/members/${first}?refresh=1`)
  expect(await left(first)).toMatchObject({ role_ids: [roles.recruit], left_role_ids: [roles.recruit, roles.sergeant] })
})

test("a run ignores changes by the community's own credential", async () => {
  await run()
  expect((await community.client.put(`/v2/members/${first}/rank`, { rankId: 50 })).status).toBe(200)
  await changeManually(second, roles.private, group.owner)
  const before = callsTo(/memberships\?/)
  expect(await run()).toBe(0)
  expect(callsTo(/memberships\?/)).toBe(before)
})

test('many changes are processed over several runs without loss', async () => {
  await run()
  await changeManually(first, roles.sergeant)
  for (let round = 0; round < 120; round++) {
    await changeManually(third, roles.private)
    app.world.takeRole(group.id, third, roles.private, outsider)
  }
  await changeManually(second, roles.private)
  expect(await run()).toBe(1)
  expect([await storedRank(first), await storedRank(second)]).toEqual([roles.sergeant, roles.recruit])
  for (let more = 0; more < 3; more++) await run()
  expect(await storedRank(second)).toBe(roles.private)
})

test('a credential without the permission is tried again after an hour', async () => {
  app.simulator.faults.add({ kind: 'reject', status: 403, path: auditLog })
  const before = callsTo(/audit-log/)
  expect([await run(), await run()]).toEqual([0, 0])
  expect(callsTo(/audit-log/) - before).toBe(1)
  const lines = app.logs.filter(({ level, msg }) => level !== 'debug' && String(msg).includes('audit log'))
  expect(lines).toEqual([])
  await sql`update platform_connection set audit_log_retry_at = audit_log_retry_at - interval '1 hour'
    where community_id = ${community.communityId}`.execute(app.app.db)
  app.simulator.faults.clear()
  await run()
  expect(callsTo(/audit-log/) - before).toBe(2)
})

test('a run after a failed one processes the same changes', async () => {
  await run()
  await changeManually(first, roles.private)
  app.simulator.faults.add({ kind: 'reject', status: 503, path: '/memberships$', count: 1 })
  await expect(run()).rejects.toMatchObject({ code: 'platform_cloud_unavailable' })
  expect(await run()).toBe(1)
  expect(await storedRank(first)).toBe(roles.private)
})

test('a community whose run fails does not keep the others from theirs', async () => {
  const others = [await app.community(), await app.community()]
  const all = [community, ...others]
  const tasks = tasksOf(app)
  const tick = async (): Promise<void> => {
    for (const one of all) await tasks['refresh-drifted-members'](one)
  }
  await tick()
  await sql`update platform_connection set credential = '\\x00'
    where community_id = ${community.communityId}`.execute(app.app.db)
  for (const other of others) await other.client.get(`/v2/members/${second}`)
  await changeManually(second, roles.sergeant)
  await tick()
  const { rows } = await sql<{ community_id: string }>`
    select community_id from member where user_id = ${second} and rank_unique_id = ${roles.sergeant}`.execute(
    app.app.db,
  )
  const found = rows.map(({ community_id }) => community_id)
  expect(found).toEqual(expect.arrayContaining(others.map((one) => one.communityId)))
  expect(found).not.toContain(community.communityId)
})

test('a run without a connection changes nothing', async () => {
  await disconnectGroup(await community.ctx())
  expect(await run()).toBe(0)
})
