// Reading the audit trail page by page, deleting what is old, sealing it and verifying the seals.
import type { Ctx, Db } from '../context'
import { DomainError } from '../errors'
import {
  countUnsealed,
  forgetOldest,
  listCommunitiesToForget,
  listCommunitiesToSeal,
  readAuditEntries,
  readSeals,
  sealOldest,
  type EntryRow,
} from './queries'
import { endOfPage, findBreak, type EntryFilter, type FeedPage, type PageEnd, type SealRead } from './rules'

export interface EntriesPage extends PageEnd {
  readonly entries: readonly EntryRow[]
}

/**
 * One page of the community's trail.
 * @throws DomainError 409 `audit_entries_forgotten` when retention has taken entries after the place the feed goes on from
 */
export async function listEntries(
  ctx: Pick<Ctx, 'db' | 'community'>,
  filter: EntryFilter,
  page: FeedPage,
): Promise<EntriesPage> {
  // one more than asked for tells whether there is another page
  const read = await readAuditEntries(ctx, filter, { ...page, limit: page.limit + 1 })
  if (read.isTruncated) throw forgotten()
  const entries = read.entries.slice(0, page.limit)
  const last = read.entries.length > page.limit || read.isCut ? entries.at(-1) : undefined
  const lastOfMany = last ? { position: last.position, auditId: last.audit_id } : null
  return { entries, ...endOfPage(page, { ...read, lastOfMany }) }
}

function forgotten(): DomainError {
  return new DomainError(
    'audit_entries_forgotten',
    'Entries after this cursor are older than the server keeps them and were deleted unread. Start again without a cursor: ' +
      'the feed begins with the oldest entry that is kept.',
  )
}

/** Entries deleted by one statement: short enough that nobody waits for it. */
const FORGOTTEN_AT_ONCE = 1_000

/**
 * Deletes the entries older than so many days, community by community.
 * @param days null: entries are kept for ever
 */
export async function forgetOldEntries(db: Db, days: number | null): Promise<void> {
  if (days === null) return
  for (const communityId of await listCommunitiesToForget(db, days)) {
    while ((await forgetOldest(db, communityId, days, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
  }
}

/** Entries in one seal: hashing them takes some ten milliseconds. */
const SEALED_AT_ONCE = 1_000

/** Seals the entries of every community whose places are final. */
export async function sealEntries(db: Db): Promise<void> {
  for (const communityId of await listCommunitiesToSeal(db)) {
    while ((await sealOldest(db, communityId, SEALED_AT_ONCE)) === SEALED_AT_ONCE);
  }
}

/** What verifying the hash chain of a community found. */
export interface ChainReport {
  readonly communityId: string
  readonly seals: number
  /** Entries the seals cover, those included that retention has deleted since. */
  readonly sealed: number
  /** Sealed entries that erasure has taken something from. */
  readonly redacted: number
  /** Entries after the last seal, which nothing protects yet. */
  readonly unsealed: number
  /** Hash of the last seal, in hex; null: there is none. */
  readonly head: string | null
  /** The first seal or entry that is not as it was sealed; null: none. */
  readonly broken: string | null
}

/** Seals read by one statement: 20,000 entries at most. */
const SEALS_AT_ONCE = 20

/**
 * Computes the hash chain of a community again, until the first difference.
 * @param knownHead a hash noted earlier, which must be that of a seal; null: none was noted
 */
export async function verifyChain(db: Db, communityId: string, knownHead: string | null): Promise<ChainReport> {
  let last: SealRead | null = null
  let broken: string | null = null
  let isKnown = knownHead === null
  const counts = { seals: 0, sealed: 0, redacted: 0 }
  for (let page = await readSeals(db, communityId, 0, SEALS_AT_ONCE); page.length > 0 && broken === null;) {
    for (const seal of page) {
      broken ??= findBreak(seal, last)
      last = seal
      isKnown ||= seal.hash === knownHead
      counts.seals++
      counts.sealed += seal.entries
      counts.redacted += seal.redacted
    }
    page = await readSeals(db, communityId, last?.number ?? 0, SEALS_AT_ONCE)
  }
  if (!isKnown) broken ??= 'no seal has the hash that was noted: seals were removed or computed again'
  const unsealed = await countUnsealed(db, communityId)
  return { communityId, ...counts, unsealed, head: last?.hash ?? null, broken }
}
