// Endpoints and messages in the shape of the contract.
import type { Schema } from '../contract/types'
import type { DeliveryRow, EndpointRow } from './queries'
import type { TypeChoice } from './rules'

export function toWebhook(row: EndpointRow): Schema<'Webhook'> {
  return {
    webhookId: row.webhook_id,
    url: row.url,
    description: row.description,
    types: [...((row.types ?? ['*']) as TypeChoice[])],
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at,
    failingSince: row.failing_since,
    previousSecretUntil: row.previous_secret_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toDelivery(row: DeliveryRow): Schema<'WebhookDelivery'> {
  return {
    deliveryId: row.delivery_id,
    type: row.type,
    userId: row.user_id > 0 ? String(row.user_id) : null,
    status: row.status,
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    nextAttemptAt: row.next_attempt_at,
    finishedAt: row.finished_at,
    createdAt: row.created_at,
  }
}
