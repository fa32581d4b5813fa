// Erasure locks rows in a different order from other writers, so it uses a short lock_timeout and retries instead of deadlocking.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { DB } from '../../generated/database'
import { withAccountLocked } from '../accounts/actions'
import type { Base } from '../communities/actions'
import { isLockConflict } from '../db/errors'
import { DomainError } from '../errors'
import { setLockTimeout } from './queries'

/** Less than deadlock_timeout (1 s), after which PostgreSQL would abort one of the transactions, possibly the other one. */
const LOCK_TIMEOUT_MS = 100
/** Pause before a retry, times 0.5 to 2. */
const PAUSE_MS = 50
/** Half of the time that a stopping process gives its jobs. */
const MAX_RETRY_MS = 5_000

/**
 * Runs `work` in one transaction that holds the account's lock. On a lock timeout the transaction is rolled back and retried.
 * @param maxMs no retry begins after this time
 * @throws DomainError `dependency_unavailable` when every attempt timed out
 */
export async function retryOnLockTimeout<T>(
  base: Pick<Base, 'db' | 'actor'>,
  userId: number,
  work: (db: Transaction<DB>) => Promise<T>,
  maxMs = MAX_RETRY_MS,
): Promise<T> {
  for (const until = performance.now() + maxMs; ; await sleep(PAUSE_MS * (0.5 + 1.5 * Math.random()))) {
    try {
      return await withAccountLocked(base, userId, async (db) => {
        await setLockTimeout(db, LOCK_TIMEOUT_MS)
        return work(db)
      })
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (performance.now() > until) throw lockedByOthers(error)
    }
  }
}

function lockedByOthers(cause: unknown): DomainError {
  return new DomainError(
    'dependency_unavailable',
    'Nothing was erased, because records of the account were being changed all the time. Try again in a minute.',
    { retryAfterSeconds: 60, cause },
  )
}
