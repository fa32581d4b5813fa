// Rules that blacklist entries, warnings and suspensions share. Pure.
import { invalid } from '../errors'

/** The end of a blacklist entry, warning or suspension: a time in RFC 3339, or a duration. */
export interface Term {
  readonly endsAt?: string | null | undefined
  readonly durationSeconds?: number | undefined
}

/** The end of a term as RFC 3339 in UTC; null without an end. */
export function endOfTerm({ endsAt, durationSeconds }: Term, now: Date): string | null {
  if (durationSeconds === undefined) return endsAt ?? null
  return new Date(now.getTime() + durationSeconds * 1_000).toISOString()
}

/** A Term as the contract names it for blacklist entries and warnings. */
export interface Expiry {
  readonly expiresAt?: string | null | undefined
  readonly durationSeconds?: number | undefined
}

/**
 * The end of a blacklist entry or warning as RFC 3339 in UTC; null without one.
 * @throws DomainError 400 `validation_failed` when both properties are given, or the time is in the past
 */
export function expiryOf({ expiresAt, durationSeconds }: Expiry, now: Date): string | null {
  const hasTime = typeof expiresAt === 'string'
  if (hasTime && durationSeconds !== undefined) {
    throw invalid('/body/durationSeconds', 'not', 'must not be sent together with expiresAt')
  }
  if (hasTime && Date.parse(expiresAt) <= now.getTime()) {
    throw invalid('/body/expiresAt', 'minimum', 'must be in the future')
  }
  return endOfTerm({ endsAt: expiresAt, durationSeconds }, now)
}

/**
 * Checks what the contract's pattern for evidence links cannot express.
 * @throws DomainError 400 `validation_failed` for an invalid URL, and for one with credentials, which every reader
 *   would see
 */
export function assertEvidenceUrl(url: string): void {
  if (!URL.canParse(url)) throw invalid('/body/evidenceUrl', 'format', 'must be a complete URL with a host')
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') {
    throw invalid('/body/evidenceUrl', 'format', 'must not hold a user name or a password')
  }
}
