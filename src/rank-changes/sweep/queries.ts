// All SQL on what is seen to by clock, whoever left it: overdue, lost, not woken, or over for long. Across communities.
import { sql } from 'kysely'
import type { Db } from '../../context'
import { deadlineMessage } from '../rules'

/** No write of it ever went out, not even one that turned out to have had no effect. */
const untried = sql`(o.steps = '[]' or coalesce(o.reason, 'worker-lost') = 'worker-lost')`

/** Ends what is queued past its deadline: nothing of it was sent. */
export async function cancelOverdue(db: Db): Promise<void> {
  await sql`
    update platform_operation o set completed_at = clock_timestamp(), lease_until = null,
      status = case when ${untried} then 'cancelled' else 'failed' end,
      error_code = case when ${untried} then 'deadline-cancelled-before-dispatch' else o.reason end,
      error_message = case when ${untried} then ${deadlineMessage}
        else 'The platform did not take the change before the deadline; what was tried had no effect.' end
    from (select community_id, operation_id from platform_operation
      where status = 'queued' and deadline_at <= now() and not sent
      order by deadline_at limit 500 for update skip locked) overdue
    where o.community_id = overdue.community_id and o.operation_id = overdue.operation_id`.execute(db)
}

/** Takes back what processes have at work that died or lost the database: what was sent is read first, the rest is queued. */
export async function takeBackLost(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update platform_operation o set worker_id = null, lease_until = null, not_before = now(),
      reason = case when o.status = 'dispatching' then 'worker-lost' else o.reason end,
      status = case when o.status = 'dispatching' and not o.sent then 'queued' else 'outcome_pending' end
    from (select community_id, operation_id from platform_operation
      where status in ('dispatching', 'outcome_pending') and lease_until < now()
      order by lease_until limit 500 for update skip locked) lost
    where o.community_id = lost.community_id and o.operation_id = lost.operation_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** As `mendLine` (dispatch/queries.ts), for every member, in case a process died before it asked. */
export async function mendLines(db: Db): Promise<void> {
  await sql`
    update platform_operation o set first_in_line = true
    from (select distinct on (q.community_id, q.user_id) q.community_id, q.operation_id
      from platform_operation q
      where q.status = 'queued' and not q.first_in_line and not exists (
        select from platform_operation older where older.community_id = q.community_id and older.user_id = q.user_id
          and older.status in ('queued', 'dispatching', 'outcome_pending')
          and (older.status <> 'queued' or older.seq < q.seq))
      order by q.community_id, q.user_id, q.seq limit 500) freed
    where o.community_id = freed.community_id and o.operation_id = freed.operation_id
      and o.status = 'queued'`.execute(db)
}

/** Adds jobs for what is due and may have lost its own, at most `most` a lane. */
export async function wakeDispatch(db: Db, most: number): Promise<void> {
  await sql`
    select graphile_worker.add_job(due.task, payload => '{}')
    from (
      (select 'dispatch-urgent' as task from platform_operation
        where status = 'queued' and first_in_line and urgent and not_before <= now() limit ${most})
      union all
      (select 'dispatch-bulk' from platform_operation
        where status = 'queued' and first_in_line and not urgent and not_before <= now() limit ${most})
      union all
      (select 'dispatch-urgent' from platform_operation
        where status = 'outcome_pending' and not_before <= now() and lease_until is null limit ${most})
    ) due`.execute(db)
}

/** Forgets every key whose 24 hours are over, and every operation that ended 30 days ago. A job's view, across communities. */
export async function forgetOldOperations(db: Db): Promise<void> {
  await sql`
    delete from idempotency_key k using platform_operation o
    where o.community_id = k.community_id and o.operation_id = k.operation_id
      and o.completed_at <= now() - interval '24 hours'`.execute(db)
  await sql`delete from platform_operation where completed_at <= now() - interval '30 days'`.execute(db)
}
