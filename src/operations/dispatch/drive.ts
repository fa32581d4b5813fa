// The work on one claimed operation: from the roles read live, assign the target, then unassign the other managed roles,
// then read the roles again. Every write is recorded before it goes out, and what a lost answer leaves open is settled by
// reading, never by guessing (platform-wire: both writes are no-ops when repeated).
import { authorizeKey } from '../../auth/actions'
import type { Ctx } from '../../context'
import { DomainError, type ErrorCode } from '../../errors'
import { syncRanks } from '../../group/actions'
import { explain, resolveConnection } from '../../group/connection'
import { listRanks, type RankRow } from '../../group/queries'
import { assertNotOwner, circumstancesOf, decideAutoRank, neighbour, planRoles, type RolePlan } from '../../group/rules'
import { PlatformFailure, type Connection, type Membership } from '../../platform/platform'
import { highestOf, ranksCovering } from '../../profiles/actions'
import { findMember, storeMemberRank } from '../../profiles/queries'
import { findBars, type OperationRow, type StoredBars } from '../queries'
import {
  assertNotBarred,
  heed,
  isApplied,
  isOfSuspension,
  judge,
  judgeRefusal,
  pauseAfter,
  restoredTarget,
  type Bars,
  type HeededLimits,
  type Step,
  type Verdict,
} from '../rules'
import {
  cancelIfOverdue,
  endOperation,
  findSuspensionOf,
  noteFormerRank,
  noteStep,
  postpone,
  succeed,
  type Claimer,
  type RankMove,
} from './queries'

/** What the work on an operation has in hand. */
export interface Work {
  readonly ctx: Ctx
  readonly operation: OperationRow
  readonly claimer: Claimer
  /** Codes of the platform's errors: the scheduler's own, or those of the platform connection (SCHEDULER=off). */
  readonly codes: 'scheduler' | 'connection'
  /** What was done so far; the only part that changes. */
  readonly done: {
    /** A write of this operation has had its effect, or may have had it. */
    sent: boolean
    /** Calls of the platform, by what they ask: its limits are counted for each. */
    readonly calls: { read: number; assign: number; unassign: number }
    /** What the platform said of its limits. */
    limits: HeededLimits
  }
}

/** Another process has the operation, or it ended meanwhile: nothing more may be sent or stored. */
class Fenced extends Error {}

/** A failure of the platform while the operation was worked on. */
class Interrupted extends Error {
  constructor(
    readonly failure: PlatformFailure,
    readonly connection: Connection,
    readonly onRead: boolean,
  ) {
    super(failure.message)
  }
}

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

/** A member's roles as they are, and the ranks to read them by. */
interface Standing {
  readonly membership: Membership
  readonly ranks: RankRow[]
  readonly held: RankRow
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

/** The community's connection, which tells what it hears of the platform's limits. */
async function connect({ ctx, done }: Work): Promise<Connection> {
  const connection = await resolveConnection(ctx)
  return { ...connection, heed: (limits) => void (done.limits = heed(done.limits, limits)) }
}

/** What the platform shows of the member now. @param known ranks that were read already */
async function readStanding(work: Work, connection: Connection, known?: RankRow[]): Promise<Standing> {
  const { ctx, operation, done } = work
  done.calls.read++
  const asked = ctx.platform.getMembership(connection, operation.user_id).catch((error: unknown) => {
    throw error instanceof PlatformFailure ? new Interrupted(error, connection, true) : error
  })
  const [membership, stored] = await Promise.all([asked, known ?? listRanks(ctx)])
  if (!membership) {
    await storeMemberRank(ctx, operation.user_id, null)
    throw notInGroup()
  }
  const isCovered = membership.roles.every((role) => stored.some((rank) => rank.unique_id === role))
  const ranks = isCovered ? stored : await ranksCovering(ctx, membership)
  const held = highestOf(ranks, membership)
  if (!held) throw notInGroup()
  return { membership, ranks, held }
}

function notInGroup(): DomainError {
  return new DomainError(
    'member_not_in_group',
    "The account is not in the community's group on the platform; it must join before it can be ranked.",
  )
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

/** What bars the member, with the blacklisted groups it is in. The platform is asked only where a group is blacklisted. */
async function withGroups({ ctx, operation, done }: Work, connection: Connection, stored: StoredBars): Promise<Bars> {
  const { blacklisted, suspended, blacklistedGroups } = stored
  if (blacklisted || suspended || blacklistedGroups.length === 0) return stored
  done.calls.read++
  const held = await ctx.platform
    .groupsAmong(connection, operation.user_id, blacklistedGroups)
    .catch((error: unknown) => {
      throw error instanceof PlatformFailure ? new Interrupted(error, connection, true) : error
    })
  return { suspended, blacklisted: held.size > 0 }
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

/** Whatever went wrong: the verdict says whether the operation ends, waits, or is settled by reading. */
async function afterwards(work: Work, error: unknown): Promise<void> {
  if (error instanceof Interrupted) return interrupted(work, error)
  if (!(error instanceof DomainError)) throw error
  const { operation, done } = work
  const verdict = judgeRefusal(error.code, { ...operation, sent: done.sent, owed: isOwed(operation) })
  if (verdict === null) return failed(work, error)
  return carryOut(work, verdict, error)
}

/** A suspension's end was promised when it began. */
const isOwed = ({ kind }: OperationRow): boolean => kind === 'rank.restore'

async function interrupted(work: Work, { failure, connection, onRead }: Interrupted): Promise<void> {
  const { ctx, operation, done } = work
  const explained = await explain(ctx, connection, failure)
  if (!(explained instanceof DomainError)) throw explained
  const { kind, sent, status, retryAfterSeconds } = failure
  const connectionLost = explained.code === 'platform_cloud_reconnect_required'
  const progress = { ...operation, sent: done.sent, owed: isOwed(operation) }
  // the credential is being looked into: nothing was done, and nobody knows yet whether it ever will be
  const pending = explained.code === 'platform_cloud_refresh_pending' ? judgeRefusal(explained.code, progress) : null
  const facts = { kind, sent, status, retryAfterSeconds, onRead, connectionLost }
  const verdict = pending ?? judge(facts, progress, { settleSeconds: ctx.settings.platformTimeoutMs / 1_000 })
  ctx.log.warn({ operationId: operation.operation_id, reason: failure.message, to: verdict.to }, 'the platform failed')
  await carryOut(work, verdict, explained)
}

/** @param error the platform connection's own words for what happened */
async function carryOut(work: Work, verdict: Verdict, error: DomainError): Promise<void> {
  if (verdict.to !== 'failed') {
    const { to: status, code: reason, inSeconds, settleSeconds } = verdict
    return postponed(work, { status, reason, inSeconds, settleSeconds })
  }
  if (work.codes === 'connection') return failed(work, error)
  const { code } = verdict
  const retryAfterSeconds = verdict.retryAfterSeconds ?? (code === error.code ? error.retryAfterSeconds : undefined)
  await failed(work, new DomainError(code, error.message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }))
}

async function failed({ ctx, operation }: Work, { code, message, retryAfterSeconds }: DomainError): Promise<void> {
  const ending = { status: 'failed', code, message, retryAfterSeconds: retryAfterSeconds ?? null } as const
  if (!(await endOperation(ctx, operation, ending))) throw new Fenced()
}

interface Pause {
  readonly status: 'queued' | 'outcome_pending'
  readonly reason: string
  readonly inSeconds: number
  readonly settleSeconds?: number
}

async function postponed(
  { ctx, operation, done }: Work,
  { status, reason, inSeconds, settleSeconds = 0 }: Pause,
): Promise<void> {
  // a pause grows with failures in a row; a reading that says what to do next is none
  const failures = reason === 'half-applied' ? 0 : operation.failures + 1
  const sent = status === 'outcome_pending' || done.sent
  const postponement = { status, reason, inSeconds, settleSeconds, failures, sent }
  if (!(await postpone(ctx, operation, postponement))) throw new Fenced()
}
