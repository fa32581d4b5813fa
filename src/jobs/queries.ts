// SQL of the worker processes. Data of the deployment, not of a community.
import { sql } from 'kysely'
import type { Db } from '../context'
import { inSeconds, now } from '../db/expressions'
import { statement, type RowOf } from '../db/statements'

/** Renews the worker's heartbeat and the names under which it locks jobs. */
export async function sendHeartbeat(db: Db, workerId: string, jobWorkers: readonly string[]): Promise<void> {
  await db
    .insertInto('worker_process')
    .values({ worker_id: workerId, job_workers: [...jobWorkers] })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ beat_at: now, job_workers: [...jobWorkers] }))
    .execute()
}

const unlockStatement = statement(
  'unlock_abandoned_jobs',
  `select graphile_worker.force_unlock_workers(array_agg(locked_by)) is not null as "unlocked!"
   from graphile_worker.jobs j
   where locked_at < now() - make_interval(secs => :seconds)
     and not exists (
       select from worker_process w
       where w.beat_at >= now() - make_interval(secs => :seconds) and j.locked_by = any(w.job_workers))
   having count(*) > 0`,
)

/**
 * Deletes workers without a heartbeat for these seconds, and unlocks jobs that were locked longer ago by a name that no other
 * worker has; graphile-worker would wait four hours. A worker that is killed may not have stored the names of its runners yet.
 */
export async function reapDeadWorkers(db: Db, seconds: number): Promise<void> {
  await unlockStatement(db, { seconds })
  await db.deleteFrom('worker_process').where('beat_at', '<', inSeconds(-seconds)).execute()
}

export async function unlockJobs(db: Db, jobWorkers: readonly string[]): Promise<void> {
  const names = sql`${[...jobWorkers]}::text[]`
  await db.selectNoFrom(({ fn }) => fn('graphile_worker.force_unlock_workers', [names]).as('unlocked')).execute()
}

export async function deregister(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom('worker_process').where('worker_id', '=', workerId).execute()
}

const countStatement = statement(
  'count_jobs',
  `select count(*) filter (where locked_at is null and not is_over and run_at > now())::int as "waiting!",
     count(*) filter (where locked_at is null and not is_over and run_at <= now())::int as "ready!",
     count(*) filter (where locked_at is not null)::int as "executing!",
     count(*) filter (where locked_at is null and is_over)::int as "failed!",
     coalesce(greatest(0, extract(epoch from now() - min(run_at) filter (where locked_at is null and not is_over))), 0)::float8
       as "delay_seconds!"
   from (select run_at, locked_at, attempts >= max_attempts as is_over from graphile_worker.jobs) job`,
)

/** Jobs by state; `delay_seconds` of the oldest ready one. */
export async function countJobs(db: Db): Promise<RowOf<typeof countStatement>> {
  const [row] = await countStatement(db, {})
  if (row) return row
  throw new Error('an aggregate returned no row')
}
