// Where a page of the audit trail ends and the next one begins: pure.
import { auditReadScopes } from '../../generated/operations'

/** The scope that reads the details of an action's entries: that of the longest declared beginning; null: none is declared. */
export function readScopeOf(action: string): string | null {
  for (let name = action; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    if (name in auditReadScopes) return auditReadScopes[name as keyof typeof auditReadScopes]
  }
  return null
}

/** An entry's place in the feed: entries are ordered by both, and keep their places for ever. */
export interface EntryPlace {
  /** When it was written, as the database counts transactions (sql/0009, 0014). */
  readonly position: number
  readonly auditId: number
}

/** `feed`: the oldest first, nothing missed; `newest`: what happened last. */
export type FeedOrder = 'feed' | 'newest'

/** Which entries are asked for; what is left out keeps none away. */
export interface EntryFilter {
  readonly userId?: string | undefined
  /** The action, or the beginning of several up to a dot. */
  readonly action?: string | undefined
  readonly actorKind?: 'key' | 'operator' | 'job' | undefined
}

export interface FeedPage {
  readonly order: FeedOrder
  /** The page begins after this place, or before it where the newest come first; null: at the beginning. */
  readonly after: EntryPlace | null
  readonly limit: number
}

/** Beyond every id of an entry; what numbers in JSON hold exactly. */
export const LAST_ID = Number.MAX_SAFE_INTEGER

export interface PageEnd {
  /** Where the next page begins; null: there is nothing further. */
  readonly next: EntryPlace | null
  /** Whether there is more to read at once. */
  readonly hasMore: boolean
}

/** What is known once a page was read. */
export interface PageRead {
  readonly horizon: number
  /** Where a filtered page stopped looking; null: it saw all there was. */
  readonly edge: EntryPlace | null
  /** The last entry of the page, if more of them are known to follow. */
  readonly lastOfMany: EntryPlace | null
}

/**
 * Where a page ends. A feed that was read to its end goes on at the horizon, so that nobody looks twice at what the filter
 * kept away; never before the place it came from, which a replica that lags would say.
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

/** A seal of the hash chain, and the first of its entries that is not as it was sealed. Hashes in hex. */
export interface SealRead {
  readonly number: number
  readonly previous: string | null
  readonly hash: string
  /** The hash fits the seal's columns. */
  readonly isIntact: boolean
  /** Retention has deleted all of its entries. */
  readonly isForgotten: boolean
  readonly entries: number
  readonly redacted: number
  readonly differingEntry: number | null
  readonly difference: 'changed' | 'missing' | 'inserted' | null
}

/**
 * What is wrong with a seal that follows `previous`, as a sentence; null: nothing.
 * @param previous the seal read before; null: this is the first. Retention deletes seals, but keeps the last forgotten one
 */
export function findBreak(seal: SealRead, previous: Pick<SealRead, 'number' | 'hash'> | null): string | null {
  const expected = previous ? previous.number + 1 : 1
  const isFirstKept = previous === null && seal.number > 1 && seal.isForgotten
  if (seal.number !== expected && !isFirstKept) return `seal ${expected} is missing`
  if (!isFirstKept && seal.previous !== (previous?.hash ?? null)) {
    return `seal ${seal.number} does not follow the seal before it`
  }
  if (!seal.isIntact) return `seal ${seal.number} was changed`
  if (seal.differingEntry === null) return null
  const what = { changed: 'was changed', missing: 'is missing', inserted: 'was inserted' }[seal.difference ?? 'changed']
  return `entry ${seal.differingEntry} ${what} (seal ${seal.number})`
}
