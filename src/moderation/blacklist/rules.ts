// Blacklist entries and their changes. Pure.
import { DomainError } from '../../base/errors'
import { assertEvidenceUrl, expiryOf } from '../rules'

export interface Subject {
  readonly kind: 'account' | 'group'
  readonly id: number
}

export type EntryState = 'live' | 'expired' | 'lifted'

export interface EntryTerms {
  readonly reason: string | null
  readonly evidenceUrl: string | null
  /** RFC 3339; null: until lifted. */
  readonly expiresAt: string | null
}

/** Absent properties stay; null clears them. */
export interface EntryChange {
  readonly reason?: string | undefined
  readonly evidenceUrl?: string | null | undefined
  readonly expiresAt?: string | null | undefined
  readonly durationSeconds?: number | undefined
}

export function assertLive(state: EntryState): void {
  if (state === 'live') return
  throw new DomainError(
    'blacklist_entry_ended',
    `The blacklist entry is ${state} and can no longer change. Create a new entry instead.`,
    { details: { state } },
  )
}

/** @throws DomainError 400 `validation_failed` */
export function changedTerms(terms: EntryTerms, change: EntryChange, now: Date): Partial<EntryTerms> {
  const { reason = terms.reason, evidenceUrl = terms.evidenceUrl } = change
  const hasEnd = change.expiresAt !== undefined || change.durationSeconds !== undefined
  const expiresAt = hasEnd ? expiryOf(change, now) : terms.expiresAt
  if (typeof change.evidenceUrl === 'string') assertEvidenceUrl(change.evidenceUrl)
  return {
    ...(reason === terms.reason ? {} : { reason }),
    ...(evidenceUrl === terms.evidenceUrl ? {} : { evidenceUrl }),
    ...(toMillis(expiresAt) === toMillis(terms.expiresAt) ? {} : { expiresAt }),
  }
}

const toMillis = (time: string | null): number | null => (time === null ? null : Date.parse(time))
