// Claims rank changes one at a time, fairly across communities, and executes each.
import { findCommunity } from '../../communities/queries'
import type { Ctx } from '../../context'
import { errorMessage } from '../../error-message'
import type { OperationRow } from '../queries'
import { noLimits } from '../rules'
import { execute } from './execute'
import type { Execution } from './execution'
import {
  CALLS_PER_OPERATION,
  claimOperation,
  promoteNext,
  recordPlatformCalls,
  type Claimer,
  type Lane,
} from './queries'

export type DispatchBase = Omit<Ctx, 'community' | 'actor' | 'requestId'>

/** Longer than the calls between two renewals, so that no other worker claims a change while a write is in flight. */
export function leaseSecondsFor(platformTimeoutMs: number): number {
  return Math.ceil((3 * platformTimeoutMs) / 1_000) + 5
}

/**
 * Claims and executes the next rank change of these lanes, then one more for each that unblocked another.
 * @returns false if there was none to claim
 */
export async function executeNext(base: DispatchBase, claimer: Claimer, lanes: readonly Lane[]): Promise<boolean> {
  for (let executed = false; ; executed = true) {
    const operation = await claimOperation(base.db, claimer, lanes)
    if (operation === null) return executed
    if (!(await executeClaimed(base, claimer, operation))) return true
  }
}

/** Executes rank changes of these lanes until none is left or `stop` is aborted. */
export async function drain(
  base: DispatchBase,
  claimer: Claimer,
  lanes: readonly Lane[],
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted && (await executeNext(base, claimer, lanes)));
}

/**
 * After an unexpected error the lease expires, and the sweep requeues the rank change.
 * @returns whether another rank change of the member can be claimed now
 */
async function executeClaimed(base: DispatchBase, claimer: Claimer, operation: OperationRow): Promise<boolean> {
  const { community_id: communityId, operation_id: operationId, actor_kind, actor_id, request_id } = operation
  const log = base.log.child({ communityId, operationId, requestId: request_id })
  try {
    const community = await findCommunity(base.db, communityId)
    if (!community) throw new Error(`the community ${communityId} does not exist`)
    const actor = { kind: actor_kind, id: actor_id }
    const ctx: Ctx = { ...base, log, community, actor, requestId: request_id }
    const execution = newExecution(ctx, operation, claimer, 'scheduler')
    await execute(execution)
    const [isNextFree] = await Promise.all([promoteNext(ctx, operationId), recordUsage(execution)])
    return isNextFree
  } catch (error) {
    log.error(
      { reason: errorMessage(error) },
      'the rank change could not be executed; it is requeued when its lease expires',
    )
    return false
  }
}

/** The limit last stored for each community, to skip updates that change nothing. */
const cachedLimits = new Map<string, number>()

async function recordUsage({ ctx, progress }: Execution): Promise<void> {
  const { calls, limits } = progress
  const { communityId } = ctx.community
  const callsUsed = Math.max(calls.read, calls.assign, calls.unassign)
  const isAmple = limits.remaining === null || limits.remaining > 2 * CALLS_PER_OPERATION
  const isChanged = limits.perMinute !== null && cachedLimits.get(communityId) !== limits.perMinute
  if (callsUsed === CALLS_PER_OPERATION && isAmple && !isChanged && !limits.throttled && limits.blockedSeconds === null)
    return
  await recordPlatformCalls(ctx.db, communityId, callsUsed, limits)
  if (limits.perMinute !== null) cachedLimits.set(communityId, limits.perMinute)
}

export function newExecution(
  ctx: Ctx,
  operation: OperationRow,
  claimer: Claimer,
  codes: Execution['codes'],
): Execution {
  const calls = { read: 0, assign: 0, unassign: 0 }
  return { ctx, operation, claimer, codes, progress: { sent: operation.sent, calls, limits: noLimits } }
}
