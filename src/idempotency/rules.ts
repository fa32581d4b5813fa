// Idempotency keys.
import { DomainError, invalid } from '../base/errors'

/** How long a key is kept: of a request from its effect, of a submitted operation from its end. */
export const KEY_SECONDS = 24 * 3_600

/**
 * The contract limits the length. Quoted and bare forms are the same key (IETF draft Idempotency-Key, structured field
 * string).
 */
export function parseIdempotencyKey(header: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1]
  const key = quoted === undefined ? header : quoted.replace(/\\(["\\])/g, '$1')
  if (key !== '') return key
  throw invalid('/headers/idempotency-key', 'minLength', 'must have a character between the quotes')
}

export function keyReused(): DomainError {
  return new DomainError('idempotency_key_reused', 'This Idempotency-Key was used for another request. Send a new key.')
}

/** The answer was erased, or cannot be decrypted. */
export function answerErased(): DomainError {
  return new DomainError(
    'idempotency_key_reused',
    'The request of this Idempotency-Key was done, and its answer is no longer stored. Read the record instead.',
  )
}
