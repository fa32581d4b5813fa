// Decides the next command of one execution from its state and the last observation. Pure.
import { authorize } from '../../auth/rules'
import { DomainError, type ErrorCode } from '../../errors'
import type { RankRow } from '../../ranks/queries'
import { assertIsRank, assertNotOwner, circumstancesOf, decideAutoRank, neighbour } from '../../ranks/rules'
import { throttledMessage } from '../../platform/failures'
import {
  assertNotBlocked,
  decide,
  decideOnRefusal,
  isApplied,
  isSuspensionKind,
  rankToRestore,
  retryDelay,
  type Decision,
  type Step,
  type RankChangeBlocks,
} from '../rules'
import { afterPart, assertOneRank, formerRankOf, formerRolesOf, isReached, stepsTo, summary, writtenIn } from './roles'
import type { Command, Ending, FailedCall, MembershipSnapshot, Observation, RankMove, State } from './state'

/**
 * Decides the next command.
 * @param state the result of `advance` for this observation
 * @param now milliseconds since the epoch
 */
export function next(state: State, observation: Observation, now: number): Command {
  try {
    return nextOrThrow(state, observation, now)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return afterError(state, error)
  }
}

function nextOrThrow(state: State, observation: Observation, now: number): Command {
  switch (observation.is) {
    case 'claimed':
      if (state.operation.status !== 'outcome_pending') assertAuthorized(state, now)
      return { do: 'read-membership', syncRanks: false }
    case 'membership':
      if (!observation.snapshot) return { ...failed(notInGroup()), hasLeft: true }
      if (state.notFound) return afterFailure(state, state.notFound)
      if (state.operation.status === 'outcome_pending') return resolveOutcome(state, observation.snapshot, now)
      return state.target
        ? verify(state, observation.snapshot, state.target)
        : chooseWrites(state, observation.snapshot)
    case 'groups':
      if (!state.before) throw new Error('the groups were read before the roles')
      return chooseWrites(state, state.before)
    case 'recorded':
      return confirmWrites(state, observation.steps, now)
    case 'unrecorded':
      return { do: 'cancel-overdue' }
    case 'written':
      return { do: 'read-membership', syncRanks: false }
    case 'failed':
      return state.notFound ? { do: 'read-membership', syncRanks: true } : afterFailure(state, observation.call)
    case 'refused':
      return afterError(state, observation.error)
  }
}

/**
 * Re-checks the key, scope, API switch and plan (spec, Authentication 6). A rank change that was started is completed.
 * @throws DomainError 403 `actor-authorization-revoked`
 */
function assertAuthorized({ operation, authority, sent }: State, now: number): void {
  const { actor_kind, required_scope: scope, required_feature: feature } = operation
  if (actor_kind !== 'key' || scope === null || sent) return
  try {
    if (!authority.key) throw new DomainError('unauthorized', 'The API key was revoked.')
    authorize({ ...authority.key, community: authority.community }, { scope, feature }, now)
  } catch (error) {
    throw new DomainError(
      'actor-authorization-revoked',
      'The API key, its scope, the API switch or the plan changed, so nothing was sent. Check them and send the request again.',
      { cause: error },
    )
  }
}

function chooseWrites(state: State, snapshot: MembershipSnapshot): Command {
  const { operation } = state
  const { held } = snapshot
  assertNotOwner(held)
  const isAuto = operation.kind === 'rank.auto'
  if (!isAuto) assertOneRank(state, snapshot)
  const target = chooseTarget(state, snapshot)
  if (target === 'unknown') return { do: 'read-groups', groups: state.authority.blacklistedGroups }
  if (isAuto && target) assertOneRank(state, snapshot)
  const former = formerRankOf(state, snapshot)
  const steps = target ? stepsTo(state, snapshot, target) : []
  if (!target || steps.length === 0) {
    const move = state.sent ? moveOf(state, snapshot, target ?? held) : null
    return succeeded(state, snapshot, { rank: target ?? held, move, former })
  }
  if (!isSuspensionKind(operation.kind)) {
    const blocks = target.rank_id > held.rank_id ? blocksOf(state) : state.authority
    if (blocks === 'unknown') return { do: 'read-groups', groups: state.authority.blacklistedGroups }
    assertNotBlocked(blocks, held, target)
  }
  return { do: 'record', target, steps, former }
}

/** The target rank, fixed at the first write; null if AutoRank has nothing to do; `unknown` without the groups. */
function chooseTarget(state: State, { membership, ranks, held }: MembershipSnapshot): RankRow | null | 'unknown' {
  const { kind, target_unique_id } = state.operation
  if (kind === 'rank.restore') {
    const suspended = state.suspension?.suspendedUniqueId ?? null
    const former = { rank: target_unique_id, roles: formerRolesOf(state) }
    return rankToRestore(ranks, membership.roles, { suspended, former }, state.sent)
  }
  if (target_unique_id !== null) {
    const target = requireRank(ranks, target_unique_id)
    assertIsRank(target)
    return target
  }
  if (kind === 'rank.promote' || kind === 'rank.demote') {
    return neighbour(ranks, held, kind === 'rank.promote' ? 'promote' : 'demote')
  }
  // the blocks are checked only for members that would move, because the check may call the platform
  const decision = decideAutoRank(ranks, held, state.experience, circumstancesOf(state.authority.community))
  if (decision.outcome !== 'move') return null
  const blocks = blocksOf(state)
  if (blocks === 'unknown') return blocks
  return blocks.suspended || blocks.blacklisted ? null : decision.target
}

/** What blocks the member, including its groups; `unknown` until these are read. */
function blocksOf({ authority, inBlacklistedGroup }: State): RankChangeBlocks | 'unknown' {
  const { suspended, blacklisted, blacklistedGroups } = authority
  if (suspended || blacklisted || blacklistedGroups.length === 0) return { suspended, blacklisted }
  return inBlacklistedGroup === null ? 'unknown' : { suspended, blacklisted: inBlacklistedGroup }
}

function succeeded(
  state: State,
  { ranks, membership }: MembershipSnapshot,
  { rank, move, former }: Pick<Extract<Ending, { do: 'succeed' }>, 'rank' | 'move' | 'former'>,
) {
  const written = move && writtenIn(state, ranks, membership.roles)
  return { do: 'succeed', rank, move, former, roles: membership.roles, written } as const
}

/** Checks authorization and blocks again: reading the roles took time, and this is the last check before a write. */
function confirmWrites(state: State, steps: readonly Step[], now: number): Command {
  const { operation, authority, before, target } = state
  if (!before || !target) throw new Error('writes were recorded without a target')
  assertAuthorized(state, now)
  if (!isSuspensionKind(operation.kind) && !state.sent) {
    const blacklisted = authority.blacklisted || state.inBlacklistedGroup === true
    const isBlocked = authority.suspended || blacklisted
    if (operation.kind === 'rank.auto' && isBlocked)
      return succeeded(state, before, { rank: before.held, move: null, former: null })
    assertNotBlocked({ suspended: authority.suspended, blacklisted }, before.held, target)
  }
  // since the roles were read, one of them may have been declared no rank
  const { unmanaged } = authority
  if (operation.kind !== 'rank.restore' && unmanaged.includes(target.unique_id))
    assertIsRank({ ...target, managed: false })
  return { do: 'write', steps: steps.filter(({ role }) => !unmanaged.includes(role)) }
}

function verify(state: State, after: MembershipSnapshot, target: RankRow): Command {
  const before = state.before ?? after
  if (isReached(state, after, target)) {
    return succeeded(state, after, { rank: target, move: moveOf(state, before, target), former: null })
  }
  // the write was acknowledged but is not visible: replication lag or a concurrent change
  return reschedule(state, { status: 'outcome_pending', reason: 'platform_cloud_unavailable', inSeconds: 1 })
}

/** A change needs two to five writes. This many mean a concurrent writer. */
const MAX_WRITES = 40

function resolveOutcome(state: State, snapshot: MembershipSnapshot, now: number): Command {
  const { operation } = state
  const { membership, ranks } = snapshot
  const target = requireRank(ranks, operation.target_unique_id)
  if (isReached(state, snapshot, target)) {
    return succeeded(state, snapshot, { rank: target, move: moveOf(state, snapshot, target), former: null })
  }
  // a write took effect: complete the change even if the caller expects an error
  if (operation.steps.some((step) => isApplied(step, membership.roles))) {
    if (operation.steps.length > MAX_WRITES) throw contested()
    const inSeconds = Math.max(0, operation.steps.length - 5)
    return { ...reschedule(state, { status: 'queued', reason: 'half-applied', inSeconds }), failures: 0 }
  }
  const { reason, settle_at } = operation
  const settleMs = settle_at === null ? 0 : Date.parse(settle_at) - now
  if (settleMs > 0) {
    const pending = { status: 'outcome_pending', reason: reason ?? 'worker-lost', inSeconds: settleMs / 1_000 } as const
    return reschedule(state, pending)
  }
  const unsent = { ...state, sent: false }
  const isLost = reason === null || reason === 'worker-lost'
  // the caller waits for the first error, except that of a dead worker
  if (operation.awaited && !isLost) return failed(notApplied(state, reason as ErrorCode))
  const inSeconds = isLost ? 0 : retryDelay(operation.failures - 1)
  return reschedule(unsent, { status: 'queued', reason: reason ?? 'worker-lost', inSeconds })
}

function afterFailure(state: State, call: FailedCall): Command {
  const { error } = call
  // a process checks the credential: whether the call can succeed is unknown
  const pending = error.code === 'platform_cloud_refresh_pending' ? decideOnRefusal(error.code, triesOf(state)) : null
  const connectionLost = error.code === 'platform_cloud_reconnect_required'
  const { settleSeconds } = state
  return follow(state, pending ?? decide({ ...call, connectionLost }, triesOf(state), { settleSeconds }), error)
}

function afterError(state: State, error: DomainError): Command {
  const decision = decideOnRefusal(error.code, triesOf(state))
  return decision ? follow(state, decision, error) : afterPart(state, failed(error))
}

/** Every suspension has to end. */
const triesOf = ({ operation, sent }: State) => ({ ...operation, sent, mustRun: operation.kind === 'rank.restore' })

function follow(state: State, decision: Decision, error: DomainError): Command {
  if (decision.to !== 'failed') {
    const { to: status, code: reason, inSeconds, settleSeconds } = decision
    return reschedule(state, { status, reason, inSeconds, settleSeconds })
  }
  if (state.codes === 'connection') return afterPart(state, failed(error))
  const { code } = decision
  const retryAfterSeconds =
    decision.retryAfterSeconds ?? (code === error.code ? (error.retryAfterSeconds ?? null) : null)
  const message = code === 'provider-rejected-429' ? throttledMessage(retryAfterSeconds) : error.message
  return afterPart(state, { do: 'fail', code, message, retryAfterSeconds, hasLeft: false, written: null })
}

function failed({ code, message, retryAfterSeconds }: DomainError) {
  return {
    do: 'fail',
    code,
    message,
    retryAfterSeconds: retryAfterSeconds ?? null,
    hasLeft: false,
    written: null,
  } as const
}

type Later = Pick<Extract<Ending, { do: 'reschedule' }>, 'status' | 'reason' | 'inSeconds'> & { settleSeconds?: number }

function reschedule({ operation, sent }: State, { settleSeconds = 0, ...later }: Later) {
  const isSent = later.status === 'outcome_pending' || sent
  return { do: 'reschedule', ...later, settleSeconds, failures: operation.failures + 1, sent: isSent } as const
}

function requireRank(ranks: readonly RankRow[], uniqueId: number | null): RankRow {
  const rank = ranks.find((one) => one.unique_id === uniqueId)
  if (rank) return rank
  throw new DomainError('rank_not_found', `The rank ${uniqueId} no longer exists on the platform. Choose another rank.`)
}

/** For suspensions, both ranks come from the suspension, since the roles may be read after the move. */
function moveOf({ operation, suspension }: State, { ranks, held }: MembershipSnapshot, after: RankRow): RankMove {
  if (!suspension || !isSuspensionKind(operation.kind))
    return { before: { rank: summary(held) }, after: { rank: summary(after) } }
  const isStart = operation.kind === 'rank.suspend'
  const from = isStart ? suspension.formerUniqueId : suspension.suspendedUniqueId
  const before = ranks.find((rank) => rank.unique_id === from) ?? held
  return {
    action: isStart ? 'suspension.apply' : 'suspension.restore',
    before: { rank: summary(before) },
    after: { suspensionId: suspension.suspensionId, rank: summary(after) },
  }
}

function notInGroup(): DomainError {
  return new DomainError(
    'member_not_in_group',
    "The account is not in the community's group on the platform. It must join the group first.",
  )
}

function contested(): DomainError {
  return new DomainError(
    'platform_cloud_unavailable',
    "The member's roles on the platform are changed concurrently by another tool. Stop it, then repeat the request.",
  )
}

function notApplied({ codes }: State, code: ErrorCode): DomainError {
  const reported = codes === 'connection' && code === 'provider-rejected-408' ? 'platform_cloud_timeout' : code
  return new DomainError(reported, 'The platform did not apply the change. Repeat the request.')
}
