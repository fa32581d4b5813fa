// Takes operations one after the other, the fair choice each time, and works on each until it has ended or waits.
import { findCommunity } from '../../communities/queries'
import type { Ctx } from '../../context'
import { reasonOf } from '../../error-message'
import type { OperationRow } from '../queries'
import { unheard } from '../rules'
import { drive } from './execute'
import type { Work } from './execution'
import { CALLS_PER_OPERATION, claimOperation, mendLine, noteSpent, type Claimer, type Lane } from './queries'

/** What the scheduler works with: a context but for the operation's own. */
export type DispatchBase = Omit<Ctx, 'community' | 'actor' | 'requestId'>

/** A lease outlives the calls between two renewals, so that nobody takes over what is still being sent. */
export function leaseSecondsFor(platformTimeoutMs: number): number {
  return Math.ceil((3 * platformTimeoutMs) / 1_000) + 5
}

/**
 * Works on the next operation of these lanes by the fair choice, and on one more for each whose end let another one go.
 * @returns false when there was none to take
 */
export async function workOnNext(base: DispatchBase, claimer: Claimer, lanes: readonly Lane[]): Promise<boolean> {
  for (let worked = false; ; worked = true) {
    const operation = await claimOperation(base.db, claimer, lanes)
    if (operation === null) return worked
    if (!(await workOn(base, claimer, operation))) return true
  }
}

/** Works on what there is in these lanes until nothing is left to take, or `stop` says so. */
export async function drain(
  base: DispatchBase,
  claimer: Claimer,
  lanes: readonly Lane[],
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted && (await workOnNext(base, claimer, lanes)));
}

/**
 * What fails here but for the platform leaves the operation leased: the sweep takes it back when the lease is over.
 * @returns whether another operation of the member may go now
 */
async function workOn(base: DispatchBase, claimer: Claimer, operation: OperationRow): Promise<boolean> {
  const { community_id: communityId, operation_id: operationId, actor_kind, actor_id, request_id } = operation
  const log = base.log.child({ communityId, operationId, requestId: request_id })
  try {
    const community = await findCommunity(base.db, communityId)
    if (!community) throw new Error(`the community ${communityId} is gone`)
    const actor = { kind: actor_kind, id: actor_id }
    const ctx: Ctx = { ...base, log, community, actor, requestId: request_id }
    const work = newWork(ctx, operation, claimer, 'scheduler')
    await drive(work)
    const [isNextFree] = await Promise.all([mendLine(ctx, operationId), settleBudget(work)])
    return isNextFree
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'the operation could not be worked on; it is taken up again')
    return false
  }
}

/** What was last stored of the platform's limits, by community: most operations teach nothing new. */
const learnt = new Map<string, number>()

/** Charges the credential's owner for what the operation cost beyond the usual, and keeps what the platform said. */
async function settleBudget({ ctx, done }: Work): Promise<void> {
  const { calls, limits } = done
  const { communityId } = ctx.community
  const most = Math.max(calls.read, calls.assign, calls.unassign)
  const isPlenty = limits.remaining === null || limits.remaining > 2 * CALLS_PER_OPERATION
  const isNews = limits.perMinute !== null && learnt.get(communityId) !== limits.perMinute
  if (most === CALLS_PER_OPERATION && isPlenty && !isNews && !limits.throttled && limits.blockedSeconds === null) return
  await noteSpent(ctx.db, communityId, most, limits)
  if (limits.perMinute !== null) learnt.set(communityId, limits.perMinute)
}

/** The work on an operation as it was claimed. */
export function newWork(ctx: Ctx, operation: OperationRow, claimer: Claimer, codes: Work['codes']): Work {
  const calls = { read: 0, assign: 0, unassign: 0 }
  return { ctx, operation, claimer, codes, done: { sent: operation.sent, calls, limits: unheard } }
}
