// Preconditions of a rank change: scheduler, database, pause, workers, platform limits, queue length.
import type { Ctx } from '../../context'
import { isDatabaseUnavailable, isSchemaMissing } from '../../db/errors'
import { DomainError } from '../../errors'
import { throttledMessage } from '../../platform/failures'
import { countQueued, type Acceptance } from './queries'

export function assertSchedulerOn({ completionNotifier }: Ctx): void {
  if (completionNotifier) return
  throw new DomainError(
    'scheduler_disabled',
    'Asynchronous operations are switched off (SCHEDULER=off). Use the synchronous rank routes.',
  )
}

/** Maps an unavailable database to the scheduler's error, since the queue is in the database. */
export async function mapQueueErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDatabaseUnavailable(error) && !isSchemaMissing(error)) throw error
    throw new DomainError(
      'roblox_scheduler_unavailable',
      'The database of the scheduler cannot be reached. Retry in a second.',
      {
        retryAfterSeconds: 1,
        cause: error,
      },
    )
  }
}

/** Error codes by kind of route (spec, scheduler tables). */
const rejectionCodes = {
  synchronous: { paused: 'roblox_scheduler_unavailable', noWorker: 'roblox_scheduler_unavailable' },
  asynchronous: { paused: 'scheduler-disabled', noWorker: 'scheduler-unavailable' },
} as const

/** Throws unless a synchronous rank change was queued. */
export function assertAccepted(acceptance: Acceptance): void {
  assertQueueOpen(acceptance, 'synchronous')
  const seconds = acceptance.blocked_seconds ?? null
  if (seconds !== null) {
    throw new DomainError('provider-rejected-429', throttledMessage(seconds, 'Nothing was queued'), {
      retryAfterSeconds: seconds,
    })
  }
  if (acceptance.operation_id === null) throw new Error('the enqueue statement returned no result')
}

export function assertQueueOpen({ paused, working }: Acceptance, route: keyof typeof rejectionCodes): void {
  const codes = rejectionCodes[route]
  if (paused) {
    throw new DomainError(codes.paused, 'An operator paused rank changes. Nothing was queued; retry later.', {
      retryAfterSeconds: 30,
    })
  }
  if (!working) {
    throw new DomainError(
      codes.noWorker,
      'No worker is running, so no rank change can be sent. Nothing was queued; retry in a few seconds.',
      { retryAfterSeconds: 5 },
    )
  }
}

/** The queue length by community at the last count, plus the rank changes added since. */
const queueLengths = new Map<string, { queued: number; countedAt: number }>()
const COUNT_TTL_MS = 1_000

/** Counts once a second per process, so the limit may be exceeded slightly. */
export async function assertQueueNotFull(ctx: Ctx): Promise<void> {
  const { communityId } = ctx.community
  let length = queueLengths.get(communityId)
  if (!length || performance.now() - length.countedAt > COUNT_TTL_MS) {
    length = {
      queued: await mapQueueErrors(() => countQueued(ctx, ctx.settings.queueLimit)),
      countedAt: performance.now(),
    }
    queueLengths.set(communityId, length)
  }
  if (length.queued++ < ctx.settings.queueLimit) return
  throw new DomainError(
    'queue-full',
    `${ctx.settings.queueLimit} rank changes of this community are already queued. Nothing was queued; retry later.`,
  )
}
