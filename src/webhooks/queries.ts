// SQL of endpoints and of the lists of their messages. The sender's SQL is in feed/ and delivery/.
import { sql } from 'kysely'
import type { Ctx, TxCtx } from '../context'
import type { Page, Position } from '../db/paging'

export type DisabledReason = 'requested' | 'gone' | 'failing'

export interface EndpointRow {
  readonly webhook_id: string
  readonly url: string
  readonly description: string
  readonly types: readonly string[] | null
  readonly enabled: boolean
  readonly disabled_reason: DisabledReason | null
  readonly disabled_at: string | null
  readonly failing_since: string | null
  /** null: only one secret signs. */
  readonly previous_secret_until: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type DeliveryStatus = 'pending' | 'delivered' | 'parked'

export interface DeliveryRow {
  readonly delivery_id: string
  readonly type: string
  readonly user_id: number
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly last_attempt_at: string | null
  readonly last_status: number | null
  readonly last_error: string | null
  readonly next_attempt_at: string | null
  readonly created_at: string
  readonly finished_at: string | null
}

const endpointColumns =
  sql.raw(`webhook_id, url, description, types, enabled, disabled_reason, disabled_at, failing_since,
  case when previous_secret_until > now() then previous_secret_until end as previous_secret_until, created_at, updated_at`)

const deliveryColumns = sql.raw(`delivery_id, type, user_id, status, attempts, last_attempt_at, last_status, last_error,
  next_attempt_at, created_at, finished_at`)

/** The community's endpoints, oldest first. */
export async function listEndpoints(ctx: Ctx): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select ${endpointColumns} from webhook_endpoint where community_id = ${ctx.community.communityId}
    order by created_at, webhook_id`.execute(ctx.db)
  return rows
}

/** The endpoint, or null. */
export async function findEndpoint(ctx: Ctx, webhookId: string): Promise<EndpointRow | null> {
  const { rows } = await sql<EndpointRow>`
    select ${endpointColumns} from webhook_endpoint
    where community_id = ${ctx.community.communityId} and webhook_id = ${webhookId}`.execute(ctx.db)
  return rows[0] ?? null
}

/** The endpoint, locked against changes, new messages and claims until the transaction ends; or null. */
export async function lockEndpoint(tx: TxCtx, webhookId: string): Promise<EndpointRow | null> {
  const { rows } = await sql<EndpointRow>`
    select ${endpointColumns} from webhook_endpoint
    where community_id = ${tx.community.communityId} and webhook_id = ${webhookId} for no key update`.execute(tx.db)
  return rows[0] ?? null
}

/** Creates the community's feed cursor if there is none, and locks it. @returns the number of endpoints */
export async function lockFeedAndCount(tx: TxCtx): Promise<number> {
  const { communityId } = tx.community
  await sql`insert into webhook_feed (community_id) values (${communityId}) on conflict do nothing`.execute(tx.db)
  await sql`select from webhook_feed where community_id = ${communityId} for update`.execute(tx.db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_endpoint where community_id = ${communityId}`.execute(tx.db)
  return rows[0]?.count ?? 0
}

export interface NewEndpoint {
  readonly webhookId: string
  readonly url: string
  readonly description: string
  readonly types: readonly string[] | null
  readonly secret: Buffer
}

export async function insertEndpoint(tx: TxCtx, { webhookId, url, ...rest }: NewEndpoint): Promise<void> {
  const { description, types, secret } = rest
  await tx.db
    .insertInto('webhook_endpoint')
    .values({
      community_id: tx.community.communityId,
      webhook_id: webhookId,
      url,
      description,
      types: types === null ? null : [...types],
      secret,
    })
    .execute()
}

export interface EndpointChange {
  readonly url?: string
  readonly description?: string
  readonly types?: readonly string[] | null
}

export async function updateEndpoint(tx: TxCtx, webhookId: string, change: EndpointChange): Promise<void> {
  const { url, description, types } = change
  await tx.db
    .updateTable('webhook_endpoint')
    .set({
      updated_at: sql`now()`,
      ...(url === undefined ? {} : { url, failing_since: null, not_before: sql`now()` }),
      ...(description === undefined ? {} : { description }),
      ...(types === undefined ? {} : { types: types === null ? null : [...types] }),
    })
    .where('community_id', '=', tx.community.communityId)
    .where('webhook_id', '=', webhookId)
    .execute()
}

/**
 * Enables the endpoint for entries from the audit horizon on. Some may be older than this change, because a transaction that is
 * still open can commit an entry before them: sending one too many is better than losing one.
 */
export async function storeEnabled(tx: TxCtx, webhookId: string): Promise<void> {
  await sql`
    update webhook_endpoint set enabled = true, disabled_reason = null, disabled_at = null, failing_since = null,
      not_before = now(), since = audit_horizon(), updated_at = now()
    where community_id = ${tx.community.communityId} and webhook_id = ${webhookId}`.execute(tx.db)
}

/** Disables the endpoint and dead-letters its pending messages. Deletes partitions first: the lock order of settlement. */
export async function storeDisabled(tx: TxCtx, webhookId: string, reason: DisabledReason): Promise<void> {
  const { communityId } = tx.community
  await sql`
    update webhook_endpoint set enabled = false, disabled_reason = ${reason}, disabled_at = now(), updated_at = now()
    where community_id = ${communityId} and webhook_id = ${webhookId}`.execute(tx.db)
  await sql`
    delete from webhook_line where community_id = ${communityId} and webhook_id = ${webhookId}`.execute(tx.db)
  await sql`
    update webhook_delivery set status = 'parked', finished_at = now(), next_attempt_at = null,
      last_error = coalesce(last_error, 'the endpoint was disabled')
    where community_id = ${communityId} and webhook_id = ${webhookId} and status = 'pending'`.execute(tx.db)
}

/** @returns false when there is none */
export async function deleteEndpoint(tx: TxCtx, webhookId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('webhook_endpoint')
    .where('community_id', '=', tx.community.communityId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores a new secret. The previous one also signs for `overlapSeconds`. */
export async function storeSecret(tx: TxCtx, webhookId: string, secret: Buffer, overlapSeconds: number): Promise<void> {
  const overlaps = overlapSeconds > 0
  await sql`
    update webhook_endpoint set secret = ${secret}, updated_at = now(),
      previous_secret = ${overlaps ? sql`secret` : null},
      previous_secret_until = ${overlaps ? sql`now() + make_interval(secs => ${overlapSeconds})` : null}
    where community_id = ${tx.community.communityId} and webhook_id = ${webhookId}`.execute(tx.db)
}

/** The messages of an endpoint, newest first. */
export async function listDeliveries(
  ctx: Ctx,
  webhookId: string,
  status: DeliveryStatus | null,
  { after, limit }: Page,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns} from webhook_delivery
    where community_id = ${ctx.community.communityId} and webhook_id = ${webhookId}
      ${status === null ? sql`` : sql`and status = ${status}`}
      ${after === null ? sql`` : sql`and (created_at, delivery_id) < (${after.at}::timestamptz, ${after.id})`}
    order by created_at desc, delivery_id desc limit ${limit}`.execute(ctx.db)
  return rows
}

/** The position of a message in that list. */
export function positionOf({ created_at, delivery_id }: DeliveryRow): Position {
  return { at: created_at, id: delivery_id }
}

/** The endpoint's message, or null. */
export async function findDelivery(ctx: Ctx, webhookId: string, deliveryId: string): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns} from webhook_delivery
    where community_id = ${ctx.community.communityId} and webhook_id = ${webhookId} and delivery_id = ${deliveryId}
  `.execute(ctx.db)
  return rows[0] ?? null
}
