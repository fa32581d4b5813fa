// The jobs that ask the platform once for each community.
import { sql } from 'kysely'
import { enqueueSpread } from '../../src/db/job-queue'
import { listConnected } from '../../src/communities/queries'
import { startTestApp, tasksOf, type TestApp } from '../support/app'
import { until } from '../support/until'

interface QueuedJob {
  readonly community_id: string
  readonly seconds: number
  readonly attempts: number
}

const syncsOf = async ({ app }: TestApp, task: string): Promise<QueuedJob[]> => {
  const { rows } = await sql<QueuedJob>`
    select payload->>'communityId' as community_id, extract(epoch from run_at - j.created_at)::float8 as seconds, j.attempts
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} order by run_at`.execute(app.db)
  return rows
}

const countOf = async ({ app }: TestApp, tasks: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any (${tasks})`.execute(app.db)
  return rows[0]?.jobs ?? 0
}

describe('a schedule', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ worker: false })
    for (let count = 0; count < 7; count++) await app.community()
    await app.community({ connected: false })
  })
  afterAll(() => app.close())

  it.each([
    ['queue-rank-syncs', 'sync-ranks', 600 / 7],
    ['queue-drift-refreshes', 'refresh-drifted-members', 300 / 7],
    ['queue-key-checks', 'check-platform-keys', 3_600 / 7],
    ['queue-membership-syncs', 'sync-memberships', 300 / 7],
  ] as const)('%s queues one job for each connected community, evenly over the interval', async (name, task, step) => {
    await tasksOf(app)[name]()
    const jobs = await syncsOf(app, task)
    expect(jobs.map((job) => job.community_id)).toEqual(await listConnected(app.app.db))
    for (const [nth, { seconds }] of jobs.entries()) expect(seconds).toBeCloseTo(nth * step, 1)
    await tasksOf(app)[name]()
    expect(await syncsOf(app, task)).toEqual(jobs)
  })
})

it('a worker whose communities all wait for the platform starts the other jobs at once', async () => {
  const app = await startTestApp()
  const syncs = ['sync-ranks', 'refresh-drifted-members'] as const
  const others = ['send-result-message', 'erase-account', 'seal-audit-entries']
  for (let count = 0; count < 15; count++) await app.community()
  app.simulator.faults.add({ kind: 'hold' })
  const communityIds = await listConnected(app.app.db)
  for (const task of syncs) await enqueueSpread(app.app.db, task, communityIds, 0)
  await until('the platform is asked for communities', () => app.simulator.requests.length >= 10)
  for (const task of others) await sql`select graphile_worker.add_job(${task}, payload => '{}')`.execute(app.app.db)
  await until('the other jobs are done', async () => (await countOf(app, others)) === 0)
  expect(await countOf(app, syncs)).toBeGreaterThan(communityIds.length)
  app.simulator.faults.clear()
  await until('the communities are done', async () => (await countOf(app, syncs)) === 0)
  await app.close()
})
