// The heartbeat of a worker, and each second the sweep: scheduled jobs, due suspensions, overdue rank changes, expired leases,
// dispatchers.
import { pause } from '../base/async'
import type { Ctx, Db } from '../context'
import { errorCode, errorMessage } from '../base/error-message'
import { FailureLog } from '../base/logger'
import { cancelOverdue, markUnmarkedLanes, requeueExpiredLeases, wakeDispatch } from '../operations/sweep/queries'
import { endDueSuspensions } from '../moderation/suspensions/actions'
import type { Schedule } from './schedule'
import { deregister, queueScheduled, reapDeadWorkers, sendHeartbeat } from './queries'

const SWEEP_MS = 1_000
/** A heartbeat every 5 seconds. */
const SWEEPS_PER_HEARTBEAT = 5
/**
 * A walk over the communities begins each minute, but not at the start. A page has {@link LANES_PER_SWEEP} communities.
 */
const SWEEPS_PER_WALK = 60
const LANES_PER_SWEEP = 100
/** A worker is dead after this time; its work must be requeued within 30 seconds. */
const DEAD_AFTER_SECONDS = 20

export interface Heartbeat {
  isAlive(): boolean
  stop(): Promise<void>
}

type SweepBase = Pick<Ctx, 'db' | 'log' | 'rankChanges'>

export function startHeartbeat(
  base: SweepBase,
  workerId: string,
  jobWorkers: () => string[],
  schedule: Schedule,
): Heartbeat {
  const { db, log } = base
  const stopping = new AbortController()
  const failures = new FailureLog()
  let lastBeat: number | null = null
  const markNext = walkCommunities(db)
  const run = async (): Promise<void> => {
    for (let count = 0; !stopping.signal.aborted; count++) {
      const onHeartbeat = () => void (lastBeat = performance.now())
      await sweep({ ...base, markNext, schedule }, workerId, jobWorkers(), count, onHeartbeat).then(
        (lost) => void (lost > 0 && log.warn({ lost }, 'rank changes of dead workers were requeued')),
        (error: unknown) => {
          const message = 'the sweep failed and is repeated in a second'
          failures.report(log, 'warn', errorCode(error), { reason: errorMessage(error) }, message)
        },
      )
      await pause(SWEEP_MS, stopping.signal)
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

/** Each call reads one page of the communities with queued rank changes. */
function walkCommunities(db: Db): (isBeginning: boolean) => Promise<void> {
  let after: string | null = null
  return async (isBeginning) => {
    if (isBeginning) after ??= ''
    if (after !== null) after = await markUnmarkedLanes(db, after, LANES_PER_SWEEP)
  }
}

async function sweep(
  base: SweepBase & { readonly markNext: (isBeginning: boolean) => Promise<void>; readonly schedule: Schedule },
  workerId: string,
  jobWorkers: readonly string[],
  count: number,
  onHeartbeat: () => void,
): Promise<number> {
  const { db } = base
  if (count % SWEEPS_PER_HEARTBEAT === 0) {
    await sendHeartbeat(db, workerId, jobWorkers)
    onHeartbeat()
    await reapDeadWorkers(db, DEAD_AFTER_SECONDS)
  }
  // first: a fault of the others stops no scheduled job
  await queueScheduled(db, base.schedule)
  await endDueSuspensions(base)
  await cancelOverdue(db)
  const lost = await requeueExpiredLeases(db)
  await base.markNext((count + 1) % SWEEPS_PER_WALK === 0)
  await wakeDispatch(db)
  return lost
}
