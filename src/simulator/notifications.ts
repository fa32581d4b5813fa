// The platform's webhook notifications, signed and sent once. The live platform retries one that is not answered with
// 2xx within five seconds, up to five times.
import { createHmac, randomUUID } from 'node:crypto'
import Ajv from 'ajv'

/** The body of `POST /_simulator/notifications`. */
export interface NotificationOrder {
  /** The full URL of the receiver. */
  readonly url: string
  readonly secret: string
  /** Default: `RightToErasureRequest`. */
  readonly eventType?: string
  readonly userId?: number
  /** Default: a new id. The same id again is a repeated delivery. */
  readonly notificationId?: string
  /** Time of signing, Unix seconds. Default: now. */
  readonly signedAt?: number
}

const seconds = { type: 'integer', minimum: 0, maximum: 999_999_999_999 }
const text = { type: 'string', minLength: 1, maxLength: 2_000 }
const ajv = new Ajv()

export const isNotificationOrder = ajv.compile<NotificationOrder>({
  type: 'object',
  required: ['url', 'secret'],
  properties: {
    ...{ url: text, secret: text, eventType: text, notificationId: text, signedAt: seconds },
    userId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  },
  additionalProperties: false,
})

/** Errors of the last `isNotificationOrder`. */
export const notificationIssues = (): string => ajv.errorsText(isNotificationOrder.errors)

/** The receiver's response. */
export interface Delivery {
  readonly notificationId: string
  readonly status: number
  readonly answer: string
}

const TIMEOUT_MS = 5_000

/** Sends a notification. @throws when there is no response within five seconds */
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

/** The value of `roblox-signature` for a body. */
export function signatureOf(body: string, secret: string, time: number): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('base64')}`
}
