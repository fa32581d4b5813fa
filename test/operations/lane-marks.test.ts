// The marks of communities that have something to dispatch (sql/functions/mark_lane_ready.sql), under concurrent writes
// and claims.
import { Client } from 'pg'
import { sql } from 'kysely'
import { newOperationId } from '../../src/operations/enqueue/resolve-target'
import { markUnmarkedLanes } from '../../src/operations/sweep/queries'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { isWhole } from '../support/runs'
import { until } from '../support/until'

let app: TestApp
let communities: TestCommunity[]

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  communities = [await app.community(), await app.community(), await app.community()]
  await sql`insert into platform_budget (owner, per_minute) values (${`key ${group.owner}`}, 1000000)`.execute(app.dba)
})
afterAll(() => app.close())

const CLAIM = `select community_id, operation_id, worker_id from claim_platform_operation($1, $2, 10, 8, 2)`
const END = `status = 'succeeded', completed_at = now()`

/** Rank changes that a claim could take now, although no mark makes a claim look at their community. Must be empty. */
const FORGOTTEN = `select o.community_id, o.operation_id, o.urgent, l.* from platform_operation o
  left join dispatch_lane l using (community_id)
  where o.status = 'queued' and is_claimable(o, true, clock_timestamp() + interval '1 second')
    and not coalesce(case when o.urgent then l.urgent_ready or l.urgent_until is not null
      else l.bulk_ready or l.bulk_until is not null end, false)`

type Random = (below: number) => number
const randomOf = (seed: number): Random => {
  let state = seed
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below
}

type Act = (client: Client, random: Random) => Promise<unknown>

const queue: Act = (client, random) =>
  client.query(
    `insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at, not_before,
       actor_kind, actor_id)
     select $1, $2, 'rank.promote', $3, false, $4, now() + interval '1 hour', now() + make_interval(secs => $5), 'operator', 'test'`,
    [
      communities[random(communities.length)]?.communityId,
      newOperationId(),
      group.members[random(group.members.length)],
      random(2) === 0,
      random(4) === 0 ? 0.05 : 0,
    ],
  )

/** As in the code: the claim commits, then the end or the next attempt follows. */
const claim: Act = async (client, random) => {
  const lanes = [['settle', 'urgent'], ['settle', 'urgent', 'bulk'], ['bulk']][random(3)]
  const { rows } = await client.query<{ operation_id: string; worker_id: string }>(CLAIM, [newOperationId(), lanes])
  for (const { operation_id: id, worker_id: worker } of rows) {
    const change =
      random(3) === 0 ? `status = 'queued', not_before = now() + interval '20 ms', lease_until = null` : END
    await client.query(`update platform_operation set ${change} where operation_id = $1 and worker_id = $2`, [
      id,
      worker,
    ])
  }
}
const CANCELLED = `status = 'cancelled', completed_at = now(), error_code = 'operation_cancelled', error_message = 'Cancelled.'`
const cancel: Act = (client) =>
  client.query(`update platform_operation set ${CANCELLED} where operation_id = (select operation_id from platform_operation where status = 'queued'
    limit 1 for update skip locked)`)
const expedite: Act = (client) =>
  client.query(`update platform_operation set urgent = true where operation_id = (select operation_id from platform_operation
    where status = 'queued' and not urgent limit 1 for update skip locked)`)

const block: Act = (client) =>
  client.query(`update platform_budget set blocked_until = clock_timestamp() + interval '5 ms'`)

const acts: readonly Act[] = [queue, queue, queue, claim, claim, claim, cancel, expedite, block]

/** Runs acts. Half of the transactions stay open for a while, and some of those are rolled back. */
async function run(client: Client, random: Random, count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    const act = acts[random(acts.length)] ?? queue
    if (act === claim || random(2) > 0) {
      await act(client, random)
      continue
    }
    await client.query('begin')
    await act(client, random)
    await client.query('select pg_sleep($1)', [random(10) / 1_000])
    await client.query(random(3) === 0 ? 'rollback' : 'commit')
  }
}

it('keeps the mark for a rank change that is queued while the one before it ends', async () => {
  const { communityId } = await app.community()
  const [ending, other] = [
    new Client({ connectionString: app.databaseUrl }),
    new Client({ connectionString: app.databaseUrl }),
  ]
  const add = (operationId: string) =>
    other.query(
      `insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at, actor_kind, actor_id)
       values ($1, $2, 'rank.promote', 1, false, false, now() + interval '1 hour', 'operator', 'test')`,
      [communityId, operationId],
    )
  const [first, second] = [newOperationId(), newOperationId()]
  await Promise.all([ending.connect(), other.connect()])
  try {
    await add(first)
    expect((await other.query(CLAIM, [newOperationId(), ['bulk']])).rows).toMatchObject([{ operation_id: first }])
    await ending.query('begin')
    await ending.query(`update platform_operation set ${END} where operation_id = $1`, [first])
    await add(second)
    // the claim does not see yet that the first has ended
    expect((await other.query(CLAIM, [newOperationId(), ['bulk']])).rows).toEqual([])
    await ending.query('commit')
    expect((await other.query(FORGOTTEN)).rows).toEqual([])
    expect((await other.query(CLAIM, [newOperationId(), ['bulk']])).rows).toMatchObject([{ operation_id: second }])
    await other.query(`update platform_operation set ${END} where operation_id = $1`, [second])
  } finally {
    await Promise.all([ending.end(), other.end()])
  }
})

// PostgreSQL does not check a row again after a lock wait if it reached the row through an older version, and several
// transactions had locked it before.
it('marks the lane again for a rank change that waited for a claim that removed the mark', async () => {
  const { communityId } = await app.community()
  const [claiming, other] = [
    new Client({ connectionString: app.databaseUrl }),
    new Client({ connectionString: app.databaseUrl }),
  ]
  const add = (operationId: string) =>
    other.query(
      `insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at, actor_kind, actor_id)
       values ($1, $2, 'rank.promote', 1, false, false, now() + interval '1 hour', 'operator', 'test')`,
      [communityId, operationId],
    )
  const added = newOperationId()
  await Promise.all([claiming.connect(), other.connect()])
  try {
    await other.query(
      `insert into dispatch_lane (community_id, bulk_ready, urgent_until) values ($1, true, now() - interval '1 second')
       on conflict (community_id) do update set bulk_ready = true, urgent_until = excluded.urgent_until`,
      [communityId],
    )
    // the steps of one claim, with an insertion between them that is rolled back
    await claiming.query('begin')
    await claiming.query('select mark_due_lanes_ready(true, clock_timestamp())')
    expect((await claiming.query(`select lock_next_lane(false, '{}') as lane`)).rows).toEqual([{ lane: communityId }])
    await other.query('begin')
    await add(newOperationId())
    await other.query('rollback')
    expect((await claiming.query(CLAIM, [newOperationId(), ['bulk']])).rows).toEqual([])

    const { rows: self } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    const adding = add(added)
    await until('the insertion waits for the claim', async () => {
      const { rows: waiting } = await sql`
        select from pg_stat_activity where pid = ${self[0]?.pid} and wait_event_type = 'Lock'`.execute(app.dba)
      return waiting.length > 0
    })
    await claiming.query('commit')
    await adding
    expect((await other.query(FORGOTTEN)).rows).toEqual([])
    await other.query(`update platform_operation set ${CANCELLED} where operation_id = $1`, [added])
  } finally {
    await Promise.all([claiming.end(), other.end()])
  }
})

it.each(isWhole ? [1, 2, 3] : [1])(
  'no rank change that can be claimed is left without a mark, schedule %i',
  async (seed) => {
    const clients = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = new Client({ connectionString: app.databaseUrl })
        await client.connect()
        return client
      }),
    )
    // short rounds: a later write would replace a mark that was lost
    for (let round = 0; round < 60; round++) {
      await Promise.all(
        clients.map((client, index) => run(client, randomOf(seed * 10_000 + round * 10 + index + 1), 2)),
      )
      const { rows } = await (clients[0] as Client).query(FORGOTTEN)
      expect(rows).toEqual([])
    }
    await Promise.all(clients.map((client) => client.end()))
  },
)

it('marks that are missing are set again, a page of communities at a time', async () => {
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    // one rank change for each community
    for (const index of communities.keys()) await queue(client, (below) => Math.min(index, below - 1))
    await client.query('delete from dispatch_lane')
    const pages = []
    for (let after: string | null = ''; after !== null;) {
      after = await markUnmarkedLanes(app.app.db, after, 2)
      pages.push(after)
      if (pages.length === 1) expect((await client.query(FORGOTTEN)).rows).not.toEqual([])
    }
    expect(pages).toEqual([communities.map(({ communityId }) => communityId).sort()[1], null])
    expect((await client.query(FORGOTTEN)).rows).toEqual([])
  } finally {
    await client.end()
  }
})

it('claims alone end everything that is queued', async () => {
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  const open = async (): Promise<number> => {
    const { rows } = await client.query<{ open: number }>(
      `select count(*)::int as open from platform_operation where completed_at is null`,
    )
    return rows[0]?.open ?? 0
  }
  try {
    for (let random = randomOf(7), tries = 0; (await open()) > 0; tries++) {
      expect(tries).toBeLessThan(5_000)
      await claim(client, random)
    }
  } finally {
    await client.end()
  }
})
