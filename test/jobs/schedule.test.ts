// Scheduled jobs are queued by the database's clock.
import { sql } from 'kysely'
import { listRuns, queueScheduled } from '../../src/jobs/queries'
import { schedule } from '../../src/jobs/tasks'
import { enqueueStaggered } from '../../src/db/job-queue'
import { startTestApp, tasksOf, type TestApp } from '../support/app'

const names = Object.keys(schedule).sort()
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`delete from scheduled_job`.execute(app.dba)
  await sql`delete from graphile_worker._private_jobs`.execute(app.dba)
})

const queue = () => queueScheduled(app.app.db, schedule)

async function queued(): Promise<{ name: string; isOnTime: boolean }[]> {
  const { rows } = await sql<{ name: string; isOnTime: boolean }>`
    select t.identifier as name, j.run_at <= now() and (j.payload #>> '{_cron,ts}')::timestamptz <= now() as "isOnTime"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    order by 1`.execute(app.dba)
  return rows
}

const once = names.map((name) => ({ name, isOnTime: true }))

test('queues each job once in its interval, also when many workers ask at once', async () => {
  await Promise.all(Array.from({ length: 8 }, queue))
  expect(await queued()).toEqual(once)
  await queue()
  expect(await queued()).toEqual(once)
  await sql`update scheduled_job set slot = slot - 1`.execute(app.dba)
  await Promise.all(Array.from({ length: 8 }, queue))
  expect(await queued()).toEqual(once.flatMap((one) => [one, one]))
})

test('queues a job at once when the clock of the database was ahead, and not twice at the turn of an interval', async () => {
  await queue()
  await sql`delete from graphile_worker._private_jobs`.execute(app.dba)
  // another worker's transaction began in the next interval
  await sql`update scheduled_job set slot = slot + 1`.execute(app.dba)
  await queue()
  expect(await queued()).toEqual([])
  await sql`update scheduled_job set slot = slot + 1`.execute(app.dba)
  await queue()
  expect(await queued()).toEqual(once)
})

test('the interval begins in the minute of the schedule, in UTC', async () => {
  await queue()
  const { rows } = await sql<{ name: string; minute: number }>`
    select t.identifier as name, extract(minute from (j.payload #>> '{_cron,ts}')::timestamptz at time zone 'UTC')::int as minute
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`.execute(app.dba)
  for (const { name, minute } of rows) {
    const { minutes, at = 0 } = schedule[name as keyof typeof schedule]
    expect({ name, offset: (minute - at + 60) % minutes }).toEqual({ name, offset: 0 })
  }
})

test('a job is late when it has not ended without an error for longer than its interval', async () => {
  await queue()
  await sql`update scheduled_job set ran_at = now() - interval '70 minutes'`.execute(app.dba)
  const late = async (name: string) =>
    Math.round((await listRuns(app.app.db, schedule)).find((one) => one.name === name)?.lateSeconds ?? Number.NaN)
  expect(await late('seal-audit-entries')).toBe(65 * 60)
  expect(await late('purge-reversals')).toBe(10 * 60)
  await tasksOf(app)['seal-audit-entries']()
  expect(await late('seal-audit-entries')).toBe(0)
  await sql`alter table reversal rename to hidden`.execute(app.dba)
  try {
    await expect(tasksOf(app)['purge-reversals']()).rejects.toThrow()
  } finally {
    await sql`alter table hidden rename to reversal`.execute(app.dba)
  }
  expect(await late('purge-reversals')).toBe(10 * 60)
})

test('the job of a community whose time is too late, because a clock was wrong, gets the time of its interval', async () => {
  const { communityId } = await app.community()
  await sql`delete from graphile_worker._private_jobs`.execute(app.dba)
  const hour = 3_600_000
  const times = async () =>
    (
      await sql<{
        at: number
      }>`select extract(epoch from run_at)::float8 * 1000 as at from graphile_worker._private_jobs`.execute(app.dba)
    ).rows.map(({ at }) => at)
  const now = Math.floor(Date.now() / 1_000) * 1_000
  const queueAt = (at: number) => enqueueStaggered(app.app.db, 'sync-ranks', [{ communityId, runAt: new Date(at) }])
  await queueAt(now + 3 * hour)
  await queueAt(now)
  expect(await times()).toEqual([now])
  await queueAt(now + 60_000)
  expect(await times()).toEqual([now])
})
