// Who waits for whom in PostgreSQL, as tests look at it.
import { sql } from 'kysely'
import type { Db } from '../../src/context'

/**
 * The backends of the database in which a statement waits for another's lock.
 * @param statement a pattern of LIKE
 */
export async function waitingForLocks(db: Db, statement = '%'): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`.execute(db)
  return rows.map(({ pid }) => pid)
}
