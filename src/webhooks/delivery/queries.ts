// SQL of sending: who takes up which line, and what came of it. Each statement is its own transaction: nothing is held while a
// message is on its way.
import { sql } from 'kysely'
import type { Db } from '../../context'
import { query } from '../../db/statements'
import type { Outcome, Verdict } from '../rules'

/** A line in hand, with its first pending message and where that goes. */
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
  /** null: only one signs, now. */
  readonly previous_secret: Buffer | null
  readonly failing_since: string | null
  readonly failing_seconds: number | null
}

/** Messages of one endpoint on their way at once, over all processes; of one that fails, one. */
const AT_ONCE = 4

const claimStatement = query<ClaimedRow>(
  'claim_webhook_lines',
  // $1 how many, $2 seconds of the lease. Endpoints with the fewest on their way come first, so that none waits for another's
  // backlog; the endpoint's row is held meanwhile, so that two processes do not both count the same free places. A line that
  // another took between the look and the claim has another count of claims by then.
  `with free as materialized (
     select e.community_id, e.webhook_id, busy.count, case when e.failing_since is null then ${AT_ONCE} else 1 end as places
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
       order by line.due_at limit greatest(0, f.places - f.count)) l
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
 * Takes up lines whose turn it is, each with its first message. Across communities.
 * @param leaseSeconds until then nobody else takes them
 */
export function claimLines(db: Db, most: number, leaseSeconds: number): Promise<ClaimedRow[]> {
  return claimStatement(db, [most, leaseSeconds])
}

const settleStatement = query<{ delivery_id: string }>(
  'settle_webhook_delivery',
  // $1–$4 the claim, $5 message, $6 its place, $7 status, $8 delay, $9 HTTP status, $10 error. The line first: it says whether
  // this worker may speak at all, and whether a message came while this one was on its way.
  `with line as (
     -- the count moves on, so that a claim that chose this line before the settlement does not send the message again
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

/** Stores what came of an attempt and lets the line go. @returns false when the line is no longer this worker's */
export async function settleDelivery(db: Db, row: ClaimedRow, verdict: Verdict, outcome: Outcome): Promise<boolean> {
  const delay = verdict.to === 'pending' ? verdict.delaySeconds : 0
  const claim = [row.community_id, row.webhook_id, row.user_id, row.claim]
  const what = [row.delivery_id, row.seq, verdict.to, delay, outcome.status, outcome.error]
  return (await settleStatement(db, [...claim, ...what])).length > 0
}

/** Lets lines go that were not brought to an end: the process stops. */
export async function releaseLine(db: Db, row: ClaimedRow): Promise<void> {
  await sql`
    update webhook_line set lease_until = null, due_at = now()
    where community_id = ${row.community_id} and webhook_id = ${row.webhook_id} and user_id = ${row.user_id}
      and claim = ${row.claim}`.execute(db)
}

/** The endpoint failed: since now, unless it did before; and it may have asked for a pause. */
export async function noteFailure(db: Db, row: ClaimedRow, pauseSeconds: number | null): Promise<void> {
  await sql`
    update webhook_endpoint set failing_since = coalesce(failing_since, now()),
      not_before = greatest(not_before, now() + make_interval(secs => ${pauseSeconds ?? 0}))
    where community_id = ${row.community_id} and webhook_id = ${row.webhook_id}`.execute(db)
}

/** The endpoint works again. */
export async function noteSuccess(db: Db, row: ClaimedRow): Promise<void> {
  await sql`
    update webhook_endpoint set failing_since = null
    where community_id = ${row.community_id} and webhook_id = ${row.webhook_id}
      and failing_since is not null`.execute(db)
}

/** Forgets delivered messages after 7 days, parked ones after 30, and lines without messages. Across communities. */
export async function forgetDeliveries(db: Db): Promise<void> {
  await sql`
    delete from webhook_delivery where status = 'delivered' and finished_at <= now() - interval '7 days'`.execute(db)
  await sql`
    delete from webhook_delivery where status = 'parked' and finished_at <= now() - interval '30 days'`.execute(db)
  // without waiting for whoever has several lines in hand: neither must wait for the other
  await sql`
    delete from webhook_line l
    using (select community_id, webhook_id, user_id from webhook_line
      where due_at = 'infinity' and lease_until is null for update skip locked) idle
    where l.community_id = idle.community_id and l.webhook_id = idle.webhook_id and l.user_id = idle.user_id`.execute(
    db,
  )
}
