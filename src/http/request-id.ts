// What joins a caller's log and ours.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A caller's own id is kept when it is well formed; else one of ours. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID()
}
