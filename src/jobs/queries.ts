// SQL of the worker processes. Data of the deployment, not of a community.
import { sql } from 'kysely'
import type { Db } from '../context'

/** Renews the worker's heartbeat and the names under which it locks jobs. */
export async function sendHeartbeat(db: Db, workerId: string, jobWorkers: readonly string[]): Promise<void> {
  await sql`
    insert into worker_process (worker_id, job_workers) values (${workerId}, ${[...jobWorkers]}::text[])
    on conflict (worker_id) do update set beat_at = now(), job_workers = excluded.job_workers`.execute(db)
}

/** Deletes workers without a recent heartbeat and unlocks their jobs; graphile-worker would wait four hours. */
export async function reapDeadWorkers(db: Db, deadAfterSeconds: number): Promise<void> {
  await sql`
    with dead as (
      delete from worker_process where beat_at < now() - make_interval(secs => ${deadAfterSeconds}) returning job_workers)
    select graphile_worker.force_unlock_workers(dead.job_workers) from dead`.execute(db)
}

/** Unlocks the jobs locked under these names. */
export async function unlockJobs(db: Db, jobWorkers: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${[...jobWorkers]}::text[])`.execute(db)
}

export async function deregister(db: Db, workerId: string): Promise<void> {
  await sql`delete from worker_process where worker_id = ${workerId}`.execute(db)
}
