// The id of a request in answers, log lines and the audit.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * A new id. A well-formed id that the caller sent comes first in it, so that both logs can be joined; the rest is random, so
 * that no caller can choose the id of another request.
 */
export function makeRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  const own = randomUUID()
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? `${given}.${own}` : own
}
