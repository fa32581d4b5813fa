// The platform's webhook: a notification signed with the secret and sent once. The live platform repeats one that was not
// answered 2xx within five seconds up to five times; here whoever drives the simulator decides that.
import { createHmac, randomUUID } from 'node:crypto'
import Ajv from 'ajv'

/** What is to be sent, and where to. */
export interface NotificationOrder {
  /** The whole address of the webhook. */
  readonly url: string
  readonly secret: string
  /** `RightToErasureRequest` when absent. */
  readonly eventType?: string
  readonly userId?: number
  /** A new one when absent; the same again is a repeated delivery. */
  readonly notificationId?: string
  /** When it is signed, in seconds since 1970; now when absent. */
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

/** What was wrong with the last order. */
export const notificationIssues = (): string => ajv.errorsText(isNotificationOrder.errors)

/** What the receiver answered. */
export interface Delivery {
  readonly notificationId: string
  readonly status: number
  readonly answer: string
}

const TIMEOUT_MS = 5_000

/**
 * Sends one notification.
 * @throws when nobody answers within five seconds
 */
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

/** The header `roblox-signature` over the bytes of a body. */
export function signatureOf(body: string, secret: string, time: number): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('base64')}`
}
