// Audit entries have the host of the URL only, since path and query may hold secrets.
import { insertAuditEntry } from '../audit/queries'
import { assertMay, inTransaction, type Ctx, type TxCtx } from '../context'
import { DomainError, invalid, orNotFound } from '../base/errors'
import { given } from '../base/given'
import { commitOnce, type Effect } from '../idempotency/actions'
import { randomBase32 } from '../base/ids'
import { sealSecret } from './credentials'
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  lockFeedAndCount,
  storeDisabled,
  storeEnabled,
  storeSecret,
  updateEndpoint,
  type DisabledReason,
  type EndpointRow,
} from './queries'
import { MAX_ENDPOINTS, readScopesOf, toStoredTypes, type TypeChoice } from './rules'
import { makeSecret } from './signing'
import { resolveTarget, TargetRefused } from './targets'

export interface EndpointWithSecret {
  readonly row: EndpointRow
  readonly secret: string
}

export interface EndpointInput {
  readonly url: string
  readonly types: readonly TypeChoice[]
  readonly description: string
}

/**
 * @throws DomainError 403 for types the caller may not read, 400 `validation_failed` for a URL that is not allowed, 409
 * `webhook_limit_reached`
 */
export async function createWebhook(
  ctx: Ctx,
  { url, types, description }: EndpointInput,
): Promise<Effect<EndpointWithSecret>> {
  assertMayReceive(ctx, toStoredTypes(types))
  await assertAllowedTarget(ctx, url)
  const webhookId = `whk_${randomBase32(20)}`
  const secret = makeSecret()
  const sealed = sealSecret(ctx.settings.encryptionKey, { communityId: ctx.community.communityId, webhookId }, secret)
  const insert = async (tx: TxCtx): Promise<EndpointWithSecret> => {
    const limit = tx.community.webhookLimit ?? MAX_ENDPOINTS
    if ((await lockFeedAndCount(tx)) >= limit) throw limitReached(limit)
    await insertEndpoint(tx, { webhookId, url, description, types: toStoredTypes(types), secret: sealed })
    await insertAuditEntry(tx, { action: 'webhook.create', after: { webhookId, host: hostOf(url), types } })
    return { row: await requireWebhook(tx, webhookId), secret }
  }
  return commitOnce(ctx, insert)
}

/** @throws DomainError 403 `insufficient_scope` */
function assertMayReceive(ctx: Ctx, types: readonly string[] | null): void {
  for (const scope of readScopesOf(types)) assertMay(ctx, { scope, feature: null })
}

export async function requireWebhook(ctx: Ctx, webhookId: string): Promise<EndpointRow> {
  return orNotFound(await findEndpoint(ctx, webhookId), 'webhook_not_found')
}

/** @throws DomainError 400 `validation_failed` for a URL that is not allowed, 404 `webhook_not_found` */
export async function updateWebhook(
  ctx: Ctx,
  webhookId: string,
  change: Partial<EndpointInput> & { readonly enabled?: boolean },
): Promise<EndpointRow> {
  const { url, types, description, enabled } = change
  await requireWebhook(ctx, webhookId)
  if (url !== undefined) await assertAllowedTarget(ctx, url)
  return inTransaction(ctx, async (tx) => {
    const before = await lockWebhook(tx, webhookId)
    await tx.assertUnchanged?.(tx)
    const stored = types === undefined ? {} : { types: toStoredTypes(types) }
    if (url !== undefined || types !== undefined || enabled) assertMayReceive(tx, stored.types ?? before.types)
    const fields = { ...given({ url, description }), ...stored }
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
 * Runs in the transaction that settles a message, so that no other is claimed in between.
 * @param settle false: settled already, leave the endpoint
 * @returns whether the endpoint was disabled
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

export async function deleteWebhook(ctx: Ctx, webhookId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { url } = await lockWebhook(tx, webhookId)
    await tx.assertUnchanged?.(tx)
    await deleteEndpoint(tx, webhookId)
    await insertAuditEntry(tx, { action: 'webhook.delete', before: { webhookId, host: hostOf(url) } })
  })
}

/**
 * The previous secret also signs for `overlapSeconds`.
 * @throws DomainError 404 `webhook_not_found`
 */
export async function rotateSecret(
  ctx: Ctx,
  webhookId: string,
  overlapSeconds: number,
): Promise<Effect<EndpointWithSecret>> {
  const secret = makeSecret()
  const sealed = sealSecret(ctx.settings.encryptionKey, { communityId: ctx.community.communityId, webhookId }, secret)
  const rotate = async (tx: TxCtx): Promise<EndpointWithSecret> => {
    await lockWebhook(tx, webhookId)
    await storeSecret(tx, webhookId, sealed, overlapSeconds)
    await insertAuditEntry(tx, { action: 'webhook.rotate-secret', after: { webhookId, overlapSeconds } })
    return { row: await requireWebhook(tx, webhookId), secret }
  }
  return commitOnce(ctx, rotate)
}

async function assertAllowedTarget(ctx: Ctx, url: string): Promise<void> {
  await resolveTarget(url, ctx.settings.webhookTargets).catch((error: unknown) => {
    if (!(error instanceof TargetRefused)) throw error
    ctx.log.warn({ detail: error.detail }, 'a webhook URL was rejected')
    throw invalid('/body/url', 'format', error.message)
  })
}

export async function lockWebhook(tx: TxCtx, webhookId: string): Promise<EndpointRow> {
  return orNotFound(await lockEndpoint(tx, webhookId), 'webhook_not_found')
}

function limitReached(limit: number): DomainError {
  return new DomainError(
    'webhook_limit_reached',
    `This community has at most ${limit} webhook endpoints. Delete one first.`,
  )
}

const hostOf = (url: string): string => new URL(url).host
