// A worker's heart: says that it lives, and sees to what the dead have left: their jobs' locks, their operations, and what
// nobody was woken for. Suspensions end with its beat.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../context'
import { reasonOf } from '../error-message'
import type { Logger } from '../logger'
import { cancelOverdue, promoteWaiting, requeueExpiredLeases, wakeDispatch } from '../rank-changes/sweep/queries'
import { endDueSuspensions } from '../moderation/suspensions/actions'
import { beat, buryDead, leave } from './queries'

const SWEEP_MS = 1_000
/** Every so many sweeps, what costs more or changes less. */
const BEAT_EVERY = 5
/** Without a beat for so long a worker is dead; it must be noticed within 30 seconds. */
const DEAD_AFTER_SECONDS = 20
/** Jobs added to a lane by one sweep. */
const WOKEN_AT_ONCE = 4

export interface Heart {
  /** Whether it has beaten lately, so that nobody takes this worker for dead. */
  beats(): boolean
  /** Says good-bye, so that nobody has to find out. */
  stop(): Promise<void>
}

/** Beats and sweeps once a second until stopped. @param jobWorkers the names this process's job runners lock under, now */
export function startHeart(db: Db, workerId: string, jobWorkers: () => string[], log: Logger): Heart {
  const stopping = new AbortController()
  let beatAt: number | null = null
  const run = async (): Promise<void> => {
    for (let count = 0; !stopping.signal.aborted; count++) {
      await sweep(db, workerId, jobWorkers(), count, () => void (beatAt = performance.now())).then(
        (lost) => void (lost > 0 && log.warn({ lost }, 'operations of processes that died are taken up again')),
        // the next one is a second away
        (error: unknown) => log.warn({ reason: reasonOf(error) }, 'the sweep failed'),
      )
      await sleep(SWEEP_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    beats: () => beatAt !== null && performance.now() - beatAt < DEAD_AFTER_SECONDS * 1_000,
    async stop() {
      stopping.abort()
      await running
      await leave(db, workerId).catch(() => undefined)
    },
  }
}

/** @returns how many operations were taken back from the dead */
async function sweep(
  db: Db,
  workerId: string,
  jobWorkers: readonly string[],
  count: number,
  beaten: () => void,
): Promise<number> {
  if (count % BEAT_EVERY === 0) {
    await beat(db, workerId, jobWorkers)
    beaten()
    await buryDead(db, DEAD_AFTER_SECONDS)
  }
  await endDueSuspensions(db)
  await cancelOverdue(db)
  await promoteWaiting(db)
  const lost = await requeueExpiredLeases(db)
  await wakeDispatch(db, WOKEN_AT_ONCE)
  return lost
}
