// All SQL on the worker processes themselves. No community's data: the deployment's own.
import { sql } from 'kysely'
import type { Db } from '../context'

/** Says that the worker lives, and under which names it locks jobs. */
export async function beat(db: Db, workerId: string, jobWorkers: readonly string[]): Promise<void> {
  await sql`
    insert into worker_process (worker_id, job_workers) values (${workerId}, ${[...jobWorkers]}::text[])
    on conflict (worker_id) do update set beat_at = now(), job_workers = excluded.job_workers`.execute(db)
}

/** Forgets the workers that have not beaten for so long, and frees the jobs they hold: graphile-worker would wait four hours. */
export async function buryDead(db: Db, deadAfterSeconds: number): Promise<void> {
  await sql`
    with dead as (
      delete from worker_process where beat_at < now() - make_interval(secs => ${deadAfterSeconds}) returning job_workers)
    select graphile_worker.force_unlock_workers(dead.job_workers) from dead`.execute(db)
}

/** Frees the jobs held under these names. */
export async function unlockJobs(db: Db, jobWorkers: readonly string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${[...jobWorkers]}::text[])`.execute(db)
}

/** The worker stops, and holds nothing any more. */
export async function leave(db: Db, workerId: string): Promise<void> {
  await sql`delete from worker_process where worker_id = ${workerId}`.execute(db)
}
