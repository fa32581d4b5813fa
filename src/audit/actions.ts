// Reading the audit trail page by page, and forgetting what is old.
import type { Ctx, Db } from '../context'
import { DomainError } from '../errors'
import { forgetOldest, listCommunitiesToForget, readAuditEntries, type EntryRow } from './queries'
import { endOfPage, type EntryFilter, type FeedPage, type PageEnd } from './rules'

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
  const last = read.entries.length > page.limit ? entries.at(-1) : undefined
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
