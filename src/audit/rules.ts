// Pages and seals of the audit log. Pure.
import type { Actor } from '../context'
import { auditReadScopes } from '../../generated/operations'

/** Of the longest declared prefix; null: none. */
export function readScopeOf(action: string): string | null {
  for (let name = action; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    if (name in auditReadScopes) return auditReadScopes[name as keyof typeof auditReadScopes]
  }
  return null
}

/** Ordered by both fields; never changes. */
export interface EntryKey {
  /** Id of the writing transaction (sql/functions/audit_position.sql). */
  readonly position: number
  readonly auditId: number
}

/** `feed`: oldest first; `newest`: newest first. */
export type FeedOrder = 'feed' | 'newest'

export interface EntryFilter {
  readonly userId?: number | undefined
  /** Or a prefix that ends in a dot. */
  readonly action?: string | undefined
  readonly actorKind?: Actor['kind'] | 'platform' | undefined
}

export interface FeedPage {
  readonly order: FeedOrder
  /** Null: at the start. */
  readonly after: EntryKey | null
  readonly limit: number
}

const LAST_ID = Number.MAX_SAFE_INTEGER

export interface PageEnd {
  /** Null: the last page. */
  readonly next: EntryKey | null
  /** More entries exist now. */
  readonly hasMore: boolean
}

export interface PageRead {
  readonly horizon: number
  /** Where a filtered page stopped scanning; null: at the end. */
  readonly edge: EntryKey | null
  /** The last entry of the page; null: no more follow. */
  readonly lastOfMany: EntryKey | null
}

/**
 * A feed read to its end continues at the horizon, so that filtered entries are not scanned again, but never before
 * `after`, as a replica's horizon may lag.
 */
export function endOfPage({ order, after }: FeedPage, { horizon, edge, lastOfMany }: PageRead): PageEnd {
  const here = lastOfMany ?? edge
  if (here) return { next: here, hasMore: true }
  if (order === 'newest') return { next: null, hasMore: false }
  const complete = { position: horizon - 1, auditId: LAST_ID }
  return { next: after && isBefore(complete, after) ? after : complete, hasMore: false }
}

const isBefore = (one: EntryKey, other: EntryKey): boolean =>
  one.position < other.position || (one.position === other.position && one.auditId < other.auditId)

/** A seal with its first mismatching entry. Hashes are in hex. */
export interface SealRead {
  readonly number: number
  readonly previous: string | null
  readonly hash: string
  readonly mac: Buffer | null
  /** The hash matches the columns. */
  readonly isIntact: boolean
  /** Retention has deleted all its entries. */
  readonly isPurged: boolean
  readonly entries: number
  /** Entries that were changed after they were sealed. */
  readonly redacted: number
  /** Of these, not by the erasure functions. */
  readonly otherwise: number
  readonly differingEntry: number | null
  readonly difference: 'changed' | 'missing' | 'inserted' | null
}

/**
 * As a sentence; null: none.
 * @param previous null: the first seal read; retention keeps the last one it emptied
 */
export function findBreak(seal: SealRead, previous: Pick<SealRead, 'number' | 'hash'> | null): string | null {
  const expected = previous ? previous.number + 1 : 1
  const isFirstKept = previous === null && seal.number > 1 && seal.isPurged
  if (seal.number !== expected && !isFirstKept) return `seal ${expected} is missing`
  if (!isFirstKept && seal.previous !== (previous?.hash ?? null)) {
    return `seal ${seal.number} does not follow the seal before it`
  }
  if (!seal.isIntact) return `seal ${seal.number} was changed`
  if (seal.differingEntry === null) return null
  const what = { changed: 'was changed', missing: 'is missing', inserted: 'was inserted' }[seal.difference ?? 'changed']
  return `entry ${seal.differingEntry} ${what} (seal ${seal.number})`
}
