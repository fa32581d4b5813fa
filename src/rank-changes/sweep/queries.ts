// SQL of the periodic sweep across communities: deadlines, expired leases, lost jobs, retention.
import { sql } from 'kysely'
import type { Db } from '../../context'
import { deadlineMessage } from '../rules'

/** No write was sent, not even one without an effect. */
const unsent = sql`(o.steps = '[]' or coalesce(o.reason, 'worker-lost') = 'worker-lost')`

/** Ends queued rank changes whose deadline passed before a write took effect. */
export async function cancelOverdue(db: Db): Promise<void> {
  await sql`
    update platform_operation o set completed_at = clock_timestamp(), lease_until = null,
      status = case when ${unsent} then 'cancelled' else 'failed' end,
      error_code = case when ${unsent} then 'deadline-cancelled-before-dispatch' else o.reason end,
      error_message = case when ${unsent} then ${deadlineMessage}
        else 'The deadline passed, and no attempt changed the rank on the platform. Send the request again.' end
    from (select community_id, operation_id from platform_operation
      where status = 'queued' and deadline_at <= now() and not sent
      order by deadline_at limit 500 for update skip locked) overdue
    where o.community_id = overdue.community_id and o.operation_id = overdue.operation_id`.execute(db)
}

/** Requeues rank changes whose lease expired. If a write was sent, its outcome is read first. */
export async function requeueExpiredLeases(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update platform_operation o set worker_id = null, lease_until = null, not_before = now(),
      reason = case when o.status = 'dispatching' then 'worker-lost' else o.reason end,
      status = case when o.status = 'dispatching' and not o.sent then 'queued' else 'outcome_pending' end
    from (select community_id, operation_id from platform_operation
      where status in ('dispatching', 'outcome_pending') and lease_until < now()
      order by lease_until limit 500 for update skip locked) expired
    where o.community_id = expired.community_id and o.operation_id = expired.operation_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** `promoteNext` (dispatch/queries.ts) for every member, in case a process died before it called that. */
export async function promoteWaiting(db: Db): Promise<void> {
  await sql`
    update platform_operation o set first_in_line = true
    from (select distinct on (q.community_id, q.user_id) q.community_id, q.operation_id
      from platform_operation q
      where q.status = 'queued' and not q.first_in_line and not exists (
        select from platform_operation older where older.community_id = q.community_id and older.user_id = q.user_id
          and older.status in ('queued', 'dispatching', 'outcome_pending')
          and (older.status <> 'queued' or older.seq < q.seq))
      order by q.community_id, q.user_id, q.seq limit 500) head
    where o.community_id = head.community_id and o.operation_id = head.operation_id
      and o.status = 'queued'`.execute(db)
}

/** Adds at most `most` jobs a lane for due rank changes that may have lost their own. */
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

/** Deletes idempotency keys 24 hours, and rank changes 30 days, after the end of the rank change. */
export async function purgeOldOperations(db: Db): Promise<void> {
  await sql`
    delete from idempotency_key k using platform_operation o
    where o.community_id = k.community_id and o.operation_id = k.operation_id
      and o.completed_at <= now() - interval '24 hours'`.execute(db)
  await sql`delete from platform_operation where completed_at <= now() - interval '30 days'`.execute(db)
}
