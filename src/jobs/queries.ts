// SQL of the worker processes, on data of the deployment.
import { sql } from 'kysely'
import type { Db } from '../context'
import { inSeconds, now } from '../db/expressions'
import { columns, onlyRow, statement, type RowOf } from '../db/statements'
import type { Schedule } from './schedule'

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

/** With the number of the interval that began last, since the epoch. */
const intervals = `select one.name, one.minutes, one.minute,
    floor((extract(epoch from now()) / 60 - one.minute) / one.minutes)::bigint as slot
  from unnest(:names::text[], :minutes::integer[], :ats::integer[]) as one (name, minutes, minute)`

/** A stored interval is ahead by one when its transaction began later, and by more when the database's clock was corrected. */
const isDue = (stored: string, slot: string): string => `${stored} < ${slot} or ${stored} > ${slot} + 1`

const queueStatement = statement(
  'queue_scheduled_jobs',
  `with interval as (${intervals}), due as (
    insert into scheduled_job as s (name, slot)
    select i.name, i.slot from interval i left join scheduled_job known on known.name = i.name
    where known.name is null or ${isDue('known.slot', 'i.slot')}
    order by i.name
    on conflict (name) do update set slot = excluded.slot where ${isDue('s.slot', 'excluded.slot')}
    returning name
  )
  select graphile_worker.add_job(i.name, json_build_object('_cron', json_build_object('ts',
      to_timestamp((i.slot * i.minutes + i.minute) * 60)))) is not null as "queued!"
  from interval i join due using (name)`,
)

/** Queues what is due; called each second by each worker. */
export async function queueScheduled(db: Db, schedule: Schedule): Promise<void> {
  const names = Object.keys(schedule)
  if (names.length > 0) await queueStatement(db, listed(schedule))
}

const listed = (schedule: Schedule) => ({
  names: Object.keys(schedule),
  minutes: Object.values(schedule).map(({ minutes }) => minutes),
  ats: Object.values(schedule).map(({ at = 0 }) => at),
})

export async function noteRun(db: Db, name: string): Promise<void> {
  await db
    .updateTable('scheduled_job')
    .set(({ fn }) => ({ ran_at: fn<string>('now') }))
    .where('name', '=', name)
    .execute()
}

const lateStatement = statement(
  'list_late_jobs',
  `select s.name as "name!", s.ran_at as "ranAt!",
    greatest(0, extract(epoch from now() - s.ran_at) - one.minutes * 60)::float8 as "lateSeconds!"
   from unnest(:names::text[], :minutes::integer[]) as one (name, minutes) join scheduled_job s using (name) order by s.name`,
  columns<{ readonly ranAt: string }>(),
)

/** `lateSeconds`: since a run without an error should have ended, beyond the interval; 0: on time. */
export async function listRuns(db: Db, schedule: Schedule) {
  const { names, minutes } = listed(schedule)
  return lateStatement(db, { names, minutes })
}
