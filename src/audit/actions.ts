// Reads, deletes, seals and verifies audit entries.
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

/** @throws DomainError 409 `audit_entries_forgotten` when retention has deleted entries after the cursor */
export async function listEntries(
  ctx: Pick<Ctx, 'db' | 'community'>,
  filter: EntryFilter,
  page: FeedPage,
): Promise<EntriesPage> {
  // one more, to detect a next page
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

/** Small, so that locks are short. */
const DELETE_BATCH = 1_000

/** @param days null: never */
export async function deleteOldEntries(db: Db, days: number | null): Promise<void> {
  if (days === null) return
  for (const communityId of await listCommunitiesWithOldEntries(db, days)) {
    while ((await deleteOldestEntries(db, communityId, days, DELETE_BATCH)) === DELETE_BATCH);
  }
}

/** Hashing them takes 10 ms. */
const SEAL_BATCH = 1_000

/** Those with final positions. */
export async function sealEntries(db: Db): Promise<void> {
  for (const communityId of await listCommunitiesToSeal(db)) {
    while ((await sealOldest(db, communityId, SEAL_BATCH)) === SEAL_BATCH);
  }
}

export interface ChainReport {
  readonly communityId: string
  readonly seals: number
  /** Including those deleted by retention. */
  readonly sealed: number
  /** Changed by erasure. */
  readonly redacted: number
  /** Entries after the last seal. */
  readonly unsealed: number
  /** In hex; null: none. */
  readonly head: string | null
  /** As a sentence; null: none. */
  readonly broken: string | null
}

/** Per statement. */
const SEALS_PER_READ = 20

/**
 * Stops at the first mismatch.
 * @param knownHead a recorded hash that one seal must have; null: none
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
