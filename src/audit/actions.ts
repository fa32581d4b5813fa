// Reads and deletes audit entries.
import type { Ctx, Db } from '../context'
import { DomainError } from '../base/errors'
import { dropOldPartitions } from './partitions/actions'
import { deleteOldestEntries, listCommunitiesWithOldEntries, readAuditEntries, type EntryRow } from './queries'
import { endOfPage, type EntryFilter, type FeedPage, type PageEnd } from './rules'

export interface EntriesPage extends PageEnd {
  readonly entries: readonly EntryRow[]
}

/** @throws DomainError 409 `audit_entries_forgotten` when retention has deleted entries after the cursor */
export async function readEntries(
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

/** Entries of one transaction; few, so that locks are short. */
const DELETE_BATCH = 1_000

/** Deletes whole partitions, and the rows of the first one. @param days null: never */
export async function deleteOldEntries(db: Db, days: number | null): Promise<void> {
  if (days === null) return
  await dropOldPartitions(db, days)
  while ((await deleteOldRows(db, days)) > 0);
}

async function deleteOldRows(db: Db, days: number): Promise<number> {
  let count = 0
  for (const communityId of await listCommunitiesWithOldEntries(db, days)) {
    for (let last = DELETE_BATCH; last === DELETE_BATCH; count += last) {
      last = await deleteOldestEntries(db, communityId, days, DELETE_BATCH)
    }
  }
  return count
}
