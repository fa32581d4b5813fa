// What blacklist entries and warnings have in common: how long they last, and what a link to evidence may be. Pure.
import { invalid } from '../errors'

/** How long an entry or warning lasts, as sent: at most one of the two. */
export interface Term {
  /** RFC 3339 in UTC, as the contract's `x-utc` leaves it. */
  readonly expiresAt?: string | null | undefined
  readonly durationSeconds?: number | undefined
}

/**
 * When it ends.
 * @returns RFC 3339 in UTC; null: not by itself
 * @throws DomainError 400 `validation_failed` for both at once, or a time in the past
 */
export function endOf({ expiresAt, durationSeconds }: Term, now: Date): string | null {
  if (durationSeconds !== undefined) {
    if (typeof expiresAt === 'string') throw invalid('/body/durationSeconds', 'not', 'must not stand beside expiresAt')
    return new Date(now.getTime() + durationSeconds * 1_000).toISOString()
  }
  if (typeof expiresAt !== 'string') return null
  if (Date.parse(expiresAt) <= now.getTime()) throw invalid('/body/expiresAt', 'minimum', 'must be in the future')
  return expiresAt
}

/**
 * Holds a link to more than the contract's pattern can say.
 * @throws DomainError 400 `validation_failed` for what is no link, and for one with a name or password in it, which everybody
 *   who may read the entry would read
 */
export function assertEvidenceUrl(url: string): void {
  if (!URL.canParse(url)) throw invalid('/body/evidenceUrl', 'format', 'must be a whole link, with a host')
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') {
    throw invalid('/body/evidenceUrl', 'format', 'must not hold a user name or a password')
  }
}
