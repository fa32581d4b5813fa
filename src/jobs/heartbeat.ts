// The heartbeat of a worker process, and once a second the sweep: ends due suspensions, cancels overdue rank changes, requeues
// those of dead workers, and wakes the dispatchers.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../context'
import { errorMessage } from '../error-message'
import type { Logger } from '../logger'
import { cancelOverdue, promoteWaiting, requeueExpiredLeases, wakeDispatch } from '../rank-changes/sweep/queries'
import { endDueSuspensions } from '../moderation/suspensions/actions'
import { deregister, reapDeadWorkers, sendHeartbeat } from './queries'

const SWEEP_MS = 1_000
/** Sweeps per heartbeat. */
const SWEEPS_PER_HEARTBEAT = 5
/** A worker without a heartbeat for this long is dead. Its work must be requeued within 30 seconds. */
const DEAD_AFTER_SECONDS = 20
/** Dispatch jobs added by one sweep. */
const MAX_WOKEN = 4

export interface Heartbeat {
  /** Whether the last heartbeat is recent enough that no other worker takes this one for dead. */
  isAlive(): boolean
  /** Stops, and deregisters the worker so that others need not wait for its heartbeat to expire. */
  stop(): Promise<void>
}

/**
 * Starts the heartbeat and the sweep.
 * @param jobWorkers the names under which this process's job runners lock jobs now
 */
export function startHeartbeat(db: Db, workerId: string, jobWorkers: () => string[], log: Logger): Heartbeat {
  const stopping = new AbortController()
  let lastBeat: number | null = null
  const run = async (): Promise<void> => {
    for (let count = 0; !stopping.signal.aborted; count++) {
      await sweep(db, workerId, jobWorkers(), count, () => void (lastBeat = performance.now())).then(
        (lost) => void (lost > 0 && log.warn({ lost }, 'rank changes of dead workers were requeued')),
        (error: unknown) => log.warn({ reason: errorMessage(error) }, 'the sweep failed and is repeated in a second'),
      )
      await sleep(SWEEP_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    isAlive: () => lastBeat !== null && performance.now() - lastBeat < DEAD_AFTER_SECONDS * 1_000,
    async stop() {
      stopping.abort()
      await running
      await deregister(db, workerId).catch(() => undefined)
    },
  }
}

/** @returns the number of rank changes requeued from dead workers */
async function sweep(
  db: Db,
  workerId: string,
  jobWorkers: readonly string[],
  count: number,
  onHeartbeat: () => void,
): Promise<number> {
  if (count % SWEEPS_PER_HEARTBEAT === 0) {
    await sendHeartbeat(db, workerId, jobWorkers)
    onHeartbeat()
    await reapDeadWorkers(db, DEAD_AFTER_SECONDS)
  }
  await endDueSuspensions(db)
  await cancelOverdue(db)
  await promoteWaiting(db)
  const lost = await requeueExpiredLeases(db)
  await wakeDispatch(db, MAX_WOKEN)
  return lost
}
