// One attempt. No transaction is open while a request is in flight.
import { findCommunity } from '../../communities/queries'
import type { Actor, Ctx, Db } from '../../context'
import { NoResponse, postTo } from '../../base/http-client'
import type { Logger } from '../../base/logger'
import type { Keyring } from '../../encryption/keyring'
import { countWebhookAttempt } from '../../base/telemetry/metrics'
import { settleAndDisable } from '../actions'
import { openSecret } from '../credentials'
import { requestedPause, decideDelivery, resultOf, reasonToDisable, TEST_TYPE, type AttemptResult } from '../rules'
import type { DisabledReason } from '../queries'
import { signedHeaders } from '../signing'
import { resolveTarget, TargetRefused } from '../targets'
import { recordFailure, recordSuccess, releasePartition, settleDelivery, type ClaimedRow } from './queries'

export type DeliveryBase = Omit<Ctx, 'community' | 'actor' | 'requestId'>

const actor: Actor = { kind: 'job', id: 'send-webhooks' }

/**
 * @param timeoutMs for the whole attempt, including DNS
 * @param stop cancels the attempt; another worker repeats it
 */
export async function deliver(
  base: DeliveryBase,
  row: ClaimedRow,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<void> {
  const result = await attempt(base, row, timeoutMs, stop)
  if (stop.aborted && result.error !== null) return releasePartition(base.db, row)
  const decision = decideDelivery(row.type, row.attempts, result, Math.random())
  countWebhookAttempt(decision.to)
  const settle = (db: Db): Promise<boolean> => settleDelivery(db, row, decision, result)
  const reason = reasonToDisable(row.type, decision, result, row.failing_seconds)
  if (reason !== null) return disable(base, row, reason, settle)
  if (await settle(base.db)) await recordHealth(base, row, result)
}

async function attempt(
  { settings, now, log }: DeliveryBase,
  row: ClaimedRow,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<AttemptResult> {
  const endAt = performance.now() + timeoutMs
  try {
    const secrets = secretsOf(settings.encryptionKey, row, log)
    const addresses = await resolveTarget(row.url, settings.webhookTargets)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'community-management-server',
      ...signedHeaders(secrets, { id: row.delivery_id, at: now(), body: row.body }),
    }
    const left = Math.max(1, endAt - performance.now())
    const { status, retryAfterSeconds } = await postTo(addresses, { url: row.url, headers, body: row.body }, left, stop)
    return resultOf(status, retryAfterSeconds)
  } catch (error) {
    if (error instanceof TargetRefused)
      log.warn({ webhookId: row.webhook_id, detail: error.detail }, 'a webhook message was not sent')
    return { status: null, error: describe(error), retryAfterSeconds: null }
  }
}

/** `last_error` must not reveal the receiver or the URL, so the texts are fixed. */
function describe(error: unknown): string {
  if (error instanceof NoResponse) return error.message
  if (error instanceof TargetRefused) return `the URL ${error.message}`
  return 'the message could not be sent; the secret may have been stored under another ENCRYPTION_KEY'
}

function secretsOf(keys: Keyring, row: ClaimedRow, log: Logger): string[] {
  const owner = { communityId: row.community_id, webhookId: row.webhook_id }
  const stored = row.previous_secret === null ? [row.secret] : [row.secret, row.previous_secret]
  return stored.map((secret) => openSecret(keys, owner, secret, log))
}

async function recordHealth(base: DeliveryBase, row: ClaimedRow, result: AttemptResult): Promise<void> {
  if (result.error === null) {
    if (row.failing_since !== null) await recordSuccess(base.db, row)
    return
  }
  if (row.type === TEST_TYPE) return
  const pause = requestedPause(result)
  if (row.failing_since === null || pause !== null) await recordFailure(base.db, row, pause)
}

async function disable(
  base: DeliveryBase,
  row: ClaimedRow,
  reason: DisabledReason,
  settle: (db: Db) => Promise<boolean>,
): Promise<void> {
  const community = await findCommunity(base.db, row.community_id)
  if (!community) return
  const log = base.log.child({ communityId: row.community_id, webhookId: row.webhook_id })
  const ctx = { ...base, log, community, actor, requestId: null }
  const isDisabled = await settleAndDisable(ctx, row.webhook_id, reason, ({ db }) => settle(db))
  if (isDisabled) log.warn({ reason }, 'a webhook endpoint was disabled')
}
