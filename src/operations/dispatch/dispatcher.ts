// Claims rank changes one at a time, fairly across communities.
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../context'
import { errorMessage } from '../../base/error-message'
import { execute, newExecution, type Usage } from './execute'
import type { State } from './state'
import { claimOperation, type Claimed, type Claimer, type Priority } from './queries'
import { CALLS_PER_OPERATION } from '../rules'
import { recordPlatformCalls } from './budget/queries'

export type DispatchBase = Omit<Ctx, 'community' | 'actor' | 'requestId'>

export interface Dispatcher {
  readonly base: DispatchBase
  readonly claimer: Claimer
  readonly codes: State['codes']
  /** Runs after each claim, beside the execution. */
  readonly onClaim?: (() => Promise<void>) | undefined
}

/**
 * Three calls and 5 seconds: longer than the calls between two renewals, so that no other worker claims a change while
 * a write is in flight.
 */
export function leaseSecondsFor(platformTimeoutMs: number): number {
  return Math.ceil((3 * platformTimeoutMs) / 1_000) + 5
}

export async function executeNext(dispatcher: Dispatcher, priorities: readonly Priority[]): Promise<boolean> {
  const claimed = await claimOperation(dispatcher.base.db, dispatcher.claimer, priorities)
  if (claimed) await executeClaimed(dispatcher, claimed)
  return claimed !== null
}

/** Only the first claim calls `onClaim`: one call for each claim would cost as much as the claim. */
export async function drain(dispatcher: Dispatcher, priorities: readonly Priority[], stop: AbortSignal): Promise<void> {
  const later = { ...dispatcher, onClaim: undefined }
  for (let next = dispatcher; !stop.aborted && (await executeNext(next, priorities)); next = later);
}

const WAKING_FAILED = 'the next rank change could not be started; the sweep starts it within a second'

/** After an unexpected error the lease expires, and the sweep requeues the rank change. */
async function executeClaimed({ base, claimer, codes, onClaim }: Dispatcher, claimed: Claimed): Promise<void> {
  const { community_id: communityId, operation_id: operationId, request_id: requestId } = claimed.operation
  const log = base.log.child({ communityId, operationId, requestId })
  const woken = onClaim?.().catch((error: unknown) => log.warn({ reason: errorMessage(error) }, WAKING_FAILED))
  try {
    const execution = newExecution({ ...base, log }, claimed, claimer, codes)
    await execute(execution)
    await recordUsage(base.db, communityId, execution.usage)
  } catch (error) {
    const reason = errorMessage(error)
    log.error({ reason }, 'the rank change could not be executed; it is requeued when its lease expires')
  }
  await woken
}

/** Calls per minute by community, as last stored. */
const cachedLimits = new LRUCache<string, number>({ max: 10_000 })

async function recordUsage(db: DispatchBase['db'], communityId: string, usage: Usage): Promise<void> {
  const { limits } = usage
  const calls = callsToRecord(usage, cachedLimits.get(communityId) ?? null)
  if (calls === null) return
  await recordPlatformCalls(db, communityId, calls, limits)
  if (limits.perMinute !== null) cachedLimits.set(communityId, limits.perMinute)
}

/** @returns null if the claim has charged them, and the limits are known and ample */
export function callsToRecord({ calls, limits }: Usage, storedLimit: number | null): number | null {
  const callsUsed = Math.max(...Object.values(calls))
  const isAmple = limits.remaining === null || limits.remaining > 2 * CALLS_PER_OPERATION
  const isChanged = limits.perMinute !== null && storedLimit !== limits.perMinute
  const { throttled, blockedSeconds } = limits
  const isKnown = callsUsed === CALLS_PER_OPERATION && isAmple && !isChanged && !throttled && blockedSeconds === null
  return isKnown ? null : callsUsed
}
