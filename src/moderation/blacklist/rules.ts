// Who or what an entry keeps out, and what may become of an entry. Pure.
import { DomainError } from '../../errors'
import { assertEvidenceUrl, endOf } from '../rules'

/** An account or a whole group of the platform. */
export interface Subject {
  readonly kind: 'account' | 'group'
  /** The user id, or the group's. */
  readonly id: number
}

export type EntryState = 'live' | 'expired' | 'lifted'

/** What of an entry may change. */
export interface EntryTerms {
  readonly reason: string | null
  readonly evidenceUrl: string | null
  /** RFC 3339; null: in force until it is lifted. */
  readonly expiresAt: string | null
}

/** What a caller wants changed: what is absent stays, null clears. */
export interface EntryChange {
  readonly reason?: string | undefined
  readonly evidenceUrl?: string | null | undefined
  readonly expiresAt?: string | null | undefined
  readonly durationSeconds?: number | undefined
}

/** @throws DomainError 409 `blacklist_entry_ended` */
export function assertInForce(state: EntryState): void {
  if (state === 'live') return
  throw new DomainError(
    'blacklist_entry_ended',
    `This blacklist entry is ${state}; it stays as it is. Blacklist anew if need be.`,
    { details: { state } },
  )
}

/**
 * The terms that a change really changes; none where it says what is there already.
 * @throws DomainError 400 `validation_failed`
 */
export function changedTerms(terms: EntryTerms, change: EntryChange, now: Date): Partial<EntryTerms> {
  const { reason = terms.reason, evidenceUrl = terms.evidenceUrl } = change
  const hasEnd = change.expiresAt !== undefined || change.durationSeconds !== undefined
  const expiresAt = hasEnd ? endOf(change, now) : terms.expiresAt
  if (typeof change.evidenceUrl === 'string') assertEvidenceUrl(change.evidenceUrl)
  return {
    ...(reason === terms.reason ? {} : { reason }),
    ...(evidenceUrl === terms.evidenceUrl ? {} : { evidenceUrl }),
    ...(momentOf(expiresAt) === momentOf(terms.expiresAt) ? {} : { expiresAt }),
  }
}

const momentOf = (time: string | null): number | null => (time === null ? null : Date.parse(time))
