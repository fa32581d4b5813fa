// The platform's signature.
import { createHmac } from 'node:crypto'
import type { Operation } from './contract'
import type { Sent } from './http'
import type { Session } from './session'

/** If needed, and the secret is given. */
export function signed({ settings }: Session, operation: Operation, sent: Sent): Sent {
  if (operation.scope !== null || settings.platformSecret === null) return sent
  const time = Math.floor(Date.now() / 1_000)
  const code = createHmac('sha256', settings.platformSecret)
    .update(`${time}.${sent.body ?? ''}`)
    .digest('base64')
  return { ...sent, headers: { ...sent.headers, 'roblox-signature': `t=${time},v1=${code}` } }
}
