// Blacklist entries, warnings and suspensions share these rules. Pure.
import { invalid } from '../base/errors'
import { parseTime, timeAfter } from '../base/time'

/** An end: a time in RFC 3339, or a duration. */
export interface Term {
  readonly endsAt?: string | null | undefined
  readonly durationSeconds?: number | undefined
}

export interface TermLimits {
  readonly property: 'endsAt' | 'expiresAt'
  /** Of the issues: both given, out of range. */
  readonly keywords: readonly [both: string, range: string]
  readonly leastSeconds: number
  readonly mostSeconds: number
  readonly message: string
}

/**
 * RFC 3339 in UTC; null: none.
 * @throws DomainError 400 `validation_failed` for both a time and a duration, a time that does not exist, or one out of
 * range
 */
export function endOfTerm({ endsAt, durationSeconds }: Term, limits: TermLimits, now: Date): string | null {
  if (typeof endsAt !== 'string') return durationSeconds === undefined ? null : timeAfter(now, durationSeconds)
  const { property, keywords, leastSeconds, mostSeconds, message } = limits
  const [both, range] = keywords
  if (durationSeconds !== undefined) {
    throw invalid('/body/durationSeconds', both, `must not be sent together with ${property}`)
  }
  const end = parseTime(endsAt)
  if (end === null) {
    const hint = 'must be a date and time that exists, with its offset, such as 2027-01-31T18:00:00Z'
    throw invalid(`/body/${property}`, 'format', hint)
  }
  const seconds = (Date.parse(end) - now.getTime()) / 1_000
  if (seconds < leastSeconds || seconds > mostSeconds) throw invalid(`/body/${property}`, range, message)
  return end
}

export interface Expiry {
  readonly expiresAt?: string | null | undefined
  readonly durationSeconds?: number | undefined
}

const expiry: TermLimits = {
  property: 'expiresAt',
  keywords: ['not', 'minimum'],
  leastSeconds: 0.001,
  mostSeconds: Infinity,
  message: 'must be in the future',
}

export function expiryOf({ expiresAt, durationSeconds }: Expiry, now: Date): string | null {
  return endOfTerm({ endsAt: expiresAt, durationSeconds }, expiry, now)
}

/**
 * The contract's pattern cannot express this.
 * @throws DomainError 400 `validation_failed` for an invalid URL, or one with credentials
 */
export function assertEvidenceUrl(url: string): void {
  if (!URL.canParse(url)) throw invalid('/body/evidenceUrl', 'format', 'must be a complete URL with a host')
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') {
    throw invalid('/body/evidenceUrl', 'format', 'must not hold a user name or a password')
  }
}
