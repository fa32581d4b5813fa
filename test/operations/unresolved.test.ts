// Rank changes of accounts that could not be resolved when they were submitted.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Fault } from '../../src/simulator/faults'
import { group, shortWaits, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { accepted, read, resetRoles, settled, submit, rolesOnPlatform, watchWrites } from './fixture'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ settings: shortWaits })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  community = await app.community()
})

const { roles } = group
const [first, second] = group.members
const unavailable: Fault = { kind: 'reject', status: 503 }

async function members(): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select user_id from member
    where community_id = ${community.communityId} order by user_id`.execute(app.app.db)
  return rows.map((row) => row.user_id)
}

it.each<[string, Fault]>([
  ['unavailable', unavailable],
  ['throttling', { kind: 'throttle', retryAfter: 1 }],
  ['not responding', { kind: 'hang' }],
])('a rank change is accepted while the platform is %s, and succeeds afterwards', async (_name, fault) => {
  const writes = watchWrites(app, first)
  app.simulator.faults.add(fault)
  const key = randomUUID()
  const answer = await submit(community, { userId: first, rankId: 50 }, key)
  expect([answer.status, answer.body.data.status, answer.body.data.userId]).toEqual([202, 'queued', String(first)])
  const again = await submit(community, { userId: first, rankId: 50 }, key)
  expect([again.status, again.body.data.id, again.headers['idempotent-replayed']]).toEqual([
    202,
    answer.body.data.id,
    'true',
  ])
  expect(await members()).toEqual([])
  app.simulator.faults.clear()
  const ended = await settled(community, answer.body.data.id, 30_000)
  expect(ended).toMatchObject({ status: 'succeeded', userId: String(first), error: null })
  expect([rolesOnPlatform(app, first), await members()]).toEqual([[roles.recruit, roles.sergeant], [first]])
  expect(writes.effective()).toEqual([`assignRole ${roles.sergeant}`])
})

it('a rank change by username has no user id until the username is resolved', async () => {
  app.simulator.faults.add(unavailable)
  const body = { userId: `member${first}`, by: 'username', rankId: 10 }
  const key = randomUUID()
  const answer = await submit(community, body, key)
  expect([answer.status, answer.body.data.userId]).toEqual([202, null])
  expect((await submit(community, body, key)).body.data.id).toBe(answer.body.data.id)
  app.simulator.faults.clear()
  const ended = await settled(community, answer.body.data.id, 30_000)
  expect(ended).toMatchObject({ status: 'succeeded', userId: String(first) })
  expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.private])
})

it.each([
  ['a user id', { userId: 987_654_321 }],
  ['a username', { userId: 'UnknownAccount', by: 'username' }],
])('a rank change fails with member_not_found for %s that does not exist', async (_name, target) => {
  app.simulator.faults.add(unavailable)
  const id = await accepted(community, { ...target, rankId: 50 })
  app.simulator.faults.clear()
  expect(await settled(community, id, 30_000)).toMatchObject({ status: 'failed', error: { code: 'member_not_found' } })
  expect(await members()).toEqual([])
  const { rows } = await sql`select username from platform_operation where operation_id = ${id}`.execute(app.app.db)
  expect(rows).toEqual([{ username: null }])
})

it('an unresolved rank change waits for its account when the platform is connected again', async () => {
  app.simulator.faults.add(unavailable)
  const id = await accepted(community, { userId: `member${first}`, by: 'username', rankId: 10 })
  for (const status of ['reconnect_required', 'connected'])
    await sql`update platform_connection set status = ${status} where community_id = ${community.communityId}`.execute(
      app.app.db,
    )
  app.simulator.faults.clear()
  expect(await settled(community, id, 30_000)).toMatchObject({ status: 'succeeded', userId: String(first) })
})

it('rank changes of one account by id and by username are dispatched one at a time', async () => {
  app.simulator.faults.add(unavailable)
  const byName = { userId: `Member${first}`, by: 'username' }
  const ids = [
    await accepted(community, { userId: first, rankId: 50 }),
    await accepted(community, { ...byName, rankId: 100 }),
    await accepted(community, { userId: first, rankId: 10 }),
  ]
  app.simulator.faults.clear()
  const ended = await Promise.all(ids.map((id) => settled(community, id, 45_000)))
  expect(ended.map(({ status, userId }) => [status, userId])).toEqual(Array(3).fill(['succeeded', String(first)]))
  const running = await sql<{ overlaps: number }>`
    select count(*)::int as overlaps from platform_operation a join platform_operation b
      on a.community_id = b.community_id and a.seq < b.seq and a.user_id = b.user_id
      and b.dispatched_at < a.completed_at and a.dispatched_at < b.completed_at
    where a.community_id = ${community.communityId}`.execute(app.app.db)
  expect(running.rows).toEqual([{ overlaps: 0 }])
})

it('two rank changes by id run in order, and the later one determines the rank', async () => {
  app.simulator.faults.add(unavailable)
  const ids = [
    await accepted(community, { userId: first, rankId: 50 }),
    await accepted(community, { userId: first, rankId: 10 }),
  ]
  app.simulator.faults.clear()
  const [one, two] = await Promise.all(ids.map((id) => settled(community, id, 45_000)))
  expect([one?.status, two?.status]).toEqual(['succeeded', 'succeeded'])
  expect(Date.parse(two?.dispatchedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(one?.completedAt ?? ''))
  expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.private])
})

it('a superseding rank change cancels an older one by username once that is resolved', async () => {
  app.simulator.faults.add(unavailable)
  const old = await accepted(community, { userId: `Member${second}`, by: 'username', rankId: 100 })
  const newer = await accepted(community, { userId: second, rankId: 10, supersede: true })
  app.simulator.faults.clear()
  expect(await settled(community, newer, 45_000)).toMatchObject({ status: 'succeeded' })
  const ended = await settled(community, old, 45_000)
  expect(ended).toMatchObject({ status: 'cancelled', error: { code: 'operation_superseded' } })
  expect(rolesOnPlatform(app, second)).toEqual([roles.recruit, roles.private])
})

it('an unresolved rank change can be cancelled, and is cancelled at its deadline', async () => {
  app.simulator.faults.add(unavailable)
  const [cancelled, overdue] = [
    await accepted(community, { userId: first, rankId: 50 }),
    await accepted(community, { userId: 'UnknownAccount', by: 'username', rankId: 50 }),
  ]
  const answer = await community.client.post(`/v2/platform-operations/${cancelled}/cancel`)
  expect([answer.status, answer.body.data.status]).toEqual([200, 'cancelled'])
  await sql`update platform_operation set deadline_at = now() where operation_id = ${overdue}`.execute(app.app.db)
  expect(await settled(community, overdue, 30_000)).toMatchObject({
    status: 'cancelled',
    error: { code: 'deadline-cancelled-before-dispatch' },
  })
  app.simulator.faults.clear()
  await until('no job is left', async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs
      where payload->>'operationId' in (${cancelled}, ${overdue}) and locked_at is null and run_at <= now()`.execute(
      app.app.db,
    )
    return rows.length === 0
  })
  expect([(await read(community, cancelled)).status, rolesOnPlatform(app, first)]).toEqual([
    'cancelled',
    [roles.recruit],
  ])
})
