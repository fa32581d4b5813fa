// Idempotency keys.
import { DomainError, invalid } from '../errors'

/** How long the key of a request is kept. */
export const KEY_SECONDS = 24 * 3_600

/** Quoted and bare forms are the same key (IETF draft Idempotency-Key, structured field string). */
export function parseIdempotencyKey(header: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1]
  const key = quoted === undefined ? header : quoted.replace(/\\(["\\])/g, '$1')
  if (key.length >= 1 && key.length <= 255) return key
  throw invalid('/headers/idempotency-key', 'maxLength', 'must be 1 to 255 visible characters, quoted or bare')
}

export function keyReused(): DomainError {
  return new DomainError('idempotency_key_reused', 'This Idempotency-Key was used for another request. Send a new key.')
}
