// SQL that enqueues messages: new audit entries, the endpoints that receive them, and their partitions.
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Db } from '../../context'
import type { Entry } from '../rules'

/** Communities with an enabled endpoint and entries after the cursor. Across communities, for a job. */
export async function listCommunitiesWithNewEntries(db: Db): Promise<string[]> {
  const { rows } = await sql<{ community_id: string }>`
    select f.community_id from webhook_feed f
    cross join lateral (select min(since) as since from webhook_endpoint e
      where e.community_id = f.community_id and e.enabled) enabled
    where enabled.since is not null and exists (
      select from audit_entry a where a.community_id = f.community_id and (a.position, a.audit_id) > (f.position, f.audit_id)
        and a.position >= enabled.since and a.position < audit_horizon())`.execute(db)
  return rows.map((row) => row.community_id)
}

export interface Cursor {
  readonly position: number
  readonly audit_id: number
}

/** The community's cursor in the audit log, locked; null: another process holds it. */
export async function lockFeed(tx: Transaction<DB>, communityId: string): Promise<Cursor | null> {
  const { rows } = await sql<Cursor>`
    select position, audit_id from webhook_feed where community_id = ${communityId} for update skip locked`.execute(tx)
  return rows[0] ?? null
}

export interface EnabledEndpointRow {
  readonly webhook_id: string
  readonly types: readonly string[] | null
  readonly since: number
}

/** The enabled endpoints, locked against changes. */
export async function lockEnabledEndpoints(tx: Transaction<DB>, communityId: string): Promise<EnabledEndpointRow[]> {
  const { rows } = await sql<EnabledEndpointRow>`
    select webhook_id, types, since from webhook_endpoint
    where community_id = ${communityId} and enabled order by webhook_id for share`.execute(tx)
  return rows
}

export interface FeedEntry extends Entry {
  readonly position: number
}

/** Entries after the cursor, from position `since` up to the audit horizon. */
export async function readNewEntries(
  tx: Transaction<DB>,
  communityId: string,
  { position, audit_id }: Cursor,
  since: number,
  limit: number,
): Promise<FeedEntry[]> {
  const { rows } = await sql<FeedEntry>`
    select audit_id, position, at, action, user_id, before, after from audit_entry
    where community_id = ${communityId} and (position, audit_id) > (${position}::bigint, ${audit_id}::bigint)
      and position >= ${since}::bigint and position < audit_horizon()
    order by position, audit_id limit ${limit}`.execute(tx)
  return rows
}

export async function moveCursor(
  tx: Transaction<DB>,
  communityId: string,
  { position, audit_id }: Cursor,
): Promise<void> {
  await sql`
    update webhook_feed set position = ${position}, audit_id = ${audit_id}
    where community_id = ${communityId}`.execute(tx)
}

/** A message to one endpoint. */
export interface NewDelivery {
  readonly deliveryId: string
  readonly webhookId: string
  /** The member, or one of `partitions`. */
  readonly userId: number
  readonly type: string
  readonly auditId: number | null
  readonly body: string
}

/** Inserts messages in the given order and marks their partitions as due. */
export async function insertDeliveries(
  tx: Transaction<DB>,
  communityId: string,
  many: readonly NewDelivery[],
): Promise<void> {
  await sql`
    with added as (
      insert into webhook_delivery (community_id, delivery_id, webhook_id, user_id, type, audit_id, body)
      select ${communityId}, delivery_id, webhook_id, user_id, type, audit_id, body
      from unnest(
        ${many.map((one) => one.deliveryId)}::text[], ${many.map((one) => one.webhookId)}::text[],
        ${many.map((one) => one.userId)}::bigint[], ${many.map((one) => one.type)}::text[],
        ${many.map((one) => one.auditId)}::bigint[], ${many.map((one) => one.body)}::text[]
      ) with ordinality as given (delivery_id, webhook_id, user_id, type, audit_id, body, nth)
      order by nth
      returning webhook_id, user_id, seq)
    insert into webhook_line (community_id, webhook_id, user_id, due_at, last_seq)
    select ${communityId}, webhook_id, user_id, now(), max(seq) from added group by webhook_id, user_id
    on conflict (community_id, webhook_id, user_id) do update
    set last_seq = greatest(webhook_line.last_seq, excluded.last_seq),
      due_at = case when webhook_line.due_at = 'infinity' then excluded.due_at else webhook_line.due_at end`.execute(tx)
}

/** Messages of one endpoint to send again. */
export interface Redelivery {
  readonly webhookId: string
  readonly deliveryIds: readonly string[]
}

/**
 * Sends finished messages again, each at the end of its partition, in their old order; pending messages are due now. The caller
 * holds the endpoint's lock. Partitions are locked first, so that a concurrent settlement is finished before messages are read.
 */
export async function requeueDeliveries(
  tx: Transaction<DB>,
  communityId: string,
  redelivery: Redelivery,
): Promise<void> {
  const { webhookId, deliveryIds } = redelivery
  await sql`
    select from webhook_line
    where community_id = ${communityId} and webhook_id = ${webhookId} and user_id in (
      select user_id from webhook_delivery
      where community_id = ${communityId} and delivery_id = any(${[...deliveryIds]}::text[]))
    order by user_id for no key update`.execute(tx)
  await sql`
    with moved as materialized (
      select delivery_id, user_id, case when status = 'pending' then seq
        else nextval(pg_get_serial_sequence('webhook_delivery', 'seq')::regclass) end as seq
      from (select * from webhook_delivery
        where community_id = ${communityId} and webhook_id = ${webhookId}
          and delivery_id = any(${[...deliveryIds]}::text[]) order by seq) requested
    ), line as (
      insert into webhook_line (community_id, webhook_id, user_id, due_at, last_seq)
      select ${communityId}, ${webhookId}, user_id, now(), max(seq) from moved group by user_id
      on conflict (community_id, webhook_id, user_id) do update
      set last_seq = greatest(webhook_line.last_seq, excluded.last_seq),
        due_at = case when webhook_line.lease_until > now() then webhook_line.due_at else now() end
      returning user_id)
    update webhook_delivery d set
      seq = moved.seq,
      attempts = case when d.status = 'pending' then d.attempts else 0 end,
      status = 'pending', finished_at = null, next_attempt_at = null
    from moved join line using (user_id)
    where d.community_id = ${communityId} and d.delivery_id = moved.delivery_id`.execute(tx)
}

/** The endpoint's dead-lettered messages, oldest first. The caller holds the endpoint's lock. */
export async function listDeadLetteredIds(
  tx: Transaction<DB>,
  communityId: string,
  webhookId: string,
): Promise<string[]> {
  const { rows } = await sql<{ delivery_id: string }>`
    select delivery_id from webhook_delivery
    where community_id = ${communityId} and webhook_id = ${webhookId} and status = 'parked' order by seq`.execute(tx)
  return rows.map((row) => row.delivery_id)
}
