// Executes a claimed rank change: reads the roles, assigns the target role, unassigns the other managed roles, reads
// again. Each write is recorded before it is sent; the outcome of an unanswered write is read from the roles.
import { authorizeKey } from '../../auth/actions'
import { DomainError, type ErrorCode } from '../../errors'
import { syncRanks } from '../../platform-connection/actions'
import type { RankRow } from '../../ranks/queries'
import { assertNotOwner, circumstancesOf, decideAutoRank, neighbour, planRoles, type RolePlan } from '../../ranks/rules'
import { PlatformFailure, type Connection, type Membership } from '../../platform/platform'
import { findMember } from '../../members/queries'
import { findRankChangeBlocks, type OperationRow } from '../queries'
import {
  assertNotBlocked,
  isApplied,
  isSuspensionKind,
  retryDelay,
  rankToRestore,
  type RankChangeBlocks,
  type Step,
} from '../rules'
import { cancelIfOverdue, findSuspensionOf, recordFormerRank, recordStep, succeed, type RankMove } from './queries'
import { connect, readSnapshot, withGroupBlocks, type MembershipSnapshot } from './membership-snapshot'
import { handleFailure, rescheduleExecution } from './failure-policy'
import { LeaseLost, PlatformCallFailed, type Execution } from './execution'

export async function execute(execution: Execution): Promise<void> {
  try {
    await (execution.operation.status === 'outcome_pending' ? resolveOutcome(execution) : dispatch(execution))
  } catch (error) {
    await handleFailure(execution, error).catch((thrown: unknown) => {
      if (!(thrown instanceof LeaseLost)) throw thrown
    })
  }
}

async function dispatch(execution: Execution): Promise<void> {
  const { ctx, operation, progress } = execution
  const [connection] = await Promise.all([connect(execution), authorize(execution)])
  const [snapshot, stored] = await Promise.all([
    readSnapshot(execution, connection),
    findRankChangeBlocks(ctx, operation.user_id),
  ])
  const blocks = memoize(() => withGroupBlocks(execution, connection, stored))
  assertNotOwner(snapshot.held)
  const target = await chooseTarget(execution, snapshot, blocks)
  const plan = target ? planRoles(snapshot.ranks, snapshot.membership.roles, target) : emptyPlan
  // after a partial move, the roles no longer show the rank held before it
  if (operation.kind === 'rank.suspend' && !progress.sent)
    await recordFormerRank(ctx, operation, snapshot.held.unique_id)
  if (!target || isEmpty(plan)) return complete(execution, snapshot, target ?? snapshot.held, progress.sent)
  if (!isSuspensionKind(operation.kind)) {
    assertNotBlocked(isRaised(snapshot, target) ? await blocks() : stored, snapshot.held, target)
  }
  // again, because reading the roles took time and this is the last check before a write
  await authorize(execution)
  await sendWrites(execution, connection, snapshot, target, plan)
  const after = await readSnapshot(execution, connection, snapshot.ranks)
  if (isEmpty(planRoles(after.ranks, after.membership.roles, target)))
    return complete(execution, snapshot, target, true)
  // Write acknowledged but not visible: replication lag or a concurrent change. Re-check in 1 s.
  await rescheduleExecution(execution, {
    status: 'outcome_pending',
    reason: 'platform_cloud_unavailable',
    inSeconds: 1,
  })
}

const emptyPlan: RolePlan = { assign: null, unassign: [] }
const isEmpty = ({ assign, unassign }: RolePlan): boolean => assign === null && unassign.length === 0

/**
 * Re-checks the key, scope, API switch and plan (spec, Authentication 6).
 * @throws DomainError 403 `actor-authorization-revoked`
 */
async function authorize({ ctx, operation, progress }: Execution): Promise<void> {
  // a rank change that was started is completed
  if (operation.actor_kind !== 'key' || operation.required_scope === null || progress.sent) return
  const requirement = { scope: operation.required_scope, feature: operation.required_feature }
  try {
    await authorizeKey(ctx, operation.actor_id, requirement)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(
      'actor-authorization-revoked',
      'The API key, its scope, the API switch or the plan changed, so nothing was sent. Check them and send the request again.',
      { cause: error },
    )
  }
}

/** The target rank, fixed at the first write; null if AutoRank has nothing to do. */
async function chooseTarget(
  { ctx, operation, progress }: Execution,
  { membership, ranks, held }: MembershipSnapshot,
  blocks: () => Promise<RankChangeBlocks>,
): Promise<RankRow | null> {
  const { kind, target_unique_id } = operation
  if (kind === 'rank.restore') {
    const suspended = (await findSuspensionOf(ctx, operation))?.suspended_unique_id ?? null
    return rankToRestore(ranks, membership.roles, { suspended, former: target_unique_id }, progress.sent)
  }
  if (target_unique_id !== null) return requireRank(ranks, target_unique_id)
  if (kind === 'rank.promote' || kind === 'rank.demote') {
    return neighbour(ranks, held, kind === 'rank.promote' ? 'promote' : 'demote')
  }
  const member = await findMember(ctx, operation.user_id)
  // blocks are checked only for members that would move, because the check may call the platform
  const circumstances = circumstancesOf(ctx.community, { suspended: false, blacklisted: false })
  const decision = decideAutoRank(ranks, held, member?.experience ?? 0, circumstances)
  if (decision.outcome !== 'move') return null
  const { blacklisted, suspended } = await blocks()
  return blacklisted || suspended ? null : decision.target
}

const isRaised = ({ held }: MembershipSnapshot, target: RankRow): boolean => target.rank_id > held.rank_id

function memoize<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => (answer ??= ask())
}

function requireRank(ranks: readonly RankRow[], uniqueId: number | null): RankRow {
  const rank = ranks.find((one) => one.unique_id === uniqueId)
  if (rank) return rank
  throw new DomainError('rank_not_found', `The rank ${uniqueId} no longer exists on the platform. Choose another rank.`)
}

/** Assigns first, so that the member always has a rank. */
async function sendWrites(
  execution: Execution,
  connection: Connection,
  { membership }: MembershipSnapshot,
  target: RankRow,
  plan: RolePlan,
): Promise<void> {
  const { platform } = execution.ctx
  const steps: Step[] = [
    ...(plan.assign === null ? [] : [{ verb: 'assign' as const, role: plan.assign }]),
    ...plan.unassign.map((role) => ({ verb: 'unassign' as const, role })),
  ]
  for (const step of steps) {
    await recordWrite(execution, target, step)
    const write = step.verb === 'assign' ? platform.assignRole.bind(platform) : platform.unassignRole.bind(platform)
    execution.progress.calls[step.verb]++
    await performWrite(execution, connection, () => write(connection, membership.membershipId, step.role))
  }
}

async function recordWrite(execution: Execution, target: RankRow, step: Step): Promise<void> {
  const { ctx, operation, claimer } = execution
  if (await recordStep(ctx, operation, target.unique_id, step, claimer.leaseSeconds)) return
  // the deadline passed meanwhile, or the lease was lost
  await cancelIfOverdue(ctx, operation)
  throw new LeaseLost()
}

/** On 404, finds out whether the role or the membership is missing. */
async function performWrite(
  execution: Execution,
  connection: Connection,
  write: () => Promise<Membership>,
): Promise<void> {
  try {
    await write()
    execution.progress.sent = true
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error
    if (error.kind === 'not_found' && !error.sent) {
      await readSnapshot(execution, connection)
      await syncRanks(execution.ctx)
    }
    throw new PlatformCallFailed(error, connection, false)
  }
}

async function complete(
  execution: Execution,
  from: MembershipSnapshot,
  after: RankRow,
  changed: boolean,
): Promise<void> {
  const { ctx, operation } = execution
  const move = changed ? await rankMoveOf(execution, from, after) : null
  if (!(await succeed(ctx, operation, after.unique_id, move))) throw new LeaseLost()
}

/** For suspensions, both ranks come from the suspension, since the roles may be read after the move. */
async function rankMoveOf(
  { ctx, operation }: Execution,
  { ranks, held }: MembershipSnapshot,
  after: RankRow,
): Promise<RankMove> {
  const { kind } = operation
  const suspension = isSuspensionKind(kind) ? await findSuspensionOf(ctx, operation) : null
  if (!suspension) return { before: { rank: summary(held) }, after: { rank: summary(after) } }
  const { suspension_id: suspensionId, suspended_unique_id, former_unique_id } = suspension
  const from = kind === 'rank.suspend' ? former_unique_id : suspended_unique_id
  const before = ranks.find((rank) => rank.unique_id === from) ?? held
  return {
    action: kind === 'rank.suspend' ? 'suspension.apply' : 'suspension.restore',
    before: { rank: summary(before) },
    after: { suspensionId, rank: summary(after) },
  }
}

const summary = ({ unique_id, rank_id, name }: RankRow) => ({ uniqueId: unique_id, rankId: rank_id, name })

async function resolveOutcome(execution: Execution): Promise<void> {
  const { operation, progress } = execution
  const connection = await connect(execution)
  const snapshot = await readSnapshot(execution, connection)
  const { membership, ranks } = snapshot
  const target = requireRank(ranks, operation.target_unique_id)
  if (isEmpty(planRoles(ranks, membership.roles, target))) return complete(execution, snapshot, target, true)
  // a write took effect: complete the change even if the caller expects an error
  if (operation.steps.some((step) => isApplied(step, membership.roles))) {
    if (operation.steps.length > MAX_WRITES) throw contestedError()
    return rescheduleExecution(execution, {
      status: 'queued',
      reason: 'half-applied',
      inSeconds: pauseBetweenWrites(operation),
    })
  }
  const { reason, settle_at } = operation
  const settleMs = settle_at === null ? 0 : Date.parse(settle_at) - Date.now()
  if (settleMs > 0) {
    const inSeconds = settleMs / 1_000
    return rescheduleExecution(execution, { status: 'outcome_pending', reason: reason ?? 'worker-lost', inSeconds })
  }
  progress.sent = false
  // synchronous changes end here, except after a worker died: no error was returned yet
  if (operation.awaited && reason !== null && reason !== 'worker-lost')
    throw notAppliedError(execution, reason as ErrorCode)
  const inSeconds = reason === null || reason === 'worker-lost' ? 0 : retryDelay(operation.failures - 1)
  await rescheduleExecution(execution, { status: 'queued', reason: reason ?? 'worker-lost', inSeconds })
}

/** A change needs two to five writes. This many mean a concurrent writer. */
const MAX_WRITES = 40

function pauseBetweenWrites({ steps }: OperationRow): number {
  return steps.length <= 5 ? 0 : steps.length - 5
}

function contestedError(): DomainError {
  return new DomainError(
    'platform_cloud_unavailable',
    "The member's roles on the platform are changed concurrently by another tool. Stop it, then repeat the request.",
  )
}

function notAppliedError({ codes }: Execution, code: ErrorCode): DomainError {
  const reported = codes === 'connection' && code === 'provider-rejected-408' ? 'platform_cloud_timeout' : code
  return new DomainError(reported, 'The platform did not apply the change. Repeat the request.')
}
