// Classifies database errors: unavailable, lock conflict, storage limit, constraint, missing schema.
import { DomainError } from '../base/errors'

/** SQLSTATE of connection exceptions, insufficient resources, operator intervention and statement_timeout. */
const unavailableCodes = /^(08...|53...|57P0[1-5]|57014)$/
/**
 * Codes of the operating system. pg's own errors have only messages, and those of Citus for a lost node the code of a
 * bug.
 */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
const messages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|connection ended unexpectedly/i
const lostNode =
  /^(failure on connection marked as essential|postmaster was shut down, exiting|terminating connection due to)/

/** `configuration_limit_exceeded`, raised only by the storage limits (sql/functions/use_storage.sql). */
const LIMIT_REACHED = '53400'

export interface StorageUse {
  readonly quota: string
  readonly unit: 'bytes' | 'items'
  readonly limit: number
  /** Before the rejected write. */
  readonly used: number
}

export function storageLimitReached({ quota, unit, limit, used }: StorageUse, cause?: unknown): DomainError {
  const message =
    `This write exceeds the community's storage limit for ${quota}: ${used} of ${limit} ${unit} are used. ` +
    'Delete what is no longer needed, or ask the operator to raise the limit.'
  return new DomainError('storage_limit_reached', message, { details: { quota, unit, limit, used }, cause })
}

export function toStorageLimit(error: unknown): DomainError | null {
  const { code, constraint, detail } = (error ?? {}) as { code?: unknown; constraint?: unknown; detail?: unknown }
  if (code !== LIMIT_REACHED || constraint !== 'storage_limit' || typeof detail !== 'string') return null
  return storageLimitReached(JSON.parse(detail) as StorageUse, error)
}

/** For a change of a community that was moved (sql/functions/refuse_moved_community.sql); null for other errors. */
export function toMoved(error: unknown): DomainError | null {
  const { constraint } = (error ?? {}) as { constraint?: unknown }
  return constraint === 'community_moved' ? movedAway(error) : null
}

export function movedAway(cause?: unknown): DomainError {
  const text = 'This community was moved to another server. Send the request to that server.'
  return new DomainError('api_disabled', text, { cause })
}

/** Whether the database was unreachable or overloaded, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // `instanceof Error` fails for errors of another realm (jest)
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code === LIMIT_REACHED) return false
  if (refusedWrite(error)) return true
  if (typeof code === 'string' && (unavailableCodes.test(code) || networkCodes.has(code))) return true
  return typeof message === 'string' && (messages.test(message) || lostNode.test(message))
}

interface RefusedWrite {
  /** A clause, for logs and errors. */
  readonly what: string
  readonly remedy: string
  readonly retryAfterSeconds: number
}

/** By SQLSTATE: why a database that answers reads refuses every write. Nothing was changed then. */
const refusedWrites: Readonly<Record<string, RefusedWrite>> = {
  // disk_full
  '53100': { what: 'the disk of the database is full', remedy: 'free space', retryAfterSeconds: 60 },
  // read_only_sql_transaction: a standby, a demoted primary, or a provider whose storage is full
  '25006': {
    what: 'the database is read-only',
    remedy: 'point DATABASE_URL to the primary, or make room where the provider made it read-only',
    retryAfterSeconds: 10,
  },
}

/** Null: another error. */
export function refusedWrite(error: unknown): RefusedWrite | null {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && Object.hasOwn(refusedWrites, code) ? (refusedWrites[code] ?? null) : null
}

/** Whether a failed write may be stored: its commit may have succeeded although the answer was lost. */
export const mayBeStored = (error: unknown): boolean => isDatabaseUnavailable(error) && refusedWrite(error) === null

/** @param what the part that cannot be reached, at the start of a sentence */
export function unavailability(error: unknown, what = 'The database'): readonly [message: string, seconds: number] {
  const refused = refusedWrite(error)
  if (refused === null) return [`${what} cannot be reached. Retry in a second.`, 1]
  const reason = refused.what.replace(/^t/, 'T')
  return [`${reason}, and nothing was changed. Tell the operator, then retry.`, refused.retryAfterSeconds]
}

export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  const known = toStorageLimit(error) ?? toMoved(error)
  if (known) return known
  if (isDatabaseUnavailable(error)) {
    const [message, retryAfterSeconds] = unavailability(error)
    return new DomainError('dependency_unavailable', message, { retryAfterSeconds, cause: error })
  }
  return new DomainError('internal_error', 'The server failed. Give the operator the X-Request-Id of this answer.', {
    cause: error,
  })
}

/** `lock_not_available` (lock_timeout), `deadlock_detected`. */
const lockConflictCodes = new Set(['55P03', '40P01'])

export function isLockConflict(error: unknown): boolean {
  return hasCodeOf(lockConflictCodes, error)
}

export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string' ? constraint : null
}

/** A function, table or schema is missing, or the role lacks the right. */
const missingCodes = new Set(['42883', '42P01', '3F000', '42501'])

export function isSchemaMissing(error: unknown): boolean {
  return hasCodeOf(missingCodes, error)
}

export const isForbidden = (error: unknown): boolean => hasCodeOf(forbiddenCodes, error)
const forbiddenCodes = new Set(['42501'])

function hasCodeOf(codes: ReadonlySet<string>, error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && codes.has(code)
}
