// With OAuth, ranks and roles are synced from pages of memberships, because a token may read only 10 accounts a minute.
import { sql } from 'kysely'
import { connectGroup } from '../../src/platform-connection/actions'
import { syncMemberships } from '../../src/members/sync-memberships'
import type { OAuthGrant } from '../../src/platform/platform'
import { group, startTestApp, tasksOf, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
let count = 0
const { roles, outsider } = group
const FIRST = 5_000_000_001
const MEMBERS = 250

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  app.world.addMembers(group.id, FIRST, MEMBERS)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  community = await app.community({ connected: false })
  const grant = { clientId: `pages-${++count}`, clientSecret: 'app-secret', refreshToken: `first-refresh-${count}` }
  app.world.addGrant({ ...grant, ownerUserId: group.owner, groupIds: [group.id] })
  await connectGroup(await community.ctx(), group.id, grant satisfies OAuthGrant)
})

/** Stores members as of an hour ago, with former names. */
async function addStored(from: number, number: number, roleIds: readonly number[] = []): Promise<void> {
  await sql`insert into member (community_id, user_id, username, display_name, role_ids, synced_at, updated_at)
    select ${community.communityId}, id, 'Stored' || id, 'Shown', ${[...roleIds]}::bigint[], now() - interval '1 hour',
      now() - interval '1 hour' from generate_series(${from}::bigint, ${from + number - 1}::bigint) id`.execute(
    app.base.db,
  )
}
const run = async (): Promise<number> => syncMemberships(await community.ctx())
const member = async (userId: number) => (await community.client.get(`/v2/members/${userId}`)).body

/** Number of platform calls during `work`: pages of memberships, memberships of one account, accounts. */
async function callsOf(work: () => Promise<unknown>): Promise<{ pages: number; memberships: number; users: number }> {
  const before = app.simulator.requests.length
  await work()
  const urls = app.simulator.requests.slice(before).map(({ path }) => path)
  const countOf = (test: (url: string) => boolean): number => urls.filter(test).length
  return {
    pages: countOf((url) => url.includes('/memberships?') && !url.includes('filter=')),
    memberships: countOf((url) => url.includes('filter=')),
    users: countOf((url) => url.includes('/cloud/v2/users/')),
  }
}

test('250 members are synced with three calls, and then fetched without any', async () => {
  await addStored(FIRST, MEMBERS)
  app.world.giveRole(group.id, FIRST + 249, roles.sergeant, outsider)
  let synced = 0
  const calls = await callsOf(async () => (synced = await run()))
  expect([calls, synced]).toEqual([{ pages: 3, memberships: 0, users: 0 }, MEMBERS])
  expect(await callsOf(() => member(FIRST + 249))).toEqual({ pages: 0, memberships: 0, users: 0 })
  expect(await member(FIRST + 249)).toMatchObject({
    data: {
      username: `Stored${FIRST + 249}`,
      rank: { uniqueId: roles.sergeant },
      roles: [{}, { uniqueId: roles.sergeant }],
    },
    meta: { sync: { outcome: 'fresh' } },
  })
  expect(await member(FIRST)).toMatchObject({ data: { rank: { uniqueId: roles.recruit } } })
  app.world.takeRole(group.id, FIRST + 249, roles.sergeant, outsider)
})

test('the age of a name stays when only the memberships were read', async () => {
  await addStored(FIRST, 1)
  await run()
  const { rows } = await sql<{ is_old: boolean; is_synced: boolean }>`
    select named_at < now() - interval '59 minutes' as is_old, synced_at > now() - interval '1 minute' as is_synced
    from member where community_id = ${community.communityId}`.execute(app.base.db)
  expect(rows).toEqual([{ is_old: true, is_synced: true }])
})

test('no member is created, and one who has left loses the rank', async () => {
  await addStored(outsider, 1, [roles.recruit, roles.sergeant])
  expect(await callsOf(run)).toEqual({ pages: 3, memberships: 1, users: 0 })
  const { rows } = await sql`select user_id, rank_unique_id, role_ids from member
    where community_id = ${community.communityId}`.execute(app.base.db)
  expect(rows).toEqual([{ user_id: outsider, rank_unique_id: null, role_ids: [] }])
  expect(await callsOf(run)).toEqual({ pages: 3, memberships: 0, users: 0 })
})

test('an id of the group is stored for its account', async () => {
  await addStored(77, 1)
  await sql`insert into identity (community_id, domain, id, user_id, source, resolved_at)
    values (${community.communityId}, ${`group-${group.id}`}, ${FIRST}, 77, 'vendor', now())`.execute(app.base.db)
  expect(await run()).toBe(1)
  expect(await member(77)).toMatchObject({ data: { userId: '77', rank: { uniqueId: roles.recruit } } })
})

test('a large group is read over several runs, and after a failure from the beginning', async () => {
  const users = 2_100
  app.world.addMembers(group.id, 6_000_000_001, users)
  await addStored(6_000_000_001 + users - 1, 1)
  expect([await callsOf(run), await callsOf(run)]).toMatchObject([{ pages: 20 }, { pages: 4 }])
  expect(await member(6_000_000_001 + users - 1)).toMatchObject({ meta: { sync: { outcome: 'fresh' } } })
  await run()
  app.simulator.faults.add({ kind: 'reject', status: 400, path: '/memberships', count: 1 })
  await expect(run()).rejects.toMatchObject({ code: 'platform_cloud_unavailable' })
  expect(await callsOf(run)).toMatchObject({ pages: 20 })
  for (let user = 6_000_000_001; user < 6_000_000_001 + users; user++) app.world.removeMember(group.id, user)
})

test('a stale member costs one membership and no account, and a new one its account', async () => {
  await addStored(FIRST, 1)
  expect(await callsOf(() => member(FIRST))).toEqual({ pages: 0, memberships: 1, users: 0 })
  expect(await callsOf(() => member(FIRST + 1))).toEqual({ pages: 0, memberships: 1, users: 1 })
})

test('the task leaves communities with a key to the fetches', async () => {
  await connectGroup(await community.ctx(), group.id, group.apiKey)
  await addStored(FIRST, 1)
  expect(await callsOf(run)).toEqual({ pages: 0, memberships: 0, users: 0 })
  expect(await callsOf(() => member(FIRST))).toEqual({ pages: 0, memberships: 1, users: 1 })
  await tasksOf(app)['sync-memberships'](community)
})
