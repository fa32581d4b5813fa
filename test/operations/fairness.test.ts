// Fair dispatch, and the platform's limits for each owner of a credential.
import { sql } from 'kysely'
import { makeWorker } from '../../src/process/app'
import { connectGroup } from '../../src/platform-connection/actions'
import { HttpPlatform } from '../../src/platform/http-platform'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { group, startTestApp, testSettings, testWorld, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { accepted, hold, release, read, rolesPath, rowOf, settled } from './fixture'

/** A second group, with another owner. */
const big = {
  id: 800,
  owner: 60,
  apiKey: 'second-platform-key',
  roles: { guest: 8000, member: 8001, officer: 8010, owner: 8255 },
} as const
/**
 * Milliseconds of a platform call; longer than a busy machine needs between the commit and the dispatch of a change.
 */
const CALL_MS = 200
const [first, second] = group.members

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.world.addUser({ userId: big.owner, username: 'BigOwner' })
  app.world.addGroup({ groupId: big.id, name: 'Big group', ownerUserId: big.owner })
  const ranks = { guest: 0, member: 1, officer: 10, owner: 255 } as const
  for (const [name, roleId] of Object.entries(big.roles)) {
    app.world.addRole(big.id, { roleId, rank: ranks[name as keyof typeof ranks], name })
  }
  app.world.addKey(big.apiKey, { name: 'big', ownerUserId: big.owner, groupIds: [big.id] })
  app.world.addMembers(big.id, FLOODED_FROM, 300)
  app.world.addMembers(group.id, FLOODED_FROM, 300)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.simulator.faults.clear()
  await drained(app)
  for (const [groupId, role] of [[big.id, big.roles.officer] as const, [group.id, group.roles.private] as const]) {
    const holders = [...(app.world.groups.get(groupId)?.members ?? [])].filter(([, { assigned }]) => assigned.has(role))
    for (const [userId] of holders) app.world.takeRole(groupId, userId, role)
  }
  await release(app)
})

const FLOODED_FROM = 10_000

async function bigCommunity(): Promise<TestCommunity> {
  const community = await app.community({ connected: false })
  await connectGroup(await community.ctx(), big.id, big.apiKey)
  return community
}

/** Queues a rank change for each of `count` members. */
async function flood({ app: { db } }: TestApp, { communityId }: TestCommunity, count: number): Promise<void> {
  await sql`
    insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent,
      deadline_at, actor_kind, actor_id)
    select ${communityId}, 'op_' || translate(substr(md5(${communityId} || n), 1, 20), '0189', 'ghij'), 'rank.promote',
      ${FLOODED_FROM}::bigint + n, null, false, false, now() + interval '1 hour', 'operator', 'test'
    from generate_series(0, ${count}::int - 1) n`.execute(db)
}

/** Cancels queued rank changes and waits for the others. */
async function drained({ app: { db } }: TestApp): Promise<void> {
  await sql`update platform_operation set status = 'cancelled', completed_at = now(), error_code = 'operation_cancelled'
    where status = 'queued'`.execute(db)
  await until(
    'no rank change is in flight',
    async () =>
      (
        await sql`select from platform_operation
    where completed_at is null`.execute(db)
      ).rows.length === 0,
  )
}

async function completed({ app: { db } }: TestApp, { communityId }: TestCommunity): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from platform_operation
    where community_id = ${communityId} and status = 'succeeded'`.execute(db)
  return rows[0]?.n ?? 0
}

function setPaused(community: TestCommunity, paused: boolean): Promise<unknown> {
  return sql`insert into dispatch_lane (community_id, paused_at)
    values (${community.communityId}, case when ${paused} then now() end)
    on conflict (community_id) do update set paused_at = excluded.paused_at`.execute(app.app.db)
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN

/** Rank changes of a community in flight at once, as in dispatch/queries.ts. */
const MAX_IN_FLIGHT = 8

/**
 * For each change of the second community: how many of the first were dispatched between its creation and its dispatch.
 */
async function dispatchedBetween({ app }: TestApp, flooding: string, single: string): Promise<number[]> {
  const { rows } = await sql<{ dispatched: number }>`
    select (select count(*)::int from platform_operation f where f.community_id = ${flooding}
      and f.dispatched_at > o.created_at and f.dispatched_at < o.dispatched_at) as dispatched
    from platform_operation o where o.community_id = ${single}`.execute(app.db)
  return rows.map(({ dispatched }) => dispatched)
}

describe('a large backlog of one community', () => {
  it('does not delay the single change of another community', async () => {
    const [flooding, single] = [await bigCommunity(), await app.community()]
    await single.client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'delay', ms: CALL_MS, path: '/groups/' })
    const measure = async (): Promise<number> => {
      const times: number[] = []
      for (const rankId of [10, 50, 10, 50, 10, 50]) {
        const startedAt = performance.now()
        expect((await single.client.put(`/v2/members/${first}/rank`, { rankId })).body.meta?.changed).toBe(true)
        times.push(performance.now() - startedAt)
      }
      return median(times)
    }
    const quiet = await measure()
    await flood(app, flooding, 300)
    await until('the backlog is in progress', async () => (await completed(app, flooding)) > 10)
    const busy = await measure()
    process.stdout.write(`a single change: ${quiet.toFixed()} ms alone, ${busy.toFixed()} ms with 300 others queued\n`)
    expect(await completed(app, flooding)).toBeLessThan(270)
    // during one call, at most the in-flight limit is dispatched
    const counts = await dispatchedBetween(app, flooding.communityId, single.communityId)
    expect(counts.length).toBe(12)
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_IN_FLIGHT)
  })

  it('alternates with a later backlog of another community', async () => {
    const [one, other] = [await bigCommunity(), await app.community()]
    app.simulator.faults.add({ kind: 'delay', ms: 20, path: rolesPath })
    await flood(app, one, 300)
    await until('the first backlog is in progress', async () => (await completed(app, one)) > 10)
    const before = await completed(app, one)
    await flood(app, other, 300)
    await until('the second backlog is in progress', async () => (await completed(app, other)) >= 60)
    const [ahead, beside] = [(await completed(app, one)) - before, await completed(app, other)]
    process.stdout.write(`two backlogs in parallel: ${ahead} and ${beside} completed\n`)
    expect(ahead / beside).toBeGreaterThan(0.6)
    expect(ahead / beside).toBeLessThan(1.7)
  })

  it('is held while its community is paused, and continues after the resume', async () => {
    const [paused, other] = [await bigCommunity(), await app.community()]
    await setPaused(paused, true)
    await flood(app, paused, 50)
    await flood(app, other, 20)
    await until('the other backlog is completed', async () => (await completed(app, other)) === 20)
    expect(await completed(app, paused)).toBe(0)
    await setPaused(paused, false)
    await until('the resumed backlog is completed', async () => (await completed(app, paused)) === 50)
  })
})

describe('the rate limits of the platform', () => {
  it('apply to all communities of an owner, and to no others', async () => {
    const [throttled, same, foreign] = [await app.community(), await app.community(), await bigCommunity()]
    await Promise.all([throttled.client.get(`/v2/members/${first}`), same.client.get(`/v2/members/${second}`)])
    await foreign.client.get(`/v2/members/${FLOODED_FROM}`)
    app.simulator.faults.add({ kind: 'throttle', retryAfter: 2, path: `/groups/${group.id}/memberships$`, count: 1 })
    const started = await accepted(throttled, { userId: first, move: 'demote' })
    await until('it is throttled', async () => (await rowOf(app, started)).reason === 'provider-rejected-429')
    await until('the owner is blocked', async () => {
      const { rows } = await sql`select from platform_budget where blocked_until > now()`.execute(app.app.db)
      return rows.length === 1
    })
    const blocked = await accepted(same, { userId: second, move: 'promote' })
    const free = await accepted(foreign, { userId: FLOODED_FROM, rankId: 10 })
    await settled(foreign, free)
    expect((await read(same, blocked)).status).toBe('queued')
    const [again, after] = [await settled(throttled, started), await settled(same, blocked)]
    const refusedAt = Date.parse(again.attempts.find(({ code }) => code === 'provider-rejected-429')?.at ?? '')
    for (const { attempts } of [again, after]) {
      const dispatched = attempts.filter(({ to }) => to === 'dispatching').at(-1)
      expect(Date.parse(dispatched?.at ?? '') - refusedAt).toBeGreaterThanOrEqual(1_950)
    }
  })

  describe('when enforced by the platform', () => {
    let limited: Simulator
    let bounded: TestApp
    beforeAll(async () => {
      const world = testWorld()
      world.addMembers(group.id, FLOODED_FROM, 300)
      limited = await startSimulator({ world, rateLimits: true })
      const { platformTimeoutMs: timeoutMs } = testSettings
      const platform = new HttpPlatform({ apiUrl: limited.url, usersUrl: limited.url, timeoutMs })
      bounded = await startTestApp({ platform })
    })
    afterAll(async () => {
      await bounded.close()
      await limited.close()
    })

    it('are respected by two workers together, which reserve the last fifth for awaited changes', async () => {
      const reads = () => limited.requests.filter(({ path }) => path.includes('/memberships?'))
      const community = await bounded.community()
      await community.client.get(`/v2/members/${first}`)
      await hold(bounded)
      await flood(bounded, community, 200)
      const other = makeWorker(bounded.parts)
      try {
        await release(bounded)
        const spent = async (): Promise<number> => {
          const { rows } = await sql<{ used: number }>`select used from platform_budget`.execute(bounded.app.db)
          return rows[0]?.used ?? 0
        }
        await until('the share of the backlog is used', async () => (await spent()) >= 239)
        await until(
          'no rank change is in flight',
          async () =>
            (
              await sql`select from platform_operation
          where status = 'dispatching'`.execute(bounded.app.db)
            ).rows.length === 0,
        )
        const flooded = await completed(bounded, community)
        for (const rankId of [10, 50, 100]) {
          expect((await community.client.put(`/v2/members/${first}/rank`, { rankId })).status).toBe(200)
        }
        process.stdout.write(`300 reads a minute: ${flooded} operations of a backlog, ${reads().length} reads in all\n`)
        expect([flooded > 100, flooded <= 120, await completed(bounded, community)]).toEqual([true, true, flooded + 3])
        expect(reads().length).toBeLessThanOrEqual(240 + 1 + 6)
        expect(limited.requests.filter(({ status }) => status === 429)).toEqual([])
        const { rows } = await sql<{ worker_id: string }>`select distinct split_part(worker_id, ' ', 2) as worker_id
          from platform_operation_history
          where to_status = 'dispatching'`.execute(bounded.app.db)
        expect(rows).toHaveLength(2)
      } finally {
        await other.stop()
      }
    })
  })
})
