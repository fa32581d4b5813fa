// What a batch means, whoever writes it down how, and what is said of an entry that was not done: pure.
import type { Schema } from '../../contract/types'
import type { DomainError, ErrorCode } from '../../errors'
import type { Applied } from '../rules'

/** An entry as the contract lets it through, with its defaults filled in. */
export type GivenEntry = Schema<'BatchEntry'> & { readonly by: 'userId' | 'username' }

/** A change of a number, after the award limit. */
export interface LimitedChange extends Applied {
  readonly op: 'increment' | 'decrement' | 'set'
}

/** An entry as sql/0015_batches.sql takes it. */
export interface PreparedEntry {
  /** Absent: the username is not resolved yet, or cannot be. */
  readonly userId?: number
  readonly username?: string
  /** Refused before anything was asked of the database. */
  readonly error?: EntryError
  readonly experience?: LimitedChange
  readonly quotaPoints?: LimitedChange
  readonly medals?: readonly string[]
  readonly reason?: string
}

export interface EntryError {
  readonly code: ErrorCode
  /** Absent for what the database found; `messageOf` knows it. */
  readonly message?: string
  /** With `medal_not_found` and `medal_archived`, which. */
  readonly medal?: string
}

/**
 * The entries as they mean the same however they are written: `1` is `"1"`, and a default may be said or left out.
 * @returns a text that two batches share only when they award the same
 */
export function meaningOf(entries: readonly GivenEntry[]): string {
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

/** Codes of accounts that are addressed wrongly. Their messages on single routes quote the name, which is not kept here. */
const ownMessages: Partial<Record<ErrorCode, string>> = {
  member_not_found: 'The platform knows no such account. Check the spelling; a scoped id needs by=username.',
  username_changed: 'The account bears another name now. Use its current name or its user id.',
}

/** A refusal as the outcome of an entry: without anybody's name, and with what to do, since the batchId remembers it. */
export function toEntryError({ code, message }: DomainError): EntryError {
  const said = ownMessages[code] ?? message
  if (!code.startsWith('platform_cloud_')) return { code, message: said }
  return { code, message: `${said} Nothing of this entry was done: send it again under a new batchId.` }
}

/** The sentence of an entry's error. */
export function messageOf({ code, message, medal }: EntryError): string {
  if (message !== undefined) return message
  if (code === 'medal_not_found') return `This community has no medal named ${medal ?? ''}.`
  if (code === 'medal_archived') return `The medal ${medal ?? ''} is archived. Restore it first, or award another.`
  return 'The member holds the maximum of medal occurrences. Remove one first.'
}

/** Not worth asking again for the next account: the platform throttles, or the connection is the trouble. */
const forEverybody: readonly ErrorCode[] = [
  'platform_cloud_reconnect_required',
  'platform_cloud_refresh_pending',
  'platform_cloud_configuration_unavailable',
  'platform_cloud_credentials_invalid',
  'platform_cloud_rate_limited',
]

/** Whether the platform would answer the same for any account. */
export function isForEverybody(code: ErrorCode): boolean {
  return forEverybody.includes(code)
}
