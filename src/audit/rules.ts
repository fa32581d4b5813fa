// Pages of the audit log and breaks of its hash chain: pure functions.
import { auditReadScopes } from '../../generated/operations'

/** The scope that may read the details of an action: that of the longest declared prefix; null: none is declared. */
export function readScopeOf(action: string): string | null {
  for (let name = action; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    if (name in auditReadScopes) return auditReadScopes[name as keyof typeof auditReadScopes]
  }
  return null
}

/** The position of an entry. Entries are ordered by both fields and never move. */
export interface EntryPlace {
  /** From the id of the transaction that wrote it (sql/0009, 0014). */
  readonly position: number
  readonly auditId: number
}

/** `feed`: oldest first and complete; `newest`: newest first. */
export type FeedOrder = 'feed' | 'newest'

/** A field left out does not filter. */
export interface EntryFilter {
  readonly userId?: string | undefined
  /** An action, or a prefix of actions that ends in a dot. */
  readonly action?: string | undefined
  readonly actorKind?: 'key' | 'operator' | 'job' | undefined
}

export interface FeedPage {
  readonly order: FeedOrder
  /** The page begins after this entry, or before it in the order `newest`; null: at the start. */
  readonly after: EntryPlace | null
  readonly limit: number
}

/** Greater than every entry id: the largest integer that JSON numbers hold exactly. */
export const LAST_ID = Number.MAX_SAFE_INTEGER

export interface PageEnd {
  /** Where the next page begins; null: this is the last page. */
  readonly next: EntryPlace | null
  /** Whether the next page has entries now. */
  readonly hasMore: boolean
}

/** The facts that determine the end of a page. */
export interface PageRead {
  readonly horizon: number
  /** Where a filtered page stopped scanning; null: it reached the end. */
  readonly edge: EntryPlace | null
  /** The last entry of the page when more follow. */
  readonly lastOfMany: EntryPlace | null
}

/**
 * The end of a page. A feed read to its end continues at the horizon, so that filtered entries are not scanned again; but never
 * before `after`, because the horizon of a lagging replica may be behind it.
 */
export function endOfPage({ order, after }: FeedPage, { horizon, edge, lastOfMany }: PageRead): PageEnd {
  const here = lastOfMany ?? edge
  if (here) return { next: here, hasMore: true }
  if (order === 'newest') return { next: null, hasMore: false }
  const complete = { position: horizon - 1, auditId: LAST_ID }
  return { next: after && isBefore(complete, after) ? after : complete, hasMore: false }
}

const isBefore = (one: EntryPlace, other: EntryPlace): boolean =>
  one.position < other.position || (one.position === other.position && one.auditId < other.auditId)

/** A seal of the hash chain with its first mismatching entry. Hashes in hex. */
export interface SealRead {
  readonly number: number
  readonly previous: string | null
  readonly hash: string
  /** The hash matches the seal's columns. */
  readonly isIntact: boolean
  /** Retention has deleted all its entries. */
  readonly isPurged: boolean
  readonly entries: number
  readonly redacted: number
  readonly differingEntry: number | null
  readonly difference: 'changed' | 'missing' | 'inserted' | null
}

/**
 * The mismatch of a seal that follows `previous`, as a sentence; null: none.
 * @param previous null: this is the first seal read. Retention deletes old seals and keeps the last one it has emptied
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
