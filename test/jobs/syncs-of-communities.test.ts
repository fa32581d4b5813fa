// Jobs that ask the platform once for each community.
import { sql } from 'kysely'
import { usualConcurrency } from '../../src/jobs/worker'
import { enqueueStaggered } from '../../src/db/job-queue'
import { shortWaits, startTestApp, tasksOf, type TestApp } from '../support/app'
import { until } from '../support/until'

interface QueuedJob {
  readonly community_id: string
  /** Milliseconds since the epoch. */
  readonly run_at: number
  readonly attempts: number
}

const syncsOf = async ({ app }: TestApp, task: string): Promise<QueuedJob[]> => {
  const { rows } = await sql<QueuedJob>`
    select payload->>'communityId' as community_id, extract(epoch from run_at)::float8 * 1000 as run_at, j.attempts
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} order by j.run_at, j.id`.execute(app.db)
  return rows
}

const countOf = async ({ app }: TestApp, tasks: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any (${tasks})`.execute(app.db)
  return rows[0]?.jobs ?? 0
}

const scheduledAt = (ms: number) => ({ _cron: { ts: new Date(ms).toISOString() } })

describe('a schedule', () => {
  let app: TestApp
  const communityIds: string[] = []
  beforeAll(async () => {
    app = await startTestApp({ worker: false })
    for (let count = 0; count < 7; count++) communityIds.push((await app.community()).communityId)
    await app.community({ connected: false })
  })
  afterAll(() => app.close())

  it.each([
    ['queue-rank-syncs', 'sync-ranks', 10],
    ['queue-drift-refreshes', 'refresh-drifted-members', 1],
    ['queue-key-checks', 'check-platform-keys', 60],
    ['queue-membership-syncs', 'sync-memberships', 5],
  ] as const)('%s queues one job for each connected community in its interval', async (name, task, minutes) => {
    if (task === 'sync-memberships') {
      await tasksOf(app)[name](scheduledAt(Date.now()))
      expect(await syncsOf(app, task)).toEqual([])
      await sql`update platform_connection set credential_kind = 'oauth'`.execute(app.dba)
    }
    const from = Math.ceil(Date.now() / 3_600_000) * 3_600_000
    const seen = new Set<string>()
    for (let minute = 0; minute < minutes; minute++) {
      const at = from + minute * 60_000
      // a late job still queues its own minute
      await tasksOf(app)[name](scheduledAt(at))
      const jobs = await syncsOf(app, task)
      for (const job of jobs.filter(({ community_id }) => !seen.has(community_id))) {
        expect(job.run_at).toBeGreaterThanOrEqual(at)
        expect(job.run_at).toBeLessThan(at + 60_000)
        seen.add(job.community_id)
      }
    }
    expect([...seen].sort()).toEqual([...communityIds].sort())
    const jobs = await syncsOf(app, task)
    expect(jobs).toHaveLength(communityIds.length)
    for (let minute = 0; minute < minutes; minute++) await tasksOf(app)[name](scheduledAt(from + minute * 60_000))
    expect(await syncsOf(app, task)).toEqual(jobs)
  })

  it('queues more communities than a page has, spread over the minute', async () => {
    await sql`insert into community (community_id, name)
      select 'cmt_' || translate(lpad(n::text, 20, '0'), '0189', 'abcd'), 'Many' from generate_series(1, 3000) n`.execute(
      app.dba,
    )
    await sql`insert into platform_connection (community_id, group_id, credential_kind, credential, owner_user_id, status)
      select community_id, 1, 'oauth', '\\x00', 1, 'connected' from community where name = 'Many'`.execute(app.dba)
    const at = Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000
    for (let minute = 0; minute < 5; minute++) {
      await tasksOf(app)['queue-membership-syncs'](scheduledAt(at + minute * 60_000))
    }
    const jobs = await syncsOf(app, 'sync-memberships')
    expect(jobs).toHaveLength(communityIds.length + 3_000)
    const ofMinute = new Map<number, number>()
    const ofSecond = new Map<number, number>()
    for (const { run_at } of jobs.filter((job) => job.run_at >= at)) {
      const second = Math.floor((run_at - at) / 1_000)
      ofSecond.set(second, (ofSecond.get(second) ?? 0) + 1)
      ofMinute.set(Math.floor(second / 60), (ofMinute.get(Math.floor(second / 60)) ?? 0) + 1)
    }
    expect([...ofMinute.keys()].sort()).toEqual([0, 1, 2, 3, 4])
    expect(Math.min(...ofMinute.values())).toBeGreaterThan(500)
    expect(Math.max(...ofSecond.values())).toBeLessThan(40)
  })
})

it('a worker asks the platform for more communities at once than it has connections, and starts the other jobs at once', async () => {
  const app = await startTestApp({
    settings: { ...shortWaits, platformTimeoutMs: 120_000 },
    concurrency: usualConcurrency,
  })
  const syncs = ['sync-ranks', 'refresh-drifted-members'] as const
  const others = ['send-result-message', 'erase-account', 'seal-audit-entries']
  const turns = []
  for (let count = 0; count < 26; count++)
    turns.push({ communityId: (await app.community()).communityId, runAt: new Date() })
  app.simulator.faults.add({ kind: 'hold' })
  const before = app.simulator.requests.length
  for (const task of syncs) await enqueueStaggered(app.app.db, task, turns)
  // the worker has 21 connections: 12 for the jobs, and 9 for their queue
  await until('the platform is asked for communities', () => app.simulator.requests.length >= before + 40)
  for (const task of others) await sql`select graphile_worker.add_job(${task}, payload => '{}')`.execute(app.app.db)
  await until('the other jobs are done', async () => (await countOf(app, others)) === 0)
  expect(await countOf(app, syncs)).toBeGreaterThan(turns.length)
  app.simulator.faults.clear()
  await until('the communities are done', async () => (await countOf(app, syncs)) === 0, 300_000)
  await app.close()
})
