// Standard Webhooks 1.0.0: secrets and signature headers.
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const SECRET_BYTES = 32

export function makeSecret(): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64')
}

export interface Signable {
  /** The same at every attempt. */
  readonly id: string
  readonly at: Date
  readonly body: string
}

export function signedHeaders(secrets: readonly string[], message: Signable): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000))
  const content = `${message.id}.${timestamp}.${message.body}`
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => sign(secret, content)).join(' '),
  }
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
