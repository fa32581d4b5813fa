// SQL of the sender: claims and settlements, each a transaction of its own, so that no lock is held while a request is in
// flight. A partition (table webhook_line) is the ordered queue of one member's messages at one endpoint.
import { sql } from 'kysely'
import type { Db } from '../../context'
import { query } from '../../db/statements'
import type { AttemptResult, DeliveryDecision } from '../rules'

/** A claimed partition with its first pending message and the endpoint. */
export interface ClaimedRow {
  readonly community_id: string
  readonly webhook_id: string
  readonly user_id: number
  readonly claim: number
  readonly delivery_id: string
  readonly seq: number
  readonly type: string
  readonly body: string
  readonly attempts: number
  readonly url: string
  readonly secret: Buffer
  /** null: only one secret signs. */
  readonly previous_secret: Buffer | null
  readonly failing_since: string | null
  readonly failing_seconds: number | null
}

/** Concurrent messages to one endpoint, over all processes; a failing endpoint gets one. */
const MAX_PER_ENDPOINT = 4

const claimStatement = query<ClaimedRow>(
  'claim_webhook_partitions',
  // $1 limit, $2 lease in seconds. Endpoints with the fewest messages in flight come first. Locking the endpoint keeps two
  // processes from both counting the same free slots. The claim counter detects a partition claimed between read and update.
  `with free as materialized (
     select e.community_id, e.webhook_id, busy.count, case when e.failing_since is null then ${MAX_PER_ENDPOINT} else 1 end as slots
     from webhook_endpoint e
     cross join lateral (select count(*) as count from webhook_line b
       where b.community_id = e.community_id and b.webhook_id = e.webhook_id and b.lease_until > now()) busy
     where e.enabled and e.not_before <= now() and exists (select from webhook_line l
       where l.community_id = e.community_id and l.webhook_id = e.webhook_id and l.due_at <= now())
     for no key update of e skip locked
   ), due as materialized (
     select l.*, d.delivery_id from free f
     cross join lateral (
       select line.*, f.count + row_number() over (order by line.due_at) as nth from webhook_line line
       where line.community_id = f.community_id and line.webhook_id = f.webhook_id and line.due_at <= now()
       order by line.due_at limit greatest(0, f.slots - f.count)) l
     left join lateral (
       select delivery_id from webhook_delivery first
       where first.community_id = l.community_id and first.webhook_id = l.webhook_id and first.user_id = l.user_id
         and first.status = 'pending'
       order by first.seq limit 1) d on true
     order by l.nth, l.due_at limit $1
   ), claimed as (
     update webhook_line l set claim = l.claim + 1,
       lease_until = case when due.delivery_id is null then null else now() + make_interval(secs => $2) end,
       due_at = case when due.delivery_id is null then 'infinity' else now() + make_interval(secs => $2) end
     from due
     where l.community_id = due.community_id and l.webhook_id = due.webhook_id and l.user_id = due.user_id
       and l.claim = due.claim and l.due_at <= now() and (due.delivery_id is not null or l.last_seq = due.last_seq)
     returning l.community_id, l.webhook_id, l.user_id, l.claim, due.delivery_id
   )
   select c.community_id, c.webhook_id, c.user_id, c.claim, d.delivery_id, d.seq, d.type, d.body, d.attempts, e.url, e.secret,
     case when e.previous_secret_until > now() then e.previous_secret end as previous_secret,
     e.failing_since, extract(epoch from now() - e.failing_since)::float8 as failing_seconds
   from claimed c
   join webhook_delivery d using (community_id, delivery_id)
   join webhook_endpoint e on e.community_id = c.community_id and e.webhook_id = c.webhook_id`,
)

/**
 * Claims partitions that are due, each with its first message. Across communities.
 * @param leaseSeconds no other worker claims them during this time
 */
export function claimPartitions(db: Db, limit: number, leaseSeconds: number): Promise<ClaimedRow[]> {
  return claimStatement(db, [limit, leaseSeconds])
}

const settleStatement = query<{ delivery_id: string }>(
  'settle_webhook_delivery',
  // $1–$4 the claim, $5 message, $6 its seq, $7 status, $8 delay, $9 HTTP status, $10 error. The partition is updated first:
  // this checks the claim and finds messages enqueued meanwhile.
  `with line as (
     -- the counter invalidates a claim that read this partition before the settlement, so that the message is sent once
     update webhook_line set claim = claim + 1, lease_until = null, due_at = case
       when $7 = 'pending' then now() + make_interval(secs => $8::float8)
       when last_seq > $6 then now() else 'infinity' end
     where community_id = $1 and webhook_id = $2 and user_id = $3 and claim = $4
     returning due_at)
   update webhook_delivery d set status = $7, attempts = attempts + 1, last_attempt_at = now(), last_status = $9,
     last_error = $10, next_attempt_at = case when $7 = 'pending' then line.due_at end,
     finished_at = case when $7 = 'pending' then null else now() end
   from line where d.community_id = $1 and d.delivery_id = $5 and d.status = 'pending'
   returning d.delivery_id`,
)

/** Stores the result of an attempt and releases the partition. @returns false when the claim was lost */
export async function settleDelivery(
  db: Db,
  row: ClaimedRow,
  decision: DeliveryDecision,
  result: AttemptResult,
): Promise<boolean> {
  const delay = decision.to === 'pending' ? decision.delaySeconds : 0
  const claim = [row.community_id, row.webhook_id, row.user_id, row.claim]
  const values = [row.delivery_id, row.seq, decision.to, delay, result.status, result.error]
  return (await settleStatement(db, [...claim, ...values])).length > 0
}

/** Releases a claimed partition without settling its message. */
export async function releasePartition(db: Db, row: ClaimedRow): Promise<void> {
  await sql`
    update webhook_line set lease_until = null, due_at = now()
    where community_id = ${row.community_id} and webhook_id = ${row.webhook_id} and user_id = ${row.user_id}
      and claim = ${row.claim}`.execute(db)
}

/** Records a failure of the endpoint and the pause it requested. */
export async function recordFailure(db: Db, row: ClaimedRow, pauseSeconds: number | null): Promise<void> {
  await sql`
    update webhook_endpoint set failing_since = coalesce(failing_since, now()),
      not_before = greatest(not_before, now() + make_interval(secs => ${pauseSeconds ?? 0}))
    where community_id = ${row.community_id} and webhook_id = ${row.webhook_id}`.execute(db)
}

export async function recordSuccess(db: Db, row: ClaimedRow): Promise<void> {
  await sql`
    update webhook_endpoint set failing_since = null
    where community_id = ${row.community_id} and webhook_id = ${row.webhook_id}
      and failing_since is not null`.execute(db)
}

/** Deletes delivered messages after 7 days, dead-lettered ones after 30, and empty partitions. Across communities. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await sql`
    delete from webhook_delivery where status = 'delivered' and finished_at <= now() - interval '7 days'`.execute(db)
  await sql`
    delete from webhook_delivery where status = 'parked' and finished_at <= now() - interval '30 days'`.execute(db)
  // skip locked: another transaction may hold several partitions in another order
  await sql`
    delete from webhook_line l
    using (select community_id, webhook_id, user_id from webhook_line
      where due_at = 'infinity' and lease_until is null for update skip locked) idle
    where l.community_id = idle.community_id and l.webhook_id = idle.webhook_id and l.user_id = idle.user_id`.execute(
    db,
  )
}
