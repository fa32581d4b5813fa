// Finishing an event: everything it awards in one transaction, its rank changes accepted in the same, and what the caller is
// told of them (spec, Scheduled platform operation outcomes).
import { insertAuditEntry } from '../../audit/queries'
import { requirementFor } from '../../auth/effects'
import { findCommunity } from '../../communities/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { enqueueLater, type JobPayloads } from '../../job-queue'
import { DomainError, type ErrorCode } from '../../errors'
import { listRanks } from '../../ranks/queries'
import { circumstancesOf, decideAutoRank, type RankFacts } from '../../ranks/rules'
import { outcomeOf, referenceTo } from '../../rank-changes/enqueue/submit-and-wait'
import { newOperationId } from '../../rank-changes/enqueue/resolve-target'
import { assertRoom, onQueue } from '../../rank-changes/enqueue/preconditions'
import { awaitOwed, workOffDue } from '../../rank-changes/event-follow-ups/actions'
import { acceptOwed, type OwedOperation } from '../../rank-changes/event-follow-ups/queries'
import type { OperationRow } from '../../rank-changes/queries'
import { hasEnded } from '../../rank-changes/rules'
import { assertMayAward, requireEvent, requireLockedEvent, stateConflict } from '../actions'
import { moveEvent, type EventRow } from '../queries'
import { grantsOf, type Grant } from '../rules'
import { toFinishMeta } from '../views'
import {
  giveAwards,
  insertRankAwards,
  listPresent,
  lockPresent,
  summarizeAwards,
  type PresentRow,
  type RankAwardRow,
  type RankGoalRow,
  type SummaryRow,
} from './queries'

/** A caller may wait for so few; more take longer than anybody waits, at the pace of the platform's limits. */
const MOST_AWAITED = 20

export interface Finished {
  readonly event: EventRow
  /** It was finished before; nothing was awarded now. */
  readonly replayed: boolean
  readonly summary: SummaryRow
}

/**
 * Finishes an active event and awards whoever is present, once for all. One that is finished answers the same and awards
 * nothing.
 * @param wait whether the caller wants to hear of the rank changes' end, where they are few
 * @throws DomainError 403 for awards the caller may not give, 404 `event_not_found`, 409 `event_state_conflict`, 429
 *   `queue-full`: nothing was committed; or the
 *   outcome of the first rank change that did not succeed, with `details.committed`: the event is finished
 */
export async function finishEvent(ctx: Ctx, eventId: string, wait: boolean): Promise<Finished> {
  const operationIds = await inTransaction(ctx, (tx) => finish(tx, eventId, wait))
  if (operationIds !== null && wait && operationIds.length <= MOST_AWAITED) {
    await assertWell(ctx, eventId, await awaitOwed(ctx, eventId, operationIds))
  }
  const [event, summary] = await Promise.all([requireEvent(ctx, eventId), summarizeAwards(ctx, eventId)])
  return { event, replayed: operationIds === null, summary }
}

/** @returns the rank changes accepted, by user id of their members; null: the event was finished before */
async function finish(tx: TxCtx, eventId: string, wait: boolean): Promise<string[] | null> {
  // who comes second waits here, and finds the event finished
  const event = await requireLockedEvent(tx, eventId)
  if (event.state === 'finished') return null
  assertMayAward(tx, event.awards)
  if (!(await moveEvent(tx, eventId, 'finished'))) throw stateConflict(event.state)
  const grants = grantsOf(event.awards, tx.community)
  await lockPresent(tx, eventId)
  await giveAwards(tx, eventId, grants, `Event ${event.name} (${eventId})`)
  const operationIds = await oweRankChanges(tx, eventId, grants, wait)
  const { awards } = toFinishMeta(false, await summarizeAwards(tx, eventId))
  await insertAuditEntry(tx, {
    action: 'event.finish',
    userId: event.host_user_id,
    before: { eventId, state: event.state },
    after: { eventId, state: 'finished', awards },
  })
  return operationIds
}

/** Writes down each rank change with the award that it is, and accepts it. @returns the operations */
async function oweRankChanges(tx: TxCtx, eventId: string, grants: readonly Grant[], wait: boolean): Promise<string[]> {
  const ranks = await listRanks(tx)
  const awards = (await listPresent(tx, eventId)).flatMap((member): RankAwardRow[] => {
    const goal = goalOf(tx, member, grants, ranks)
    if (!goal) return []
    const { user_id: userId } = member
    // there is no platform to change a rank on, and nobody to ask again
    if (tx.community.connection === 'none') {
      return [{ userId, goal, operationId: null, code: 'platform_cloud_not_configured' }]
    }
    return [{ userId, goal, operationId: newOperationId(), code: null }]
  })
  const operations = awards.flatMap(toOperation)
  if (awards.length > 0) await insertRankAwards(tx, eventId, awards)
  if (operations.length > 0) await accept(tx, eventId, operations, wait && operations.length <= MOST_AWAITED)
  return operations.map(({ operationId }) => operationId)
}

/** The rank of a rule, which somebody chose, comes before AutoRank, which the new experience would lead to. */
function goalOf(
  { community }: Ctx,
  { role, experience, rank_unique_id }: PresentRow,
  grants: readonly Grant[],
  ranks: readonly RankFacts[],
): RankGoalRow | null {
  const grant = grants.find((one) => one.role === role)
  if (grant?.rank) {
    const { rank } = grant
    return 'move' in rank ? { kind: rank.move, rankUniqueId: null } : { kind: 'set', rankUniqueId: rank.rankUniqueId }
  }
  if (!grant || grant.experience.amount === 0 || community.connection === 'none') return null
  const held = ranks.find((rank) => rank.unique_id === rank_unique_id) ?? null
  // who is barred is seen in the change's turn, and told in its award
  const circumstances = circumstancesOf(community, { suspended: false, blacklisted: false })
  const { outcome } = decideAutoRank(ranks, held, experience, circumstances)
  return outcome === 'move' ? { kind: 'auto', rankUniqueId: null } : null
}

function toOperation({ userId, goal, operationId }: RankAwardRow): OwedOperation[] {
  if (operationId === null) return []
  // as on the direct routes: AutoRank follows from experience, any other change is a rank that is given
  const requires = requirementFor(goal.kind === 'auto' ? 'experience' : 'rank')
  return [{ operationId, userId, kind: `rank.${goal.kind}`, targetUniqueId: goal.rankUniqueId, requires }]
}

/** Paused, or without a worker: it is accepted all the same and held, because nobody could ask for it again. */
async function accept(
  tx: TxCtx,
  eventId: string,
  operations: readonly OwedOperation[],
  awaited: boolean,
): Promise<void> {
  await assertRoom(tx)
  await onQueue(() => acceptOwed(tx, eventId, operations, awaited))
  // without a scheduler this process works them off; the job is for what it leaves, or takes with it
  const runAt = new Date(Date.now() + (awaited ? tx.settings.rankChangeWaitMs : 0))
  await enqueueLater(tx.db, 'finish-event-ranks', { communityId: tx.community.communityId, eventId }, runAt)
}

/** Refusals by the rules on the member, which no caller can do anything about: its award says so, the finish is well. */
const refusals: readonly ErrorCode[] = [
  ...(['member_not_in_group', 'member_suspended', 'member_blacklisted', 'member_not_found'] as const),
  ...(['rank_limit_reached', 'rank_not_assignable', 'rank_not_found'] as const),
]

/** @throws DomainError the outcome of the first rank change that has not ended, or failed on the platform */
async function assertWell(ctx: Ctx, eventId: string, rows: readonly OperationRow[]): Promise<void> {
  const troubled = rows.find((row) => row.status !== 'succeeded' && !isRefused(row))
  if (!troubled) return
  const error = hasEnded(troubled.status) ? await endOf(ctx, troubled) : await pendingError(ctx, troubled)
  const { experience, quota_points, medals } = await summarizeAwards(ctx, eventId)
  const given = { experience, quotaPoints: quota_points, medals }
  const committed = ['event', ...Object.entries(given).flatMap(([kind, count]) => (count > 0 ? [kind] : []))]
  throw error instanceof DomainError ? error.withDetails({ committed }) : error
}

const isRefused = ({ error_code }: OperationRow): boolean => error_code !== null && refusals.includes(error_code)

const endOf = (ctx: Ctx, row: OperationRow): Promise<unknown> =>
  outcomeOf(ctx, row).then(
    () => new Error('a rank change that did not succeed has no error'),
    (error: unknown) => error,
  )

async function pendingError(ctx: Ctx, { operation_id }: OperationRow): Promise<DomainError> {
  const message =
    'The event is finished and its awards are given. A rank change of it has not ended; it goes on, and listEventAwards has its end.'
  if (!ctx.endings) return new DomainError('platform_cloud_timeout', message)
  return new DomainError('outcome-pending-check-status', message, await referenceTo(ctx, operation_id))
}

/** How long one job works before it makes room for others, and when the next one looks again. */
const WORK_MS = 20_000
const AGAIN_MS = 5_000

/** SCHEDULER=off: works off what is left of an event's rank changes, and comes back until nothing is. */
export async function finishEventRanks(
  base: Omit<Ctx, 'community' | 'actor' | 'requestId'>,
  payload: JobPayloads['finish-event-ranks'],
): Promise<void> {
  const community = await findCommunity(base.db, payload.communityId)
  if (!community) return
  const ctx: Ctx = { ...base, community, actor: { kind: 'job', id: 'finish-event-ranks' }, requestId: null }
  if (!(await workOffDue(ctx, payload.eventId, performance.now() + WORK_MS))) return
  await enqueueLater(base.db, 'finish-event-ranks', payload, new Date(Date.now() + AGAIN_MS))
}
