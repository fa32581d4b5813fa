// The platform's webhook notifications, sent once; the live platform retries up to five times.
import { createHmac, randomUUID } from 'node:crypto'
import { BodySchema } from './body-schema'

/** The body of `POST /_simulator/notifications`. */
export interface NotificationOrder {
  readonly url: string
  readonly secret: string
  /** Default `RightToErasureRequest`. */
  readonly eventType?: string
  readonly userId?: number
  /** Default: a new id. */
  readonly notificationId?: string
  /** Unix seconds; default: now. */
  readonly signedAt?: number
}

const seconds = { type: 'integer', minimum: 0, maximum: 999_999_999_999 }
const text = { type: 'string', minLength: 1, maxLength: 2_000 }

export const notificationOrder = new BodySchema<NotificationOrder>({
  type: 'object',
  required: ['url', 'secret'],
  properties: {
    url: text,
    secret: text,
    eventType: text,
    notificationId: text,
    signedAt: seconds,
    userId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  },
  additionalProperties: false,
})

export interface Delivery {
  readonly notificationId: string
  readonly status: number
  readonly answer: string
}

const TIMEOUT_MS = 5_000

export async function notify(order: NotificationOrder): Promise<Delivery> {
  const notificationId = order.notificationId ?? randomUUID()
  const body = JSON.stringify({
    NotificationId: notificationId,
    EventType: order.eventType ?? 'RightToErasureRequest',
    EventTime: new Date().toISOString(),
    EventPayload: { ...(order.userId === undefined ? {} : { UserId: order.userId }), GameIds: [1818] },
  })
  const response = await fetch(order.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'roblox-signature': signatureOf(body, order.secret, order.signedAt ?? Math.floor(Date.now() / 1_000)),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { notificationId, status: response.status, answer: await response.text() }
}

export function signatureOf(body: string, secret: string, time: number): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('base64')}`
}
