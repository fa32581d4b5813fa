// Lock waits in PostgreSQL.
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Db } from '../../src/context'
import { until } from './until'

/** Processes that wait for a lock. @param statement a LIKE pattern */
export async function waitingForLocks(db: Db, statement = '%'): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`.execute(db)
  return rows.map(({ pid }) => pid)
}

/**
 * Makes `change` in another transaction, which commits when a statement of `work` waits for its locks.
 * @param waiting LIKE pattern of that statement
 */
export async function acrossALockWait<T>(
  { databaseUrl, db }: { readonly databaseUrl: string; readonly db: Db },
  change: (other: Client) => Promise<unknown>,
  waiting: string,
  work: () => Promise<T>,
): Promise<T> {
  const other = new Client({ connectionString: databaseUrl })
  await other.connect()
  try {
    await other.query('begin')
    await change(other)
    const working = work()
    // a rejection is thrown by the await below
    working.catch(() => undefined)
    await until(`a statement like ${waiting} waits for the lock`, async () => {
      return (await waitingForLocks(db, waiting)).length > 0
    })
    await other.query('commit')
    return await working
  } finally {
    await other.end()
  }
}
