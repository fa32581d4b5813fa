// An erasure touches everything of an account, in an order that is not everybody's: it gives way instead of standing in a circle.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { DB } from '../../generated/database'
import { withAccountLocked } from '../accounts/actions'
import type { Base } from '../communities/actions'
import { isLockedByOthers } from '../db/errors'
import { DomainError } from '../errors'
import { setLongestLock } from './queries'

/**
 * Of a row that somebody else has locked. Somebody may hold the member and wait for what is erased already: PostgreSQL looks for
 * such circles after a second and ends anyone of them, also the caller of an award, so the erasure is gone long before.
 */
const LONGEST_LOCK_MS = 100
/** Until it is begun anew, half of it to twice as much. */
const PAUSE_MS = 50
/** Half of what a stopping process waits for its jobs. */
const LONGEST_MS = 5_000

/**
 * Runs `work` in one transaction, alone with the account among those who ask for that. Where others, who do not, are at work on a
 * row of it, it is rolled back and begun anew.
 * @param longestMs from then on it is not begun anew
 * @throws DomainError `dependency_unavailable` when there was always somebody
 */
export async function erasingAccount<T>(
  base: Pick<Base, 'db' | 'actor'>,
  userId: number,
  work: (db: Transaction<DB>) => Promise<T>,
  longestMs = LONGEST_MS,
): Promise<T> {
  for (const until = performance.now() + longestMs; ; await sleep(PAUSE_MS * (0.5 + 1.5 * Math.random()))) {
    try {
      return await withAccountLocked(base, userId, async (db) => {
        await setLongestLock(db, LONGEST_LOCK_MS)
        return work(db)
      })
    } catch (error) {
      if (!isLockedByOthers(error)) throw error
      if (performance.now() > until) throw alwaysSomebody(error)
    }
  }
}

function alwaysSomebody(cause: unknown): DomainError {
  return new DomainError(
    'dependency_unavailable',
    'Nothing was erased: somebody was always changing what is kept about the account. Try again in a minute.',
    { retryAfterSeconds: 60, cause },
  )
}
