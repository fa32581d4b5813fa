// One attempt: sign, judge the address, send, and store what came of it. No transaction is open while the message is on its way.
import { findCommunity } from '../../communities/queries'
import type { Actor, Ctx, Db } from '../../context'
import { NoResponse, postTo } from '../../http-client'
import type { Keyring } from '../../platform/keyring'
import { settleAndDisable } from '../actions'
import { openSecret } from '../credentials'
import { askedPause, judge, outcomeOf, reasonToDisable, TEST_TYPE, type Outcome } from '../rules'
import type { DisabledReason } from '../queries'
import { signedHeaders } from '../signing'
import { resolveTarget, TargetRefused } from '../targets'
import { noteFailure, noteSuccess, releaseLine, settleDelivery, type ClaimedRow } from './queries'

/** What the worker sends with: a context but for the community's own. */
export type DeliveryBase = Omit<Ctx, 'community' | 'actor' | 'requestId'>

const actor: Actor = { kind: 'job', id: 'send-webhooks' }

/**
 * Sends the message in hand and lets its line go.
 * @param timeoutMs for the whole of it, the look-up of the name and the answer included
 * @param stop gives it up: another worker sends the message again
 */
export async function deliver(
  base: DeliveryBase,
  row: ClaimedRow,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<void> {
  const outcome = await attempt(base, row, timeoutMs, stop)
  if (stop.aborted && outcome.error !== null) return releaseLine(base.db, row)
  const verdict = judge(row.type, row.attempts, outcome, Math.random())
  const settle = (db: Db): Promise<boolean> => settleDelivery(db, row, verdict, outcome)
  const reason = reasonToDisable(row.type, verdict, outcome, row.failing_seconds)
  if (reason !== null) return disable(base, row, reason, settle)
  if (await settle(base.db)) await noteHealth(base, row, outcome)
}

async function attempt(
  { settings, now, log }: DeliveryBase,
  row: ClaimedRow,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<Outcome> {
  const endAt = Date.now() + timeoutMs
  try {
    const secrets = secretsOf(settings.encryptionKey, row)
    const addresses = await resolveTarget(row.url, settings.webhookTargets)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'community-management-server',
      ...signedHeaders(secrets, { id: row.delivery_id, at: now(), body: row.body }),
    }
    const left = Math.max(1, endAt - Date.now())
    const { status, retryAfterSeconds } = await postTo(addresses, { url: row.url, headers, body: row.body }, left, stop)
    return outcomeOf(status, retryAfterSeconds)
  } catch (error) {
    if (error instanceof TargetRefused)
      log.warn({ webhookId: row.webhook_id, detail: error.detail }, 'a webhook is not sent')
    return { status: null, error: complaint(error), retryAfterSeconds: null }
  }
}

/** Words of our own: nothing of the receiver's, and nothing of the URL's. */
function complaint(error: unknown): string {
  if (error instanceof NoResponse) return error.message
  if (error instanceof TargetRefused) return `the URL ${error.message}`
  return 'the message could not be sent; the secret may have been stored under another ENCRYPTION_KEY'
}

function secretsOf(keys: Keyring, row: ClaimedRow): string[] {
  const owner = { communityId: row.community_id, webhookId: row.webhook_id }
  const stored = row.previous_secret === null ? [row.secret] : [row.secret, row.previous_secret]
  return stored.map((secret) => openSecret(keys, owner, secret))
}

/** Since when an endpoint fails, and the pause it asks for; tests say nothing about that. */
async function noteHealth(base: DeliveryBase, row: ClaimedRow, outcome: Outcome): Promise<void> {
  if (outcome.error === null) {
    if (row.failing_since !== null) await noteSuccess(base.db, row)
    return
  }
  if (row.type === TEST_TYPE) return
  const pause = askedPause(outcome)
  if (row.failing_since === null || pause !== null) await noteFailure(base.db, row, pause)
}

/** Settles the message and disables its endpoint: it is sent nothing more, not even what is due at that moment. */
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
