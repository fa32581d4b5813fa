// Why nothing is accepted: no scheduler, no database, a pause, no worker, a platform that takes nothing, or no room.
import type { Ctx } from '../../context'
import { isDatabaseUnavailable, isSchemaMissing } from '../../db/errors'
import { DomainError } from '../../errors'
import { throttledMessage } from '../../platform/failures'
import { countQueued, type Acceptance } from './queries'

export function assertSchedulerOn({ endings }: Ctx): void {
  if (endings) return
  throw new DomainError(
    'scheduler_disabled',
    'This deployment runs without asynchronous operations (SCHEDULER=off). Use the synchronous rank routes.',
  )
}

/** The queue is in the database: when that fails, the caller hears of the scheduler. */
export async function onQueue<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDatabaseUnavailable(error) && !isSchemaMissing(error)) throw error
    throw new DomainError(
      'roblox_scheduler_unavailable',
      'The shared scheduler cannot be reached. Retry in a second.',
      {
        retryAfterSeconds: 1,
        cause: error,
      },
    )
  }
}

/** What a closed scheduler is called: synchronous and asynchronous routes have codes of their own (spec, scheduler tables). */
const closedCodes = {
  synchronous: { paused: 'roblox_scheduler_unavailable', silent: 'roblox_scheduler_unavailable' },
  asynchronous: { paused: 'scheduler-disabled', silent: 'scheduler-unavailable' },
} as const

/** For a caller that waits for the end. */
export function assertAccepted(acceptance: Acceptance): void {
  assertOpen(acceptance, 'synchronous')
  const seconds = acceptance.blocked_seconds ?? null
  if (seconds !== null) {
    throw new DomainError('provider-rejected-429', `${throttledMessage(seconds)} Nothing was accepted.`, {
      retryAfterSeconds: seconds,
    })
  }
  if (acceptance.operation_id === null) throw new Error('an operation was neither accepted nor refused')
}

export function assertOpen({ paused, working }: Acceptance, route: keyof typeof closedCodes): void {
  const codes = closedCodes[route]
  if (paused) {
    throw new DomainError(codes.paused, 'The operator has paused rank changes. Nothing was accepted; retry later.', {
      retryAfterSeconds: 30,
    })
  }
  if (!working) {
    throw new DomainError(
      codes.silent,
      'No worker is running to send rank changes. Nothing was accepted; retry shortly.',
      { retryAfterSeconds: 5 },
    )
  }
}

/** How deep the queue of a community was when it was last counted, and how many came since. */
const depths = new Map<string, { queued: number; countedAt: number }>()
const COUNTED_FOR_MS = 1_000

/** Counted once a second and process: a limit that is passed by a few is as good, and costs no scan at every request. */
export async function assertRoom(ctx: Ctx): Promise<void> {
  const { communityId } = ctx.community
  let depth = depths.get(communityId)
  if (!depth || performance.now() - depth.countedAt > COUNTED_FOR_MS) {
    depth = {
      queued: await onQueue(() => countQueued(ctx, ctx.settings.queueLimit)),
      countedAt: performance.now(),
    }
    depths.set(communityId, depth)
  }
  if (depth.queued++ < ctx.settings.queueLimit) return
  throw new DomainError(
    'queue-full',
    `${ctx.settings.queueLimit} rank changes of this community are queued already. Nothing was accepted; retry later.`,
  )
}
