// Finishes an event: one transaction gives the awards and enqueues the rank changes; the caller can wait for their
// outcome (spec, Scheduled platform operation outcomes).
import { insertAuditEntry } from '../../audit/queries'
import { requirementFor } from '../../auth/effects'
import { findCommunity } from '../../communities/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { enqueueLater, type JobPayloads } from '../../job-queue'
import { DomainError, type ErrorCode } from '../../errors'
import { listRanks } from '../../ranks/queries'
import { circumstancesOf, decideAutoRank, type RankFacts } from '../../ranks/rules'
import { resultOf, operationReference } from '../../rank-changes/enqueue/submit-and-wait'
import { newOperationId } from '../../rank-changes/enqueue/resolve-target'
import { assertQueueNotFull, mapQueueErrors } from '../../rank-changes/enqueue/preconditions'
import { waitForFollowUps, executeDueFollowUps } from '../../rank-changes/event-follow-ups/actions'
import { enqueueFollowUps, type FollowUp } from '../../rank-changes/event-follow-ups/queries'
import type { OperationRow } from '../../rank-changes/queries'
import { hasEnded } from '../../rank-changes/rules'
import { assertMayAward, requireEvent, requireLockedEvent, stateConflict } from '../actions'
import { transitionEvent, type EventRow } from '../queries'
import { awardsByRole, type RoleAwards } from '../rules'
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

/** A caller can wait for at most this many rank changes; more take too long at the platform's rate limits. */
const MAX_AWAITED = 20

export interface FinishedEvent {
  readonly event: EventRow
  readonly replayed: boolean
  readonly summary: SummaryRow
}

/**
 * Finishes an active event and awards the members who are present, exactly once. Awards nothing when it is already
 * finished.
 * @param wait whether to wait for the rank changes, when they are at most MAX_AWAITED
 * @throws DomainError with nothing committed: 403 for awards the caller lacks a permission for, 404 `event_not_found`,
 *   409 `event_state_conflict`, 429 `queue-full`; with the event finished and `details.committed`: the error of the
 *   first rank change that did not succeed
 */
export async function finishEvent(ctx: Ctx, eventId: string, wait: boolean): Promise<FinishedEvent> {
  const operationIds = await inTransaction(ctx, (tx) => finish(tx, eventId, wait))
  if (operationIds !== null && wait && operationIds.length <= MAX_AWAITED) {
    await assertSucceeded(ctx, eventId, await waitForFollowUps(ctx, eventId, operationIds))
  }
  const [event, summary] = await Promise.all([requireEvent(ctx, eventId), summarizeAwards(ctx, eventId)])
  return { event, replayed: operationIds === null, summary }
}

/** @returns ids of the enqueued rank changes, ordered by user id; null when the event was already finished */
async function finish(tx: TxCtx, eventId: string, wait: boolean): Promise<string[] | null> {
  // a concurrent finish waits here and then finds the event finished
  const event = await requireLockedEvent(tx, eventId)
  if (event.state === 'finished') return null
  assertMayAward(tx, event.awards)
  if (!(await transitionEvent(tx, eventId, 'finished'))) throw stateConflict(event.state)
  const roleAwards = awardsByRole(event.awards, tx.community)
  await lockPresent(tx, eventId)
  await giveAwards(tx, eventId, roleAwards, `Event ${event.name} (${eventId})`)
  const operationIds = await addRankChanges(tx, eventId, roleAwards, wait)
  const { awards } = toFinishMeta(false, await summarizeAwards(tx, eventId))
  await insertAuditEntry(tx, {
    action: 'event.finish',
    userId: event.host_user_id,
    before: { eventId, state: event.state },
    after: { eventId, state: 'finished', awards },
  })
  return operationIds
}

async function addRankChanges(
  tx: TxCtx,
  eventId: string,
  roleAwards: readonly RoleAwards[],
  wait: boolean,
): Promise<string[]> {
  const ranks = await listRanks(tx)
  const awards = (await listPresent(tx, eventId)).flatMap((member): RankAwardRow[] => {
    const goal = goalOf(tx, member, roleAwards, ranks)
    if (!goal) return []
    const { user_id: userId } = member
    // without a connection, the award is skipped: a finish cannot be repeated
    if (tx.community.connection === 'none') {
      return [{ userId, goal, operationId: null, code: 'platform_cloud_not_configured' }]
    }
    return [{ userId, goal, operationId: newOperationId(), code: null }]
  })
  const operations = awards.flatMap(toOperation)
  if (awards.length > 0) await insertRankAwards(tx, eventId, awards)
  if (operations.length > 0) await accept(tx, eventId, operations, wait && operations.length <= MAX_AWAITED)
  return operations.map(({ operationId }) => operationId)
}

/** The rank change of a member: that of the rules, or AutoRank when the awarded experience earns another rank. */
function goalOf(
  { community }: Ctx,
  { role, experience, rank_unique_id }: PresentRow,
  roleAwards: readonly RoleAwards[],
  ranks: readonly RankFacts[],
): RankGoalRow | null {
  const awards = roleAwards.find((one) => one.role === role)
  if (awards?.rank) {
    const { rank } = awards
    return 'move' in rank ? { kind: rank.move, rankUniqueId: null } : { kind: 'set', rankUniqueId: rank.rankUniqueId }
  }
  if (!awards || awards.experience.amount === 0 || community.connection === 'none') return null
  const held = ranks.find((rank) => rank.unique_id === rank_unique_id) ?? null
  // suspensions and blacklist entries are checked when the rank change runs
  const circumstances = circumstancesOf(community, { suspended: false, blacklisted: false })
  const { outcome } = decideAutoRank(ranks, held, experience, circumstances)
  return outcome === 'move' ? { kind: 'auto', rankUniqueId: null } : null
}

function toOperation({ userId, goal, operationId }: RankAwardRow): FollowUp[] {
  if (operationId === null) return []
  // the permissions of the direct routes: AutoRank needs that of experience, any other change that of ranks
  const requires = requirementFor(goal.kind === 'auto' ? 'experience' : 'rank')
  return [{ operationId, userId, kind: `rank.${goal.kind}`, targetUniqueId: goal.rankUniqueId, requires }]
}

/** Enqueues also while the queue is paused or has no worker, because a finish cannot be repeated. */
async function accept(tx: TxCtx, eventId: string, operations: readonly FollowUp[], awaited: boolean): Promise<void> {
  await assertQueueNotFull(tx)
  await mapQueueErrors(() => enqueueFollowUps(tx, eventId, operations, awaited))
  // SCHEDULER=off: this process runs the rank changes; the job runs those that remain when it is too slow or exits
  const runAt = new Date(Date.now() + (awaited ? tx.settings.rankChangeWaitMs : 0))
  await enqueueLater(tx.db, 'finish-event-ranks', { communityId: tx.community.communityId, eventId }, runAt)
}

/** Codes of rank changes that the member's state rules out. The award reports them; the finish succeeds. */
const memberErrors: readonly ErrorCode[] = [
  ...(['member_not_in_group', 'member_suspended', 'member_blacklisted', 'member_not_found'] as const),
  ...(['rank_limit_reached', 'rank_not_assignable', 'rank_not_found'] as const),
]

/** @throws DomainError the error of the first rank change that is pending or failed on the platform */
async function assertSucceeded(ctx: Ctx, eventId: string, rows: readonly OperationRow[]): Promise<void> {
  const row = rows.find(({ status, error_code: code }) => status !== 'succeeded' && !isMemberError(code))
  if (!row) return
  const error = hasEnded(row.status) ? await failureOf(ctx, row) : await pendingError(ctx, row)
  const { experience, quota_points, medals } = await summarizeAwards(ctx, eventId)
  const given = { experience, quotaPoints: quota_points, medals }
  const committed = ['event', ...Object.entries(given).flatMap(([kind, count]) => (count > 0 ? [kind] : []))]
  throw error instanceof DomainError ? error.withDetails({ committed }) : error
}

const isMemberError = (code: ErrorCode | null): boolean => code !== null && memberErrors.includes(code)

const failureOf = (ctx: Ctx, row: OperationRow): Promise<unknown> =>
  resultOf(ctx, row).then(
    () => new Error('a rank change that did not succeed has no error'),
    (error: unknown) => error,
  )

async function pendingError(ctx: Ctx, { operation_id }: OperationRow): Promise<DomainError> {
  const message =
    'The event is finished and its awards are given, but a rank change is pending. Read its outcome with listEventAwards.'
  if (!ctx.completionNotifier) return new DomainError('platform_cloud_timeout', message)
  return new DomainError('outcome-pending-check-status', message, await operationReference(ctx, operation_id))
}

const WORK_MS = 20_000
const RETRY_MS = 5_000

/** SCHEDULER=off: runs the remaining rank changes of an event, and enqueues itself again until none remains. */
export async function finishEventRanks(
  base: Omit<Ctx, 'community' | 'actor' | 'requestId'>,
  payload: JobPayloads['finish-event-ranks'],
): Promise<void> {
  const community = await findCommunity(base.db, payload.communityId)
  if (!community) return
  const ctx: Ctx = { ...base, community, actor: { kind: 'job', id: 'finish-event-ranks' }, requestId: null }
  if (!(await executeDueFollowUps(ctx, payload.eventId, performance.now() + WORK_MS))) return
  await enqueueLater(base.db, 'finish-event-ranks', payload, new Date(Date.now() + RETRY_MS))
}
