// SQL of endpoints and of the lists of their messages. The sender's SQL is in feed/ and delivery/.
import type { InferResult } from 'kysely'
import { readHorizon } from '../audit/queries'
import type { Ctx, Db, TxCtx } from '../context'
import { inSeconds, now } from '../db/expressions'
import { onPage, type Page, type Position } from '../db/paging'
import { own } from '../db/own'

export type DisabledReason = 'requested' | 'gone' | 'failing'

export type EndpointRow = InferResult<ReturnType<typeof selectEndpoints>>[number]
export type DeliveryRow = InferResult<ReturnType<typeof selectDeliveries>>[number]
export type DeliveryStatus = DeliveryRow['status']

/** `previous_secret_until`: null when only one secret signs. */
const selectEndpoints = (ctx: Ctx) =>
  own(ctx)
    .selectFrom('webhook_endpoint')
    .select(['webhook_id', 'url', 'description', 'types', 'enabled', 'disabled_reason', 'disabled_at', 'failing_since'])
    .select(({ case: when, ref }) => [
      when()
        .when('previous_secret_until', '>', now)
        .then(ref('previous_secret_until'))
        .end()
        .as('previous_secret_until'),
      'created_at',
      'updated_at',
    ])

const selectDeliveries = (ctx: Ctx, webhookId: string) =>
  own(ctx)
    .selectFrom('webhook_delivery')
    .select(['delivery_id', 'type', 'user_id', 'status', 'attempts', 'last_attempt_at', 'last_status', 'last_error'])
    .select(['next_attempt_at', 'created_at', 'finished_at'])
    .where('webhook_id', '=', webhookId)

export function listEndpoints(ctx: Ctx): Promise<EndpointRow[]> {
  return selectEndpoints(ctx).orderBy('created_at').orderBy('webhook_id').execute()
}

export async function findEndpoint(ctx: Ctx, webhookId: string): Promise<EndpointRow | null> {
  return (await selectEndpoints(ctx).where('webhook_id', '=', webhookId).executeTakeFirst()) ?? null
}

/** Locks against new messages and claims too. */
export async function lockEndpoint(tx: TxCtx, webhookId: string): Promise<EndpointRow | null> {
  const endpoint = selectEndpoints(tx).where('webhook_id', '=', webhookId).forNoKeyUpdate()
  return (await endpoint.executeTakeFirst()) ?? null
}

/** A missing cursor is created. @returns the number of endpoints */
export async function lockFeedAndCount(tx: TxCtx): Promise<number> {
  const { communityId } = tx.community
  await tx.db
    .insertInto('webhook_feed')
    .values({ community_id: communityId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await own(tx).selectFrom('webhook_feed').forUpdate().execute()
  const { count } = await own(tx)
    .selectFrom('webhook_endpoint')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function countFaultyEndpoints(db: Db) {
  return db
    .selectFrom('webhook_endpoint')
    .select(({ fn }) => [
      'community_id',
      fn.countAll<number>().filterWhere('enabled', '=', true).as('failing'),
      fn.countAll<number>().filterWhere('enabled', '=', false).as('disabled'),
    ])
    .where(({ eb, and, or }) =>
      or([
        and([eb('enabled', '=', true), eb('failing_since', 'is not', null)]),
        eb('disabled_reason', 'in', ['gone', 'failing']),
      ]),
    )
    .groupBy('community_id')
    .execute()
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
      types: types && [...types],
      secret,
      since: await readHorizon(tx),
    })
    .execute()
}

export interface EndpointChange {
  readonly url?: string
  readonly description?: string
  readonly types?: readonly string[] | null
}

const change = (tx: TxCtx, webhookId: string) =>
  own(tx).updateTable('webhook_endpoint').where('webhook_id', '=', webhookId)

export async function updateEndpoint(tx: TxCtx, webhookId: string, to: EndpointChange): Promise<void> {
  const { url, description, types } = to
  await change(tx, webhookId)
    .set({
      updated_at: now,
      ...(url !== undefined && { url, failing_since: null, not_before: now }),
      description,
      types: types && [...types],
    })
    .execute()
}

/**
 * The feed starts at the audit horizon, which may be before this change: sending one entry too many is better than
 * losing one.
 */
export async function storeEnabled(tx: TxCtx, webhookId: string): Promise<void> {
  await change(tx, webhookId)
    .set({ enabled: true, disabled_reason: null, disabled_at: null, failing_since: null })
    .set({ not_before: now, since: await readHorizon(tx), updated_at: now })
    .execute()
}

/** Pending messages are dead-lettered. Partitions are deleted first, in the lock order of settlement. */
export async function storeDisabled(tx: TxCtx, webhookId: string, reason: DisabledReason): Promise<void> {
  await change(tx, webhookId)
    .set({ enabled: false, disabled_reason: reason, disabled_at: now, updated_at: now })
    .execute()
  await own(tx).deleteFrom('webhook_line').where('webhook_id', '=', webhookId).execute()
  await own(tx)
    .updateTable('webhook_delivery')
    .set(({ fn, val }) => ({
      status: 'parked',
      finished_at: now,
      next_attempt_at: null,
      last_error: fn.coalesce('last_error', val('the endpoint was disabled')),
    }))
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute()
}

export async function deleteEndpoint(tx: TxCtx, webhookId: string): Promise<boolean> {
  const { numDeletedRows } = await own(tx)
    .deleteFrom('webhook_endpoint')
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function storeSecret(tx: TxCtx, webhookId: string, secret: Buffer, overlapSeconds: number): Promise<void> {
  const overlaps = overlapSeconds > 0
  await change(tx, webhookId)
    .set(({ ref }) => ({
      secret,
      updated_at: now,
      previous_secret: overlaps ? ref('secret') : null,
      previous_secret_until: overlaps ? inSeconds(overlapSeconds) : null,
    }))
    .execute()
}

export function listDeliveries(
  ctx: Ctx,
  webhookId: string,
  status: DeliveryStatus | null,
  page: Page,
): Promise<DeliveryRow[]> {
  let rows = selectDeliveries(ctx, webhookId)
  if (status !== null) rows = rows.where('status', '=', status)
  return rows.$call(onPage(page, 'desc', 'created_at', 'delivery_id')).execute()
}

export function positionOf({ created_at, delivery_id }: DeliveryRow): Position {
  return { at: created_at, id: delivery_id }
}

export async function findDelivery(ctx: Ctx, webhookId: string, deliveryId: string): Promise<DeliveryRow | null> {
  const delivery = selectDeliveries(ctx, webhookId).where('delivery_id', '=', deliveryId)
  return (await delivery.executeTakeFirst()) ?? null
}
