// Test messages and redelivery, at the request of the owner of an endpoint.
import { insertAuditEntry } from '../../audit/queries'
import { findFullStorage } from '../../communities/storage/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { storageLimitReached } from '../../db/errors'
import { DomainError, orNotFound } from '../../base/errors'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { lockWebhook } from '../actions'
import { makeDeliveryId } from '../feed/actions'
import { insertDeliveries, listDeadLetteredIds, requeueDeliveries } from '../feed/queries'
import { findDelivery, type DeliveryRow } from '../queries'
import { MESSAGES_QUOTA, partitions, TEST_TYPE, testBody } from '../rules'

/**
 * Does not wait for other messages.
 * @throws DomainError 404 `webhook_not_found`, 409 `webhook_disabled`
 */
export function sendTest(ctx: Ctx, webhookId: string): Promise<Effect<DeliveryRow>> {
  const deliveryId = makeDeliveryId()
  const send = async (tx: TxCtx): Promise<DeliveryRow> => {
    await lockEnabled(tx, webhookId)
    const full = await findFullStorage(tx.db, tx.community.communityId, MESSAGES_QUOTA)
    if (full) throw storageLimitReached(full)
    const body = testBody(tx.now())
    const message = { deliveryId, webhookId, userId: partitions.tests, type: TEST_TYPE, auditId: null, body }
    await insertDeliveries(tx.db, tx.community.communityId, [message])
    await insertAuditEntry(tx, { action: 'webhook.test', after: { webhookId, deliveryId } })
    return requireDelivery(tx, webhookId, deliveryId)
  }
  return commitOnce(ctx, send)
}

/** @throws DomainError 404 `webhook_not_found` or `delivery_not_found`, 409 `webhook_disabled` */
export function redeliver(ctx: Ctx, webhookId: string, deliveryId: string): Promise<Effect<DeliveryRow>> {
  const requeue = async (tx: TxCtx): Promise<DeliveryRow> => {
    await lockEnabled(tx, webhookId)
    await requireDelivery(tx, webhookId, deliveryId)
    await requeueDeliveries(tx.db, tx.community.communityId, { webhookId, deliveryIds: [deliveryId] })
    await insertAuditEntry(tx, { action: 'webhook.redeliver', after: { webhookId, deliveryId } })
    return requireDelivery(tx, webhookId, deliveryId)
  }
  return commitOnce(ctx, requeue)
}

/**
 * Oldest first.
 * @returns the number of messages
 * @throws DomainError 404 `webhook_not_found`, 409 `webhook_disabled`
 */
export function redeliverDeadLettered(ctx: Ctx, webhookId: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    await lockEnabled(tx, webhookId)
    const { communityId } = tx.community
    const deliveryIds = await listDeadLetteredIds(tx.db, communityId, webhookId)
    if (deliveryIds.length === 0) return 0
    await requeueDeliveries(tx.db, communityId, { webhookId, deliveryIds })
    await insertAuditEntry(tx, { action: 'webhook.redeliver', after: { webhookId, messages: deliveryIds.length } })
    return deliveryIds.length
  })
}

async function lockEnabled(tx: TxCtx, webhookId: string): Promise<void> {
  const { enabled } = await lockWebhook(tx, webhookId)
  if (!enabled) throw new DomainError('webhook_disabled', 'This endpoint is disabled. Enable it first.')
}

async function requireDelivery(ctx: Ctx, webhookId: string, deliveryId: string): Promise<DeliveryRow> {
  return orNotFound(await findDelivery(ctx, webhookId, deliveryId), 'delivery_not_found')
}
