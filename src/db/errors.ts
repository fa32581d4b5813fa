// Which database errors mean that the database is away, that a transaction may be retried, or that a limit is reached.
import { DomainError } from '../errors'

/** PostgreSQL: connection exceptions, insufficient resources, operator intervention; a statement stopped by its time limit. */
const unavailableCodes = /^(08...|53...|57P0[1-5]|57014)$/
/** The operating system, and pg's own messages, which carry no code. */
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

/** PostgreSQL: `configuration_limit_exceeded`, which only the storage limits of sql/0027 raise. */
const LIMIT_REACHED = '53400'

/** A quota of a community as an error tells it. */
export interface StorageUse {
  readonly quota: string
  readonly unit: 'bytes' | 'items'
  readonly limit: number
  /** Before what was refused. */
  readonly used: number
}

/** 409 `storage_limit_reached` with `details` quota, unit, limit and used. */
export function storageLimitReached({ quota, unit, limit, used }: StorageUse, cause?: unknown): DomainError {
  const message =
    `This needs more room than the community has left for ${quota}: ${used} of ${limit} ${unit} are used. ` +
    'Delete what is no longer needed, or ask the operator to raise the limit.'
  return new DomainError('storage_limit_reached', message, { details: { quota, unit, limit, used }, cause })
}

/** The refusal behind a database error that a storage limit raised; null: the error is another. */
export function toStorageLimit(error: unknown): DomainError | null {
  const { code, constraint, detail } = (error ?? {}) as { code?: unknown; constraint?: unknown; detail?: unknown }
  if (code !== LIMIT_REACHED || constraint !== 'storage_limit' || typeof detail !== 'string') return null
  return storageLimitReached(JSON.parse(detail) as StorageUse, error)
}

/** Whether the database could not be asked; the same request may succeed in a second. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // by its properties: an error of another realm, as under jest, is no instance of this realm's Error
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code === LIMIT_REACHED) return false
  if (typeof code === 'string' && (unavailableCodes.test(code) || networkCodes.has(code))) return true
  return typeof message === 'string' && messages.test(message)
}

/** PostgreSQL: `lock_timeout` has passed, or of several who waited for each other this one was ended. */
const lockedCodes = new Set(['55P03', '40P01'])

/** Whether the transaction gave way to others; it may succeed when it is begun anew. */
export function isLockedByOthers(error: unknown): boolean {
  return hasCodeOf(lockedCodes, error)
}

/** The name of the violated constraint, or null. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string' ? constraint : null
}

/** PostgreSQL: a function, table or schema is missing, or may not be used. */
const missingCodes = new Set(['42883', '42P01', '3F000', '42501'])

/** Whether something the statement needs is not there: migrations have not run, or rights were taken away. */
export function isSchemaMissing(error: unknown): boolean {
  return hasCodeOf(missingCodes, error)
}

function hasCodeOf(codes: ReadonlySet<string>, error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && codes.has(code)
}
