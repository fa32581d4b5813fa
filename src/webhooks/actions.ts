// What is done to endpoints and their messages, by a community's key or the operator. Every change is audited in its
// transaction, by the host of the URL alone: its path and query may hold what opens the receiver's door.
import { insertAuditEntry } from '../audit/queries'
import { findFullStorage } from '../communities/storage/queries'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import { storageLimitReached } from '../db/errors'
import { DomainError, invalid } from '../errors'
import { randomBase32 } from '../ids'
import { sealSecret } from './credentials'
import { makeDeliveryId } from './feed/actions'
import { insertDeliveries, listParkedIds, requeueDeliveries } from './feed/queries'
import {
  deleteEndpoint,
  findDelivery,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  lockFeedAndCount,
  storeDisabled,
  storeEnabled,
  storeSecret,
  updateEndpoint,
  type DeliveryRow,
  type DisabledReason,
  type EndpointRow,
} from './queries'
import {
  lines,
  MESSAGES_QUOTA,
  MOST_ENDPOINTS,
  readScopesOf,
  TEST_TYPE,
  testBody,
  toStoredTypes,
  type TypeChoice,
} from './rules'
import { makeSecret } from './signing'
import { resolveTarget, TargetRefused } from './targets'

/** An endpoint with the secret that is shown this once. */
export interface Shown {
  readonly row: EndpointRow
  readonly secret: string
}

export interface EndpointInput {
  readonly url: string
  readonly types: readonly TypeChoice[]
  readonly description: string
}

/**
 * Registers an endpoint, which is told of what happens from now on.
 * @throws DomainError 403 for types the caller may not read, 400 `validation_failed` for a URL that may not be called, 409
 *   `webhook_limit_reached`
 */
export async function createWebhook(ctx: Ctx, { url, types, description }: EndpointInput): Promise<Shown> {
  assertMayBeTold(ctx, toStoredTypes(types))
  await assertCallable(ctx, url)
  const webhookId = `whk_${randomBase32(20)}`
  const secret = makeSecret()
  const sealed = sealSecret(ctx.settings.encryptionKey, { communityId: ctx.community.communityId, webhookId }, secret)
  const row = await inTransaction(ctx, async (tx) => {
    if ((await lockFeedAndCount(tx)) >= MOST_ENDPOINTS) throw limitReached()
    await insertEndpoint(tx, { webhookId, url, description, types: toStoredTypes(types), secret: sealed })
    await insertAuditEntry(tx, { action: 'webhook.create', after: { webhookId, host: hostOf(url), types } })
    return requireWebhook(tx, webhookId)
  })
  return { row, secret }
}

/**
 * Asserts that the caller may read what an endpoint is told. @param types null: everything
 * @throws DomainError 403 `insufficient_scope`
 */
function assertMayBeTold({ assertAlso }: Ctx, types: readonly string[] | null): void {
  for (const scope of readScopesOf(types)) assertAlso?.({ scope, feature: null })
}

/** The endpoint, or 404 `webhook_not_found`. */
export async function requireWebhook(ctx: Ctx, webhookId: string): Promise<EndpointRow> {
  const row = await findEndpoint(ctx, webhookId)
  if (row) return row
  throw notFound()
}

/**
 * Changes what is given and keeps the rest.
 * @throws DomainError 400 `validation_failed` for a URL that may not be called, 404 `webhook_not_found`
 */
export async function updateWebhook(
  ctx: Ctx,
  webhookId: string,
  change: Partial<EndpointInput> & { readonly enabled?: boolean },
): Promise<EndpointRow> {
  const { url, types, description, enabled } = change
  await requireWebhook(ctx, webhookId)
  if (url !== undefined) await assertCallable(ctx, url)
  return inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, webhookId)
    const stored = types === undefined ? {} : { types: toStoredTypes(types) }
    if (url !== undefined || types !== undefined || enabled) assertMayBeTold(tx, stored.types ?? before.types)
    const fields = {
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description }),
      ...stored,
    }
    if (Object.keys(fields).length > 0) {
      await updateEndpoint(tx, webhookId, fields)
      await insertAuditEntry(tx, {
        action: 'webhook.update',
        before: { webhookId, host: hostOf(before.url), types: before.types ?? ['*'] },
        after: { webhookId, host: hostOf(url ?? before.url), types: types ?? before.types ?? ['*'] },
      })
    }
    if (enabled !== undefined && enabled !== before.enabled) await switchTo(tx, webhookId, enabled ? null : 'requested')
    return requireWebhook(tx, webhookId)
  })
}

/**
 * Enables an endpoint, or disables it and parks what it was still owed; one that stands so already is left as it is.
 * @param reason null: enable
 * @throws DomainError 404 `webhook_not_found`
 */
export function switchWebhook(ctx: Ctx, webhookId: string, reason: DisabledReason | null): Promise<EndpointRow> {
  return inTransaction(ctx, async (tx) => {
    const { enabled } = await lockWebhook(tx, webhookId)
    if (enabled !== (reason === null)) await switchTo(tx, webhookId, reason)
    return requireWebhook(tx, webhookId)
  })
}

/**
 * Disables an endpoint in the transaction that settles a message of it, so that nobody takes up another one in between.
 * @param settle whether there was still something to settle; if not, or if there is no such endpoint, it is left as it is
 * @returns whether it was disabled
 */
export function settleAndDisable(
  ctx: Ctx,
  webhookId: string,
  reason: DisabledReason,
  settle: (tx: TxCtx) => Promise<boolean>,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const endpoint = await lockEndpoint(tx, webhookId)
    const settled = await settle(tx)
    if (!endpoint?.enabled || !settled) return false
    await switchTo(tx, webhookId, reason)
    return true
  })
}

async function switchTo(tx: TxCtx, webhookId: string, reason: DisabledReason | null): Promise<void> {
  if (reason === null) await storeEnabled(tx, webhookId)
  else await storeDisabled(tx, webhookId, reason)
  await insertAuditEntry(tx, {
    action: reason === null ? 'webhook.enable' : 'webhook.disable',
    before: { webhookId, enabled: reason !== null },
    after: { webhookId, enabled: reason === null, disabledReason: reason },
  })
}

/** @throws DomainError 404 `webhook_not_found` */
export async function deleteWebhook(ctx: Ctx, webhookId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { url } = await lockWebhook(tx, webhookId)
    await deleteEndpoint(tx, webhookId)
    await insertAuditEntry(tx, { action: 'webhook.delete', before: { webhookId, host: hostOf(url) } })
  })
}

/**
 * A new secret; the earlier one signs too for so long.
 * @throws DomainError 404 `webhook_not_found`
 */
export async function rotateSecret(ctx: Ctx, webhookId: string, overlapSeconds: number): Promise<Shown> {
  const secret = makeSecret()
  const sealed = sealSecret(ctx.settings.encryptionKey, { communityId: ctx.community.communityId, webhookId }, secret)
  const row = await inTransaction(ctx, async (tx) => {
    await lockWebhook(tx, webhookId)
    await storeSecret(tx, webhookId, sealed, overlapSeconds)
    await insertAuditEntry(tx, { action: 'webhook.rotate-secret', after: { webhookId, overlapSeconds } })
    return requireWebhook(tx, webhookId)
  })
  return { row, secret }
}

/**
 * Puts a test message on its way, past all others.
 * @throws DomainError 404 `webhook_not_found`, 409 `webhook_disabled`
 */
export function sendTest(ctx: Ctx, webhookId: string): Promise<DeliveryRow> {
  const deliveryId = makeDeliveryId()
  return inTransaction(ctx, async (tx) => {
    await lockEnabled(tx, webhookId)
    const full = await findFullStorage(tx.db, tx.community.communityId, MESSAGES_QUOTA)
    if (full) throw storageLimitReached(full)
    const body = testBody(tx.now())
    const message = { deliveryId, webhookId, userId: lines.ofTests, type: TEST_TYPE, auditId: null, body }
    await insertDeliveries(tx.db, tx.community.communityId, [message])
    await insertAuditEntry(tx, { action: 'webhook.test', after: { webhookId, deliveryId } })
    return requireDelivery(tx, webhookId, deliveryId)
  })
}

/**
 * Sends a message again.
 * @throws DomainError 404 `webhook_not_found` or `delivery_not_found`, 409 `webhook_disabled`
 */
export function redeliver(ctx: Ctx, webhookId: string, deliveryId: string): Promise<DeliveryRow> {
  return inTransaction(ctx, async (tx) => {
    await lockEnabled(tx, webhookId)
    await requireDelivery(tx, webhookId, deliveryId)
    await requeueDeliveries(tx.db, tx.community.communityId, { webhookId, deliveryIds: [deliveryId] })
    await insertAuditEntry(tx, { action: 'webhook.redeliver', after: { webhookId, deliveryId } })
    return requireDelivery(tx, webhookId, deliveryId)
  })
}

/**
 * Sends every parked message of an endpoint again, oldest first.
 * @returns how many
 * @throws DomainError 404 `webhook_not_found`, 409 `webhook_disabled`
 */
export function redeliverParked(ctx: Ctx, webhookId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    await lockEnabled(tx, webhookId)
    const { communityId } = tx.community
    const parked = await listParkedIds(tx.db, communityId, webhookId)
    if (parked.length === 0) return 0
    await requeueDeliveries(tx.db, communityId, { webhookId, deliveryIds: parked })
    await insertAuditEntry(tx, { action: 'webhook.redeliver', after: { webhookId, messages: parked.length } })
    return parked.length
  })
}

async function assertCallable(ctx: Ctx, url: string): Promise<void> {
  await resolveTarget(url, ctx.settings.webhookTargets).catch((error: unknown) => {
    if (!(error instanceof TargetRefused)) throw error
    ctx.log.warn({ detail: error.detail }, 'the URL of a webhook was refused')
    throw invalid('/body/url', 'format', error.message)
  })
}

async function lockWebhook(tx: TxCtx, webhookId: string): Promise<EndpointRow> {
  const row = await lockEndpoint(tx, webhookId)
  if (row) return row
  throw notFound()
}

async function lockEnabled(tx: TxCtx, webhookId: string): Promise<void> {
  const { enabled } = await lockWebhook(tx, webhookId)
  if (!enabled) throw new DomainError('webhook_disabled', 'This endpoint is disabled. Enable it first.')
}

async function requireDelivery(ctx: Ctx, webhookId: string, deliveryId: string): Promise<DeliveryRow> {
  const row = await findDelivery(ctx, webhookId, deliveryId)
  if (row) return row
  throw new DomainError('delivery_not_found', 'This endpoint has no such message, or it was forgotten.')
}

function notFound(): DomainError {
  return new DomainError('webhook_not_found', 'This community has no such webhook endpoint.')
}

function limitReached(): DomainError {
  return new DomainError(
    'webhook_limit_reached',
    `A community has at most ${MOST_ENDPOINTS} webhook endpoints. Delete one first.`,
  )
}

const hostOf = (url: string): string => new URL(url).host
