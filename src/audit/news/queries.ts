// SQL of the communities with audit entries that a job has not processed.
import type { Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Db } from '../../context'

export type AuditReader = 'seal' | 'webhooks' | 'leaderboard'

/** Marks the communities with new entries first. A mark stays until the reader removes it. */
export async function listCommunitiesWithNews(db: Db, reader: AuditReader): Promise<string[]> {
  await db.selectNoFrom(({ fn, val }) => fn('mark_audit_news', [val(reader)]).as('marked')).execute()
  const rows = await db
    .selectFrom('audit_news')
    .select('community_id')
    .where('reader', '=', reader)
    .orderBy('community_id')
    .execute()
  return rows.map((row) => row.community_id)
}

/**
 * Removes the mark. The caller then reads the entries in a later statement of the transaction.
 * @returns false: another process has it
 */
export async function takeNews(tx: Transaction<DB>, communityId: string, reader: AuditReader): Promise<boolean> {
  const taken = await tx
    .with('own', (cte) =>
      cte
        .selectFrom('audit_news')
        .select('reader')
        .where('community_id', '=', communityId)
        .where('reader', '=', reader)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('audit_news')
    .using('own')
    .whereRef('audit_news.reader', '=', 'own.reader')
    .where('audit_news.community_id', '=', communityId)
    .executeTakeFirst()
  return taken.numDeletedRows > 0n
}

/** For a reader that leaves entries for its next run. */
export async function keepNews(tx: Transaction<DB>, communityId: string, reader: AuditReader): Promise<void> {
  await tx
    .insertInto('audit_news')
    .values({ community_id: communityId, reader })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
