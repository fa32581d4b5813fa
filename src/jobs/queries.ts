// SQL of the worker processes, on data of the deployment.
import { sql } from 'kysely'
import type { Db } from '../context'
import { inSeconds, now } from '../db/expressions'
import { onlyRow, statement, type RowOf } from '../db/statements'

export async function sendHeartbeat(db: Db, workerId: string, jobWorkers: readonly string[]): Promise<void> {
  await db
    .insertInto('worker_process')
    .values({ worker_id: workerId, job_workers: [...jobWorkers] })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ beat_at: now, job_workers: [...jobWorkers] }))
    .execute()
}

/**
 * Deletes workers without a heartbeat for this long, and unlocks jobs that were locked longer ago by a name of no other
 * worker; graphile-worker would wait four hours. A worker that is killed may not have stored the names of its runners
 * yet.
 */
export async function reapDeadWorkers(db: Db, deadAfterSeconds: number): Promise<void> {
  await db.deleteFrom('worker_process').where('beat_at', '<', inSeconds(-deadAfterSeconds)).execute()
  await db
    .selectFrom(sql<{ locked_at: string; locked_by: string }>`graphile_worker.jobs`.as('job'))
    .select(({ fn }) => fn('graphile_worker.force_unlock_workers', [fn.agg('array_agg', ['locked_by'])]).as('unlocked'))
    .where('locked_at', '<', inSeconds(-deadAfterSeconds))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('worker_process').where(({ eb, fn }) => eb('job.locked_by', '=', fn.any('job_workers'))))),
    )
    .having(({ fn }) => fn.countAll(), '>', 0)
    .execute()
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

export async function countJobs(db: Db): Promise<RowOf<typeof countStatement>> {
  return onlyRow(await countStatement(db, {}))
}
