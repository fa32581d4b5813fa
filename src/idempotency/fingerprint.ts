// The fingerprint of what was asked for: another request with the same key is refused.
import { createHash } from 'node:crypto'
import type { IdempotencyKey } from '../context'
import { parseIdempotencyKey } from './rules'

export interface KeyedRequest {
  readonly operationId: string
  readonly params: unknown
  readonly query: unknown
  /** After validation, which removes null for absent properties. */
  readonly body: unknown
  readonly onBehalfOf?: unknown
}

/** @throws DomainError 400 `validation_failed` for an empty key */
export function toIdempotencyKey(header: string, request: KeyedRequest): IdempotencyKey {
  const key = parseIdempotencyKey(header)
  const { operationId, params, query, body, onBehalfOf } = request
  const acting = onBehalfOf === undefined ? [] : [onBehalfOf]
  // with the key, so that nothing can be guessed from the hash of a short text
  const named = JSON.stringify(sorted([key, operationId, params, query, body, ...acting]))
  return { key: sha256(key), fingerprint: fingerprintOf(named) }
}

/** @param text equal for equal requests, whatever the order of their properties */
export const fingerprintOf = (text: string): Buffer => sha256(text)

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Sorts the properties of objects, and writes numbers as strings: the contract takes both only for ids, where they are one
 * value. The body is at most 32 levels deep.
 */
function sorted(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([name, inner]) => [name, sorted(inner)])
}
