// Finishes an event: awards and queued rank changes commit together (spec, Scheduled platform operation outcomes).
import { insertAuditEntry } from '../../audit/queries'
import { commonAuthorBounds } from '../../auth/bounds/rules'
import { requirementFor } from '../../auth/effects'
import type { Ctx, TxCtx, AuthorBounds } from '../../context'
import type { DomainError, ErrorCode } from '../../base/errors'
import { findMedals, listHeldMedals } from '../../awards/batches/queries'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { afterCommit } from '../../idempotency/after-commit'
import { listRanks } from '../../ranks/queries'
import { circumstancesOf, decideAutoRank, storedRank, type RankFacts } from '../../ranks/rules'
import { assertQueueNotFull, mapQueueErrors, operationIdOf } from '../../operations/enqueue/preconditions'
import { decisionOnRoles, queueBoundRoles } from '../../operations/enqueue/bound-roles'
import { enqueueAll, type Acceptance, type NewOperation } from '../../operations/enqueue/queries'
import { newOperationId } from '../../operations/enqueue/resolve-target'
import { outcomePendingError, resultOf } from '../../operations/enqueue/submit-and-wait'
import { waitForOperations } from '../../operations/enqueue/wait'
import type { OperationRow } from '../../operations/queries'
import { hasEnded, LONGEST_DEADLINE_SECONDS } from '../../operations/rules'
import { assertMayAward, requireEvent, requireLockedEvent, stateConflict } from '../actions'
import { transitionEvent, type EventRow } from '../queries'
import { awardsByRole, type RoleAwards } from '../rules'
import { toFinishMeta } from '../views'
import {
  giveAwards,
  insertRankAwards,
  listPresent,
  listRolesGiven,
  type Refused,
  lockPresent,
  summarizeAwards,
  type PresentRow,
  type RankAwardRow,
  type RankGoalRow,
  type SummaryRow,
} from './queries'

/** Rank changes; more would take too long at the platform's rate limits. */
const MAX_AWAITED = 20

export interface FinishedEvent {
  readonly event: EventRow
  readonly replayed: boolean
  readonly summary: SummaryRow
}

/**
 * Exactly once; repeated calls award nothing. `finishedEvent` waits for the rank changes and reads the result.
 * @param wait for the rank changes, up to MAX_AWAITED
 * @throws DomainError with nothing committed: 403 for awards without permission, 404 `event_not_found`, 409
 * `event_state_conflict`, 429 `queue-full`
 */
export async function finishEvent(ctx: Ctx, eventId: string, wait: boolean): Promise<Effect<FinishBegun>> {
  const begun = await commitOnce(ctx, async (tx) => {
    const queued = await finish(tx, eventId, wait)
    return { eventId, replayed: queued === null, awaited: wait && queued ? awaitedOf(queued) : [] }
  })
  if (!begun.replayed) ctx.rankChanges.dispatch?.()
  return begun
}

export interface FinishBegun {
  readonly eventId: string
  /** The event was finished already. */
  readonly replayed: boolean
  readonly awaited: readonly string[]
}

function awaitedOf(queued: readonly Acceptance[]): string[] {
  const operationIds = queued.map(operationIdOf).filter((id) => id !== null)
  return operationIds.length <= MAX_AWAITED ? operationIds : []
}

/**
 * The result of a committed finish.
 * @throws DomainError with `details.committed`: the first rank change that did not succeed
 */
export async function finishedEvent(ctx: Ctx, { eventId, replayed, awaited }: FinishBegun): Promise<FinishedEvent> {
  if (awaited.length > 0) await assertSucceeded(ctx, eventId, await waitForOperations(ctx, awaited))
  const [event, summary] = await Promise.all([requireEvent(ctx, eventId), summarizeAwards(ctx, eventId)])
  return { event, replayed, summary }
}

/** @returns the queued rank changes, ordered by user id; null when the event was already finished */
async function finish(tx: TxCtx, eventId: string, wait: boolean): Promise<Acceptance[] | null> {
  // a concurrent finish waits here and then finds the event finished
  const event = await requireLockedEvent(tx, eventId)
  if (event.state === 'finished') return null
  assertMayAward(tx, event.awards)
  if (!(await transitionEvent(tx, eventId, 'finished'))) throw stateConflict(event.state)
  const { author_bounds: giftBounds } = event
  const roleAwards = awardsByRole(event.awards, tx.community)
  await lockPresent(tx, eventId)
  const refused = await refuseMedals(tx, { eventId, giftBounds }, roleAwards)
  await giveAwards(tx, eventId, roleAwards, refused, `Event ${event.name} (${eventId})`)
  const given = await listRolesGiven(tx, eventId)
  await queueBoundRoles(
    tx,
    given.map(({ boundBy, ...role }) => ({
      ...role,
      action: 'assign' as const,
      giftBounds: commonAuthorBounds(giftBounds, boundBy),
    })),
  )
  const queued = await addRankChanges(tx, { eventId, giftBounds }, roleAwards, wait)
  const { awards } = toFinishMeta(false, await summarizeAwards(tx, eventId))
  await insertAuditEntry(tx, {
    action: 'event.finish',
    userId: event.host_user_id,
    before: { eventId, state: event.state },
    after: { eventId, state: 'finished', awards },
  })
  return queued
}

type Giving = { readonly eventId: string; readonly giftBounds: AuthorBounds | null }

/** A medal is given with its role or not at all, as a direct award; a member who has it keeps what it has. */
async function refuseMedals(
  tx: TxCtx,
  { eventId, giftBounds }: Giving,
  roleAwards: readonly RoleAwards[],
): Promise<Refused[]> {
  const names = [...new Set(roleAwards.flatMap(({ medals }) => medals))]
  const bound = (await findMedals(tx, names)).flatMap(({ role, giftBounds: boundBy, ...medal }) =>
    role === null ? [] : [{ ...medal, role, giftBounds: commonAuthorBounds(giftBounds, boundBy) }],
  )
  if (bound.length === 0) return []
  const decide = await decisionOnRoles(tx, bound)
  const members = await listPresent(tx, eventId)
  const userIds = members.map(({ user_id }) => user_id)
  const held = await listHeldMedals(tx, userIds, bound)
  return members.flatMap(({ user_id: userId, role, ...member }) => {
    const given = bound.filter(({ name }) => roleAwards.some((one) => one.role === role && one.medals.includes(name)))
    const roles = {
      rankUniqueId: member.rank_unique_id,
      roleIds: member.role_ids,
      unfinished: member.unfinished_role_ids,
    }
    return given.flatMap(({ name, medalId, role: roleUniqueId, giftBounds: bounds }): Refused[] => {
      if (held.some((one) => one.user_id === userId && one.medal_id === medalId)) return []
      const problem = decide(roles, { roleUniqueId, action: 'assign', giftBounds: bounds })
      return problem ? [{ userId, name, code: problem.code as Refused['code'] }] : []
    })
  })
}

async function addRankChanges(
  tx: TxCtx,
  giving: Giving,
  roleAwards: readonly RoleAwards[],
  wait: boolean,
): Promise<Acceptance[]> {
  const { eventId } = giving
  const ranks = await listRanks(tx)
  const awards = (await listPresent(tx, eventId)).flatMap((member): RankAwardRow[] => {
    const goal = goalOf(tx, member, roleAwards, ranks)
    if (!goal) return []
    const { user_id: userId } = member
    // skipped: a finish cannot be repeated
    if (tx.community.connection === 'none') {
      return [{ userId, goal, operationId: null, code: 'platform_cloud_not_configured' }]
    }
    return [{ userId, goal, operationId: newOperationId(), code: null }]
  })
  if (awards.length > 0) await insertRankAwards(tx, eventId, awards)
  const count = awards.filter(({ operationId }) => operationId !== null).length
  if (count === 0) return []
  await assertQueueNotFull(tx)
  const operations = awards.flatMap((award) => toOperation(giving, award, wait && count <= MAX_AWAITED))
  return mapQueueErrors(tx, () => enqueueAll(tx, operations))
}

function goalOf(
  { community }: Ctx,
  { role, experience, rank_unique_id: rankUniqueId, role_ids: roleIds }: PresentRow,
  roleAwards: readonly RoleAwards[],
  ranks: readonly RankFacts[],
): RankGoalRow | null {
  const awards = roleAwards.find((one) => one.role === role)
  if (awards?.rank) {
    const { rank } = awards
    return 'move' in rank ? { kind: rank.move, rankUniqueId: null } : { kind: 'set', rankUniqueId: rank.rankUniqueId }
  }
  if (!awards || awards.experience.amount === 0 || community.connection === 'none') return null
  const held = storedRank(ranks, { rankUniqueId, roleIds })
  // suspensions and blacklists are checked when it runs
  const { outcome } = decideAutoRank(ranks, held, experience, circumstancesOf(community))
  return outcome === 'move' ? { kind: 'auto', rankUniqueId: null } : null
}

/** Queued also during a pause or without a worker, because a finish cannot be repeated. */
function toOperation(
  { eventId, giftBounds: ofEvent }: Giving,
  { userId, goal, operationId }: RankAwardRow,
  urgent: boolean,
): NewOperation[] {
  if (operationId === null) return []
  // AutoRank needs the permissions of experience, other changes those of ranks
  const requires = requirementFor(goal.kind === 'auto' ? 'experience' : 'rank')
  // the event does not give the rank that follows from points
  const giftBounds = goal.kind === 'auto' ? null : ofEvent
  const change = {
    operationId,
    eventId,
    giftBounds,
    userId,
    kind: `rank.${goal.kind}`,
    targetUniqueId: goal.rankUniqueId,
  } as const
  return [{ ...change, requires, awaited: false, urgent, mustRun: true, deadlineSeconds: LONGEST_DEADLINE_SECONDS }]
}

/** Reported with the award; the finish succeeds. */
const memberErrors: readonly ErrorCode[] = [
  'member_not_in_group',
  'member_suspended',
  'member_blacklisted',
  'member_not_found',
  'rank_limit_reached',
  'rank_not_assignable',
  'rank_not_found',
  'rank_ambiguous',
  'rank_out_of_bounds',
]

/** @throws DomainError of the first rank change that is pending or failed */
async function assertSucceeded(ctx: Ctx, eventId: string, rows: readonly OperationRow[]): Promise<void> {
  const row = rows.find(({ status, error_code: code }) => status !== 'succeeded' && !isMemberError(code))
  if (!row) return
  const error = hasEnded(row.status) ? await failureOf(ctx, row) : await pendingError(ctx, row)
  const { experience, quota_points, medals } = await summarizeAwards(ctx, eventId)
  const given = { experience, quotaPoints: quota_points, medals }
  const kinds = (['experience', 'quotaPoints', 'medals'] as const).filter((kind) => given[kind] > 0)
  const rest = hasEnded(row.status) ? 'but a rank change failed' : 'but a rank change has not ended'
  throw afterCommit(error, { parts: ['event', ...kinds], rest })
}

const isMemberError = (code: ErrorCode | null): boolean => code !== null && memberErrors.includes(code)

const failureOf = (ctx: Ctx, row: OperationRow): Promise<unknown> =>
  resultOf(ctx, row).then(
    () => new Error('a rank change that did not succeed has no error'),
    (error: unknown) => error,
  )

function pendingError(ctx: Ctx, { operation_id }: OperationRow): Promise<DomainError> {
  const message = 'A rank change of the event has not ended. Read its outcome with listEventAwards.'
  return outcomePendingError(ctx, operation_id, message)
}
