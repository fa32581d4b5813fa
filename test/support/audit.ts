// Helpers for the audit log.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../generated/database'
import { readAuditEntries, type EntryRow } from '../../src/audit/queries'
import type { Db } from '../../src/context'
import { until } from './until'

export async function newestEntries({ db }: { db: Db }, communityId: string, limit: number): Promise<EntryRow[]> {
  const page = { order: 'newest', after: null, limit } as const
  const ctx = { db, community: { communityId } } as Parameters<typeof readAuditEntries>[0]
  return [...(await readAuditEntries(ctx, {}, page)).entries]
}

/** Waits until all entries are readable: open transactions anywhere in the cluster hold them back. */
export async function untilComplete(db: Db): Promise<void> {
  await until('the audit log is complete', async () => {
    const { rows } = await sql<{ complete: boolean }>`
      select coalesce(max(position), 0) < audit_horizon() as complete from audit_entry`.execute(db)
    return rows[0]?.complete === true
  })
}

/** Runs a statement as superuser, without the triggers of the audit log. */
export async function pastTheGuard(dba: Kysely<DB>, statement: RawBuilder<unknown>): Promise<void> {
  await dba.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await statement.execute(tx)
  })
}
