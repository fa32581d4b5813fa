// The audit trail as tests look at it.
import { readAuditEntries, type EntryRow } from '../../src/audit/queries'
import type { Db } from '../../src/context'

/** The newest entries of a community, newest first. */
export async function newestEntries({ db }: { db: Db }, communityId: string, limit: number): Promise<EntryRow[]> {
  const page = { order: 'newest', after: null, limit } as const
  const ctx = { db, community: { communityId } } as Parameters<typeof readAuditEntries>[0]
  return [...(await readAuditEntries(ctx, {}, page)).entries]
}
