// In every interval each connected community has one second of its own. Each minute queues the jobs of its seconds.
import { listStaggered, type Stagger } from '../communities/queries'
import type { Db } from '../context'
import { enqueueStaggered, type SpreadJob } from '../db/job-queue'
import type { Scheduled } from './schedule'

const PAGE = 500
const MINUTE_SECONDS = 60

/** `seconds`: the interval, in whole minutes. */
type Spread = Pick<Stagger, 'seconds' | 'oauthOnly' | 'withStaffRanks'>

type Spacing = (second: number) => readonly { readonly second: number; readonly part?: string }[]

const once: Spacing = (second) => [{ second }]
const HALF = 30
const twiceAMinute: Spacing = (second) => [{ second: second % HALF }, { second: (second % HALF) + HALF, part: ' half' }]

export const queueHalfMinutes = (db: Db, job: SpreadJob, spread: Omit<Spread, 'seconds'>, scheduled: Scheduled) =>
  queueStaggered(db, job, { ...spread, seconds: MINUTE_SECONDS }, scheduled, twiceAMinute)

/** Reads and queues a page of communities at a time, so that statements are bounded. */
export async function queueStaggered(
  db: Db,
  job: SpreadJob,
  spread: Spread,
  scheduled: Scheduled,
  spacing: Spacing = once,
): Promise<void> {
  const at = Date.parse(scheduled._cron.ts)
  const minute = Math.floor(at / 1_000 / MINUTE_SECONDS) * MINUTE_SECONDS
  const stagger = { ...spread, name: job, from: minute % spread.seconds, length: MINUTE_SECONDS }
  const timeOf = (second: number): Date => new Date((minute - stagger.from + second) * 1_000)
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = await listStaggered(db, stagger, after, PAGE)
    await enqueueStaggered(
      db,
      job,
      page.flatMap(({ community_id: communityId, second }) =>
        spacing(second).map(({ second: at, part }) => ({ communityId, runAt: timeOf(at), ...(part && { part }) })),
      ),
    )
    after = page.length < PAGE ? undefined : page.at(-1)?.community_id
  }
}
