// Begins and drops partitions of the audit log. Locks are short, because every statement on the log waits behind one.
import type { Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import { retry } from '../../base/async'
import type { Db } from '../../context'
import { isLockConflict } from '../../db/errors'
import { setTimeoutOf } from '../../db/session'
import { beginMonth, dropPartition, forgetPartition, listCommunitiesInPartition, listOldPartitions } from './queries'

const LOCK_TIMEOUT_MS = 250
const PAUSE_MS = 2_000
/** Below the time that a stopping process gives its jobs. */
const RETRY_MS = 8_000

/** Begins the partition of this month (UTC), once. A later run tries again when the log is in use all the time. */
export const beginAuditMonth = (db: Db): Promise<boolean> => withShortLocks(db, beginMonth)

/**
 * Drops the partitions whose entries are all older than `days`. Before, a transaction notes each community's entries as
 * deleted, so that the hash chain and the feed begin after them.
 */
export async function dropOldPartitions(db: Db, days: number): Promise<void> {
  for (const partition of await listOldPartitions(db, days)) {
    for (const communityId of await listCommunitiesInPartition(db, partition)) {
      await db.transaction().execute(async (tx) => {
        await setTimeoutOf(tx, 'statement_timeout', 0)
        await forgetPartition(tx, communityId, partition, days)
      })
    }
    await withShortLocks(db, (tx) => dropPartition(tx, partition, days))
  }
}

/** @throws the lock conflict of the last attempt */
const withShortLocks = <T>(db: Db, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> =>
  retry({ isRetryable: isLockConflict, forMs: RETRY_MS, pauseMs: PAUSE_MS }, () =>
    db.transaction().execute(async (tx) => {
      await setTimeoutOf(tx, 'lock_timeout', LOCK_TIMEOUT_MS)
      await setTimeoutOf(tx, 'statement_timeout', 0)
      return work(tx)
    }),
  )
