// Preconditions of a rank change.
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../context'
import { isDatabaseUnavailable, isSchemaMissing, unavailability } from '../../db/errors'
import { DomainError } from '../../base/errors'
import { notConfigured, reconnectRequired } from '../../platform-connection/errors'
import { writesPaused } from '../../platform-connection/pause/rules'
import { throttledMessage } from '../../platform/failures'
import { queueLimitOf } from '../rules'
import { countQueued, type Acceptance } from './queries'

export function assertSchedulerOn({ rankChanges }: Ctx): void {
  if (rankChanges.scheduler) return
  throw new DomainError(
    'scheduler_disabled',
    'Asynchronous operations are switched off (SCHEDULER=off). Use the synchronous rank routes.',
  )
}

/** The queue is in the database, so an unavailable database is the scheduler's error. */
export async function mapQueueErrors<T>({ rankChanges }: Ctx, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!rankChanges.scheduler || (!isDatabaseUnavailable(error) && !isSchemaMissing(error))) throw error
    const [message, retryAfterSeconds] = unavailability(error, 'The database of the scheduler')
    throw new DomainError('roblox_scheduler_unavailable', message, { retryAfterSeconds, cause: error })
  }
}

/** Of the queued operation that does what was requested; null: none does. */
export function operationIdOf(acceptance: Acceptance): string | null {
  if (acceptance.outcome === 'queued') return acceptance.operation.operation_id
  return acceptance.outcome === 'reused' ? acceptance.operationId : null
}

export const countQueuedIn = (acceptances: readonly Acceptance[]): number =>
  acceptances.filter(({ outcome }) => outcome === 'queued').length

/** By kind of route (spec, scheduler tables). */
const rejectionCodes = {
  synchronous: { paused: 'roblox_scheduler_unavailable', noWorker: 'roblox_scheduler_unavailable' },
  asynchronous: { paused: 'scheduler-disabled', noWorker: 'scheduler-unavailable' },
} as const

export function assertAccepted(ctx: Ctx, acceptance: Acceptance): void {
  if (acceptance.outcome === 'queued') return
  if (acceptance.outcome === 'refused') assertAvailable(ctx, acceptance)
  throw new Error('the rank change was not queued')
}

export type Refused = Extract<Acceptance, { outcome: 'refused' }>

export function assertAvailable(ctx: Ctx, refused: Refused): void {
  const { refusal, retryAfterSeconds, problem } = refused
  if (refusal === 'not-configured') throw notConfigured()
  if (refusal === 'reconnect-required') throw reconnectRequired()
  assertQueueOpen(ctx, refused, 'synchronous')
  if (problem) throw problem
  if (retryAfterSeconds === null) return
  const code = ctx.rankChanges.scheduler ? 'provider-rejected-429' : 'platform_cloud_rate_limited'
  throw new DomainError(code, throttledMessage(retryAfterSeconds, 'Nothing was queued'), { retryAfterSeconds })
}

export function assertQueueOpen({ rankChanges }: Ctx, { refusal }: Refused, route: keyof typeof rejectionCodes): void {
  const codes = rejectionCodes[route]
  if (refusal === 'writes-paused')
    throw writesPaused(rankChanges.scheduler ? 'roblox_scheduler_unavailable' : 'server_busy')
  if (refusal === 'paused') {
    const code = rankChanges.scheduler ? codes.paused : 'server_busy'
    // no time to wait: a person ends it
    throw new DomainError(code, 'An operator paused rank changes. Nothing was queued; ask when they go on.')
  }
  if (refusal === 'no-worker') {
    throw new DomainError(
      codes.noWorker,
      'No worker is running, so no rank change can be sent. Nothing was queued; retry in a few seconds.',
      { retryAfterSeconds: 5 },
    )
  }
}

const queueLengths = new LRUCache<string, { queued: number; countedAt: number }>({ max: 10_000 })
const COUNT_TTL_MS = 1_000

/**
 * While there is room, a process counts once a second, so the limit may be exceeded slightly. A refusal is decided on a
 * new count, because rank changes that were added since the last one may have ended.
 */
export async function assertQueueNotFull(ctx: Ctx): Promise<void> {
  if (!ctx.rankChanges.scheduler) return
  const { communityId } = ctx.community
  const limit = queueLimitOf(ctx)
  const known = queueLengths.get(communityId)
  const isFresh = known !== undefined && performance.now() - known.countedAt <= COUNT_TTL_MS
  if (isFresh && known.queued++ < limit) return
  const queued = await mapQueueErrors(ctx, () => countQueued(ctx, limit))
  queueLengths.set(communityId, { queued: queued + 1, countedAt: performance.now() })
  if (queued < limit) return
  throw new DomainError(
    'queue-full',
    `${limit} rank changes of this community are already queued. Nothing was queued; retry later.`,
  )
}
