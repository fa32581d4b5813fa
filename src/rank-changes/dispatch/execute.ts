// The work on one claimed operation: from the roles read live, assign the target, then unassign the other managed roles,
// then read the roles again. Every write is recorded before it goes out, and what a lost answer leaves open is settled by
// reading, never by guessing (platform-wire: both writes are no-ops when repeated).
import { authorizeKey } from '../../auth/actions'
import { DomainError, type ErrorCode } from '../../errors'
import { syncRanks } from '../../platform-connection/actions'
import type { RankRow } from '../../ranks/queries'
import { assertNotOwner, circumstancesOf, decideAutoRank, neighbour, planRoles, type RolePlan } from '../../ranks/rules'
import { PlatformFailure, type Connection, type Membership } from '../../platform/platform'
import { findMember } from '../../members/queries'
import { findBars, type OperationRow } from '../queries'
import { assertNotBarred, isApplied, isOfSuspension, pauseAfter, restoredTarget, type Bars, type Step } from '../rules'
import { cancelIfOverdue, findSuspensionOf, noteFormerRank, noteStep, succeed, type RankMove } from './queries'
import { connect, readStanding, withGroups, type Standing } from './membership-snapshot'
import { afterwards, postponed } from './failure-policy'
import { Fenced, Interrupted, type Work } from './execution'

/** Works on a claimed operation until it has ended or waits again; whatever happens, its record says so. */
export async function drive(work: Work): Promise<void> {
  try {
    await (work.operation.status === 'outcome_pending' ? settle(work) : dispatch(work))
  } catch (error) {
    await afterwards(work, error).catch((thrown: unknown) => {
      if (!(thrown instanceof Fenced)) throw thrown
    })
  }
}

async function dispatch(work: Work): Promise<void> {
  const { ctx, operation, done } = work
  const [connection] = await Promise.all([connect(work), authorize(work)])
  const [standing, stored] = await Promise.all([readStanding(work, connection), findBars(ctx, operation.user_id)])
  const bars = askedOnce(() => withGroups(work, connection, stored))
  assertNotOwner(standing.held)
  const target = await chooseTarget(work, standing, bars)
  const plan = target ? planRoles(standing.ranks, standing.membership.roles, target) : nothing
  // what is left of a move that is half done is not the rank held before it
  if (operation.kind === 'rank.suspend' && !done.sent) await noteFormerRank(ctx, operation, standing.held.unique_id)
  if (!target || isEmpty(plan)) return conclude(work, standing, target ?? standing.held, done.sent)
  if (!isOfSuspension(operation.kind)) {
    assertNotBarred(isRaised(standing, target) ? await bars() : stored, standing.held, target)
  }
  // asked again: reading the roles took a while, and this is the last moment before something is sent
  await authorize(work)
  await send(work, connection, standing, target, plan)
  const after = await readStanding(work, connection, standing.ranks)
  if (isEmpty(planRoles(after.ranks, after.membership.roles, target))) return conclude(work, standing, target, true)
  // the platform said yes and shows something else: it lags, or somebody else is at it
  await postponed(work, { status: 'outcome_pending', reason: 'platform_cloud_unavailable', inSeconds: 1 })
}

const nothing: RolePlan = { assign: null, unassign: [] }
const isEmpty = ({ assign, unassign }: RolePlan): boolean => assign === null && unassign.length === 0

/**
 * Key, scope, switch and entitlement, as they are at this moment (spec, Authentication 6).
 * @throws DomainError 403 `actor-authorization-revoked`
 */
async function authorize({ ctx, operation, done }: Work): Promise<void> {
  // what was begun is finished: half a rank change would be worse than a whole one
  if (operation.actor_kind !== 'key' || operation.required_scope === null || done.sent) return
  const requirement = { scope: operation.required_scope, feature: operation.required_feature }
  try {
    await authorizeKey(ctx, operation.actor_id, requirement)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(
      'actor-authorization-revoked',
      'The API key, its scope, the API switch or the plan changed before the rank change was sent. Nothing was sent.',
      { cause: error },
    )
  }
}

/** The rank to give: resolved before the first write and then kept; null: AutoRank has nothing to do after all. */
async function chooseTarget(
  { ctx, operation, done }: Work,
  { membership, ranks, held }: Standing,
  bars: () => Promise<Bars>,
): Promise<RankRow | null> {
  const { kind, target_unique_id } = operation
  if (kind === 'rank.restore') {
    const suspended = (await findSuspensionOf(ctx, operation))?.suspended_unique_id ?? null
    return restoredTarget(ranks, membership.roles, { suspended, former: target_unique_id }, done.sent)
  }
  if (target_unique_id !== null) return requireRank(ranks, target_unique_id)
  if (kind === 'rank.promote' || kind === 'rank.demote') {
    return neighbour(ranks, held, kind === 'rank.promote' ? 'promote' : 'demote')
  }
  const member = await findMember(ctx, operation.user_id)
  // who is barred is asked only about those who would move: it may take a question to the platform
  const circumstances = circumstancesOf(ctx.community, { suspended: false, blacklisted: false })
  const decision = decideAutoRank(ranks, held, member?.experience ?? 0, circumstances)
  if (decision.outcome !== 'move') return null
  const { blacklisted, suspended } = await bars()
  return blacklisted || suspended ? null : decision.target
}

const isRaised = ({ held }: Standing, target: RankRow): boolean => target.rank_id > held.rank_id

function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => (answer ??= ask())
}

function requireRank(ranks: readonly RankRow[], uniqueId: number | null): RankRow {
  const rank = ranks.find((one) => one.unique_id === uniqueId)
  if (rank) return rank
  throw new DomainError('rank_not_found', `The platform no longer has the rank ${uniqueId}.`)
}

/** Sends the plan's writes in order, each recorded first: assign, so that nobody is ever without a rank, then unassign. */
async function send(
  work: Work,
  connection: Connection,
  { membership }: Standing,
  target: RankRow,
  plan: RolePlan,
): Promise<void> {
  const { platform } = work.ctx
  const steps: Step[] = [
    ...(plan.assign === null ? [] : [{ verb: 'assign' as const, role: plan.assign }]),
    ...plan.unassign.map((role) => ({ verb: 'unassign' as const, role })),
  ]
  for (const step of steps) {
    await note(work, target, step)
    const write = step.verb === 'assign' ? platform.assignRole.bind(platform) : platform.unassignRole.bind(platform)
    work.done.calls[step.verb]++
    await writing(work, connection, () => write(connection, membership.membershipId, step.role))
  }
}

/** Records a write before it goes out. */
async function note(work: Work, target: RankRow, step: Step): Promise<void> {
  const { ctx, operation, claimer } = work
  if (await noteStep(ctx, operation, target.unique_id, step, claimer.leaseSeconds)) return
  // the deadline passed while the roles were read, or the operation is another's by now
  await cancelIfOverdue(ctx, operation)
  throw new Fenced()
}

/** A role or membership that is gone is a definite answer; it is said which. */
async function writing(work: Work, connection: Connection, write: () => Promise<Membership>): Promise<void> {
  try {
    await write()
    work.done.sent = true
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error
    if (error.kind === 'not_found' && !error.sent) {
      await readStanding(work, connection)
      await syncRanks(work.ctx)
    }
    throw new Interrupted(error, connection, false)
  }
}

/** Stores the new rank, the audit entry and the end of the operation together. */
async function conclude(work: Work, from: Standing, after: RankRow, changed: boolean): Promise<void> {
  const { ctx, operation } = work
  const move = changed ? await moveOf(work, from, after) : null
  if (!(await succeed(ctx, operation, after.unique_id, move))) throw new Fenced()
}

/** What the trail says of the move. A suspension knows both its ranks, even where the roles were read after the move only. */
async function moveOf({ ctx, operation }: Work, { ranks, held }: Standing, after: RankRow): Promise<RankMove> {
  const { kind } = operation
  const suspension = isOfSuspension(kind) ? await findSuspensionOf(ctx, operation) : null
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

/** What was sent and not heard of again: the roles say what became of it. */
async function settle(work: Work): Promise<void> {
  const { operation, done } = work
  const connection = await connect(work)
  const standing = await readStanding(work, connection)
  const { membership, ranks } = standing
  const target = requireRank(ranks, operation.target_unique_id)
  if (isEmpty(planRoles(ranks, membership.roles, target))) return conclude(work, standing, target, true)
  // begun: the rest is owed, whoever waited for it
  if (operation.steps.some((step) => isApplied(step, membership.roles))) {
    if (operation.steps.length > MOST_WRITES) throw contested()
    return postponed(work, { status: 'queued', reason: 'half-applied', inSeconds: pauseBetweenWrites(operation) })
  }
  const { reason, settle_at } = operation
  const settleMs = settle_at === null ? 0 : Date.parse(settle_at) - Date.now()
  if (settleMs > 0) {
    const inSeconds = settleMs / 1_000
    return postponed(work, { status: 'outcome_pending', reason: reason ?? 'worker-lost', inSeconds })
  }
  done.sent = false
  // what somebody waited for is over, but for the one whose process died: nobody was told of an error yet
  if (operation.awaited && reason !== null && reason !== 'worker-lost') throw notApplied(work, reason as ErrorCode)
  const inSeconds = reason === null || reason === 'worker-lost' ? 0 : pauseAfter(operation.failures - 1)
  await postponed(work, { status: 'queued', reason: reason ?? 'worker-lost', inSeconds })
}

/** Two to five writes make a change. Who sends so many has somebody against him. */
const MOST_WRITES = 40

function pauseBetweenWrites({ steps }: OperationRow): number {
  return steps.length <= 5 ? 0 : steps.length - 5
}

function contested(): DomainError {
  return new DomainError(
    'platform_cloud_unavailable',
    'The roles of the member keep changing on the platform against this operation. Find out who else ranks it.',
  )
}

function notApplied({ codes }: Work, code: ErrorCode): DomainError {
  const said = codes === 'connection' && code === 'provider-rejected-408' ? 'platform_cloud_timeout' : code
  return new DomainError(said, 'The platform did not apply the change; the roles were read to be sure.')
}
