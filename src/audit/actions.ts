// Reads the audit log page by page, deletes old entries, seals entries and verifies the seals.
import type { Ctx, Db } from '../context'
import { DomainError } from '../errors'
import {
  countUnsealed,
  deleteOldestEntries,
  listCommunitiesWithOldEntries,
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
 * One page of the community's audit log.
 * @throws DomainError 409 `audit_entries_forgotten` when retention has deleted entries after the cursor
 */
export async function listEntries(
  ctx: Pick<Ctx, 'db' | 'community'>,
  filter: EntryFilter,
  page: FeedPage,
): Promise<EntriesPage> {
  // read one more to know whether another page follows
  const read = await readAuditEntries(ctx, filter, { ...page, limit: page.limit + 1 })
  if (read.isTruncated) throw entriesDeleted()
  const entries = read.entries.slice(0, page.limit)
  const last = read.entries.length > page.limit || read.isCut ? entries.at(-1) : undefined
  const lastOfMany = last ? { position: last.position, auditId: last.audit_id } : null
  return { entries, ...endOfPage(page, { ...read, lastOfMany }) }
}

function entriesDeleted(): DomainError {
  return new DomainError(
    'audit_entries_forgotten',
    'Entries after this cursor were older than the retention period and were deleted. ' +
      'Start again without a cursor, from the oldest entry kept.',
  )
}

/** Entries deleted by one statement, small enough that its locks are short. */
const DELETE_BATCH = 1_000

/**
 * Deletes entries older than `days`, community by community.
 * @param days null: entries are never deleted
 */
export async function deleteOldEntries(db: Db, days: number | null): Promise<void> {
  if (days === null) return
  for (const communityId of await listCommunitiesWithOldEntries(db, days)) {
    while ((await deleteOldestEntries(db, communityId, days, DELETE_BATCH)) === DELETE_BATCH);
  }
}

/** Entries in one seal; hashing them takes about 10 ms. */
const SEAL_BATCH = 1_000

/** Seals the entries whose positions are final, in every community. */
export async function sealEntries(db: Db): Promise<void> {
  for (const communityId of await listCommunitiesToSeal(db)) {
    while ((await sealOldest(db, communityId, SEAL_BATCH)) === SEAL_BATCH);
  }
}

/** The result of verifying a community's hash chain. */
export interface ChainReport {
  readonly communityId: string
  readonly seals: number
  /** Entries covered by seals, including those that retention has deleted. */
  readonly sealed: number
  /** Sealed entries changed by erasure. */
  readonly redacted: number
  /** Entries after the last seal. */
  readonly unsealed: number
  /** Hash of the last seal, in hex; null: there is no seal. */
  readonly head: string | null
  /** The first mismatch, as a sentence; null: none. */
  readonly broken: string | null
}

/** Seals read by one statement. */
const SEALS_PER_READ = 20

/**
 * Recomputes a community's hash chain up to the first mismatch.
 * @param knownHead a hash recorded earlier, which one of the seals must have; null: none was recorded
 */
export async function verifyChain(db: Db, communityId: string, knownHead: string | null): Promise<ChainReport> {
  let last: SealRead | null = null
  let broken: string | null = null
  let isKnown = knownHead === null
  const counts = { seals: 0, sealed: 0, redacted: 0 }
  for (let page = await readSeals(db, communityId, 0, SEALS_PER_READ); page.length > 0 && broken === null;) {
    for (const seal of page) {
      broken ??= findBreak(seal, last)
      last = seal
      isKnown ||= seal.hash === knownHead
      counts.seals++
      counts.sealed += seal.entries
      counts.redacted += seal.redacted
    }
    page = await readSeals(db, communityId, last?.number ?? 0, SEALS_PER_READ)
  }
  if (!isKnown) broken ??= 'no seal has the recorded hash: seals were removed or recomputed'
  const unsealed = await countUnsealed(db, communityId)
  return { communityId, ...counts, unsealed, head: last?.hash ?? null, broken }
}
