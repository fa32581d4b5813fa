// SQL of the worker processes. Data of the deployment, not of a community.
import { sql } from 'kysely'
import type { Db } from '../context'
import { inSeconds, now } from '../db/expressions'

/** Renews the worker's heartbeat and the names under which it locks jobs. */
export async function sendHeartbeat(db: Db, workerId: string, jobWorkers: readonly string[]): Promise<void> {
  await db
    .insertInto('worker_process')
    .values({ worker_id: workerId, job_workers: [...jobWorkers] })
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ beat_at: now, job_workers: [...jobWorkers] }))
    .execute()
}

/** Deletes workers without a recent heartbeat and unlocks their jobs; graphile-worker would wait four hours. */
export async function reapDeadWorkers(db: Db, deadAfterSeconds: number): Promise<void> {
  await db
    .with('dead', (cte) =>
      cte.deleteFrom('worker_process').where('beat_at', '<', inSeconds(-deadAfterSeconds)).returning('job_workers'),
    )
    .selectFrom('dead')
    .select(sql`graphile_worker.force_unlock_workers(dead.job_workers)`.as('unlocked'))
    .execute()
}

export async function unlockJobs(db: Db, jobWorkers: readonly string[]): Promise<void> {
  const names = sql`${[...jobWorkers]}::text[]`
  await db.selectNoFrom(({ fn }) => fn('graphile_worker.force_unlock_workers', [names]).as('unlocked')).execute()
}

export async function deregister(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom('worker_process').where('worker_id', '=', workerId).execute()
}
