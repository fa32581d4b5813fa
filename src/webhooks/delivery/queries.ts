// Claims and settlements are transactions of their own, so no lock is held during a request. A partition (table
// webhook_line) is the queue of one member's messages at one endpoint.
import type { Db } from '../../context'
import { daysAgo, inSeconds, now } from '../../db/expressions'
import { onlyRow, statement, type RowOf } from '../../db/statements'
import type { AttemptResult, DeliveryDecision } from '../rules'

/** Messages in flight, over all processes; one for a failing endpoint. */
const MAX_PER_ENDPOINT = 4

const claimStatement = statement(
  'claim_webhook_partitions',
  // endpoints with the fewest messages in flight come first. Locking the endpoint keeps two
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
     order by l.nth, l.due_at limit :limit
   ), claimed as (
     update webhook_line l set claim = l.claim + 1,
       lease_until = case when due.delivery_id is null then null else now() + make_interval(secs => :leaseSeconds) end,
       due_at = case when due.delivery_id is null then 'infinity' else now() + make_interval(secs => :leaseSeconds) end
     from due
     where l.community_id = due.community_id and l.webhook_id = due.webhook_id and l.user_id = due.user_id
       and l.claim = due.claim and l.due_at <= now() and (due.delivery_id is not null or l.last_seq = due.last_seq)
     returning l.community_id, l.webhook_id, l.user_id, l.claim, due.delivery_id
   )
   select c.community_id, c.webhook_id, c.user_id, c.claim, d.delivery_id as "delivery_id!", d.seq as "seq!", d.type as "type!", d.body as "body!", d.attempts as "attempts!", e.url, e.secret,
     case when e.previous_secret_until > now() then e.previous_secret end as previous_secret,
     e.failing_since, extract(epoch from now() - e.failing_since)::float8 as failing_seconds
   from claimed c
   join webhook_delivery d using (community_id, delivery_id)
   join webhook_endpoint e on e.community_id = c.community_id and e.webhook_id = c.webhook_id`,
)

export type ClaimedRow = RowOf<typeof claimStatement>

/** Partitions that are due, each with its first message, for `leaseSeconds`. */
export function claimPartitions(db: Db, limit: number, leaseSeconds: number): Promise<ClaimedRow[]> {
  return claimStatement(db, { limit, leaseSeconds })
}

const settleStatement = statement(
  'settle_webhook_delivery',
  // the partition is updated first: this checks the claim and finds messages enqueued meanwhile
  `with line as (
     -- the counter invalidates a claim that read this partition before the settlement, so that the message is sent once
     update webhook_line set claim = claim + 1, lease_until = null, due_at = case
       when :status = 'pending' then now() + make_interval(secs => :delaySeconds::float8)
       when last_seq > :seq then now() else 'infinity' end
     where community_id = :communityId and webhook_id = :webhookId and user_id = :userId and claim = :claim
     returning due_at)
   update webhook_delivery d set status = :status, attempts = attempts + 1, last_attempt_at = now(), last_status = :httpStatus?,
     last_error = :error?, next_attempt_at = case when :status = 'pending' then line.due_at end,
     finished_at = case when :status = 'pending' then null else now() end
   from line where d.community_id = :communityId and d.delivery_id = :deliveryId and d.status = 'pending'
   returning d.delivery_id`,
)

/** Also releases the partition. @returns false: the claim was lost */
export async function settleDelivery(
  db: Db,
  row: ClaimedRow,
  decision: DeliveryDecision,
  result: AttemptResult,
): Promise<boolean> {
  const settled = await settleStatement(db, {
    communityId: row.community_id,
    webhookId: row.webhook_id,
    userId: row.user_id,
    claim: row.claim,
    deliveryId: row.delivery_id,
    seq: row.seq,
    status: decision.to,
    delaySeconds: decision.to === 'pending' ? decision.delaySeconds : 0,
    httpStatus: result.status,
    error: result.error,
  })
  return settled.length > 0
}

export async function releasePartition(db: Db, row: ClaimedRow): Promise<void> {
  await db
    .updateTable('webhook_line')
    .set({ lease_until: null, due_at: now })
    .where('community_id', '=', row.community_id)
    .where('webhook_id', '=', row.webhook_id)
    .where('user_id', '=', row.user_id)
    .where('claim', '=', row.claim)
    .execute()
}

const endpointOf = (db: Db, row: ClaimedRow) =>
  db
    .updateTable('webhook_endpoint')
    .where('community_id', '=', row.community_id)
    .where('webhook_id', '=', row.webhook_id)

export async function recordFailure(db: Db, row: ClaimedRow, pauseSeconds: number | null): Promise<void> {
  await endpointOf(db, row)
    .set(({ fn, ref }) => ({
      failing_since: fn.coalesce('failing_since', now),
      not_before: fn('greatest', [ref('not_before'), inSeconds(pauseSeconds ?? 0)]),
    }))
    .execute()
}

export async function recordSuccess(db: Db, row: ClaimedRow): Promise<void> {
  await endpointOf(db, row).set({ failing_since: null }).where('failing_since', 'is not', null).execute()
}

/** Also deletes empty partitions. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  for (const [status, days] of [
    ['delivered', 7],
    ['parked', 30],
  ] as const) {
    await db
      .deleteFrom('webhook_delivery')
      .where('status', '=', status)
      .where('finished_at', '<=', daysAgo(days))
      .execute()
  }
  // skip locked: another transaction may hold several partitions in another order
  await db
    .deleteFrom('webhook_line as l')
    .using((from) =>
      from
        .selectFrom('webhook_line')
        .select(['community_id', 'webhook_id', 'user_id'])
        .where('due_at', '=', 'infinity')
        .where('lease_until', 'is', null)
        .forUpdate()
        .skipLocked()
        .as('idle'),
    )
    .whereRef('l.community_id', '=', 'idle.community_id')
    .whereRef('l.webhook_id', '=', 'idle.webhook_id')
    .whereRef('l.user_id', '=', 'idle.user_id')
    .execute()
}

const backlogStatement = statement(
  'read_webhook_backlog',
  `select (select count(*)::int from webhook_delivery where status = 'pending') as "pending!",
     (select coalesce(extract(epoch from now() - min(greatest(l.due_at, e.not_before))), 0)::float8
       from webhook_endpoint e join webhook_line l using (community_id, webhook_id)
       where e.enabled and e.not_before <= now() and l.due_at <= now()) as "delay_seconds!",
     count(*) filter (where enabled and failing_since is null)::int as "healthy!",
     count(*) filter (where enabled and failing_since is not null)::int as "failing!",
     count(*) filter (where not enabled)::int as "disabled!"
   from webhook_endpoint`,
)

/** Of all communities: messages to deliver, the longest delay in seconds, endpoints by state. */
export async function readWebhookBacklog(db: Db): Promise<RowOf<typeof backlogStatement>> {
  return onlyRow(await backlogStatement(db, {}))
}
