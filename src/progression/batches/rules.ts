// Canonical form of a batch, and error messages of its entries. Pure.
import type { Schema } from '../../contract/types'
import type { DomainError, ErrorCode } from '../../errors'
import type { Applied } from '../rules'

export type GivenEntry = Schema<'BatchEntry'> & { readonly by: 'userId' | 'username' }

export interface LimitedChange extends Applied {
  readonly op: 'increment' | 'decrement' | 'set'
}

/** An entry as `award_batch` (sql/0015_batches.sql) takes it. */
export interface PreparedEntry {
  /** Absent while the username is not resolved, or when it cannot be. */
  readonly userId?: number
  readonly username?: string
  readonly error?: EntryError
  readonly experience?: LimitedChange
  readonly quotaPoints?: LimitedChange
  readonly medals?: readonly string[]
  readonly reason?: string
}

export interface EntryError {
  readonly code: ErrorCode
  /** Absent for errors found by the database, see `messageOf`. */
  readonly message?: string
  readonly medal?: string
}

/** A text that is equal for two batches only when they award the same: `1` equals `"1"`, defaults are filled in. */
export function canonicalText(entries: readonly GivenEntry[]): string {
  return JSON.stringify(
    entries.map(({ userId, by, experience, quotaPoints, medals, reason }) => [
      by,
      by === 'username' ? String(userId).toLowerCase() : String(userId),
      experience ? [experience.op, experience.amount] : null,
      quotaPoints ? [quotaPoints.op, quotaPoints.amount] : null,
      medals ?? null,
      reason ?? null,
    ]),
  )
}

/** Stored outcomes must not contain usernames, which the messages of the single routes quote. */
const anonymousMessages: Partial<Record<ErrorCode, string>> = {
  member_not_found: 'The platform has no such account. Check the spelling; a scoped id needs by=username.',
  username_changed: 'The username is a previous name of its account. Use its current name or its user id.',
}

export function toEntryError({ code, message: original }: DomainError): EntryError {
  const message = anonymousMessages[code] ?? original
  if (!code.startsWith('platform_cloud_')) return { code, message }
  return { code, message: `${message} This entry was not applied: send it again with a new batchId.` }
}

export function messageOf({ code, message, medal }: EntryError): string {
  if (message !== undefined) return message
  if (code === 'medal_not_found') return `This community has no medal named ${medal ?? ''}.`
  if (code === 'medal_archived') return `The medal ${medal ?? ''} is archived. Restore it first, or award another.`
  return 'The member holds the maximum number of medal occurrences. Remove one first.'
}

const codesOfConnection: readonly ErrorCode[] = [
  'platform_cloud_reconnect_required',
  'platform_cloud_refresh_pending',
  'platform_cloud_configuration_unavailable',
  'platform_cloud_credentials_invalid',
  'platform_cloud_rate_limited',
]

/** Whether any other account would get the same error. */
export function concernsEveryAccount(code: ErrorCode): boolean {
  return codesOfConnection.includes(code)
}
