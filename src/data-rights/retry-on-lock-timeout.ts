// Erasure locks rows in a different order from other writers, so it retries instead of deadlocking.
import type { Transaction } from 'kysely'
import { retry } from '../base/async'
import type { DB } from '../../generated/database'
import { withAccountLocked } from '../identities/accounts/actions'
import type { Base } from '../communities/actions'
import { isLockConflict } from '../db/errors'
import { DomainError } from '../base/errors'
import { setTimeoutOf } from '../db/session'

/** Below deadlock_timeout (1 s), which could abort the other transaction. */
const LOCK_TIMEOUT_MS = 100
const PAUSE_MS = 60
/** Half of a stopping process's time for jobs. */
const MAX_RETRY_MS = 5_000

/**
 * The account is locked. A lock timeout rolls back and is retried.
 * @param maxMs no retry begins later
 * @throws DomainError `dependency_unavailable` when every attempt timed out
 */
export async function retryOnLockTimeout<T>(
  base: Pick<Base, 'db' | 'actor'>,
  userId: number,
  work: (db: Transaction<DB>) => Promise<T>,
  maxMs = MAX_RETRY_MS,
): Promise<T> {
  const attempt = (): Promise<T> =>
    withAccountLocked(base, userId, async (db) => {
      await setTimeoutOf(db, 'lock_timeout', LOCK_TIMEOUT_MS)
      return work(db)
    })
  return retry({ isRetryable: isLockConflict, forMs: maxMs, pauseMs: PAUSE_MS }, attempt).catch((error: unknown) => {
    throw isLockConflict(error) ? lockedByOthers(error) : error
  })
}

function lockedByOthers(cause: unknown): DomainError {
  return new DomainError(
    'dependency_unavailable',
    'Nothing was erased, because records of the account were being changed all the time. Try again in a minute.',
    { retryAfterSeconds: 60, cause },
  )
}
