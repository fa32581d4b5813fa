// Decides the next command of an execution. Pure.
import { authorize } from '../../auth/rules'
import { grantsOf } from '../../people/roles'
import { assertRoleCounts } from '../../people/rules'
import { DomainError, type ErrorCode } from '../../base/errors'
import { throttledMessage } from '../../platform/failures'
import type { RankRow } from '../../ranks/queries'
import {
  decide,
  decideOnRefusal,
  isJoinKind,
  READ_LAG_SECONDS,
  retryDelay,
  type AnyStep,
  type Decision,
} from '../rules'
import { assertStillActs } from '../decision/rules'
import { authorOf } from './facts'
import { procedureOf } from './procedures'
import { isTake } from './takes'
import { afterPart, writtenIn } from './roles'
import type { Command, Ending, FailedCall, MembershipSnapshot, Observation, State } from './state'

/** @param now milliseconds since the epoch */
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
      if (state.notFound) return afterNotFound(state, observation.snapshot, state.notFound)
      if (state.operation.status === 'outcome_pending')
        return resolveOutcome(state, observation.snapshot, observation.askedAt)
      return state.target
        ? verify(state, observation.snapshot, state.target)
        : chooseWrites(state, observation.snapshot)
    case 'groups':
      if (!state.before) throw new Error('the groups were read before the roles')
      return chooseWrites(state, state.before)
    case 'decision':
      if (!state.latest) throw new Error('the decision was read before the roles')
      return chooseWrites(state, state.latest)
    case 'recorded':
      return confirmWrites(state, observation.steps, now)
    case 'unrecorded':
      return { do: 'cancel-overdue' }
    case 'exceeded':
      return afterExcess(state, observation.error)
    case 'written':
      return { do: 'read-membership', syncRanks: false }
    case 'failed':
      return state.notFound ? { do: 'read-membership', syncRanks: true } : afterFailure(state, observation.call)
    case 'refused':
      return afterError(state, observation.error)
  }
}

/**
 * Key, scope, API switch and plan are checked again (spec, Authentication 6). A rank change that was started is
 * completed.
 * @throws DomainError 403 `actor-authorization-revoked`
 */
function assertAuthorized({ operation, authority, sent }: State, now: number): void {
  const { actor_kind, required_scope: scope, required_feature: feature } = operation
  if ((actor_kind !== 'key' && actor_kind !== 'person') || scope === null || sent) return
  try {
    const grants = actor_kind === 'key' ? authority.key : authority.person && grantsOf(authority.person)
    if (!grants) throw new DomainError('unauthorized', 'The API key was revoked.')
    authorize({ ...grants, community: authority.community }, { scope, feature }, now)
    assertRoleCounts(authority.person?.roleLoss ?? null)
  } catch (error) {
    throw new DomainError(
      'actor-authorization-revoked',
      'The API key or the person, the scope, the API switch or the plan changed, so nothing was sent. Check them and send the request again.',
      { cause: error },
    )
  }
}

function chooseWrites(state: State, snapshot: MembershipSnapshot): Command {
  if (!state.sent && state.operation.kind !== 'rank.restore') assertStillActs(authorOf(state))
  const choice = procedureOf(state.operation.kind).choose(state, snapshot)
  if (choice === 'unknown') return { do: 'read-groups', groups: state.authority.blacklistedGroups }
  if (choice === 'undecided') return { do: 'read-decision' }
  const { target, steps, former } = choice
  if (steps.length > 0) return { do: 'record', target, steps, former, takes: isTake(state, snapshot, steps) }
  return { ...succeeded(state, snapshot, target, state.sent ? snapshot : null), former }
}

/**
 * Authorization and blocks are checked again, because reading the roles took time, and this is the last check before a
 * write.
 */
function confirmWrites(state: State, steps: readonly AnyStep[], now: number): Command {
  const { operation, before, target } = state
  if (!before || !target) throw new Error('writes were recorded without a target')
  assertAuthorized(state, now)
  const confirmed = procedureOf(operation.kind).confirm(state, before, target, steps)
  return confirmed ? { do: 'write', steps: confirmed } : succeeded(state, before, before.held, null)
}

/** A caller that waits is told; AutoRank changes nothing; another change waits until the author may take again. */
function afterExcess(state: State, error: DomainError): Command {
  const { operation, before } = state
  if (operation.kind === 'rank.auto' && !operation.awaited && before) return succeeded(state, before, before.held, null)
  const { code, retryAfterSeconds: inSeconds } = error
  if (operation.awaited || inSeconds === undefined) return failed(error)
  return { ...reschedule(state, { status: 'queued', reason: code, inSeconds }), failures: operation.failures }
}

function succeeded(state: State, after: MembershipSnapshot, target: RankRow, before: MembershipSnapshot | null) {
  const { ranks, membership } = after
  const { kind } = state.operation
  const procedure = procedureOf(kind)
  const move = before && procedure.moveOf(state, before, target)
  const written = move && !isJoinKind(kind) ? writtenIn(state, ranks, membership.roles) : null
  const rank = procedure.rankAfter(after, target)
  return { do: 'succeed', target, rank, move, former: null, roles: membership.roles, written } as const
}

function verify(state: State, after: MembershipSnapshot, target: RankRow): Command {
  const before = state.before ?? after
  if (procedureOf(state.operation.kind).isReached(state, after, target)) return succeeded(state, after, target, before)
  // the write was acknowledged but is not visible: replication lag or a concurrent change
  const { settleSeconds } = state
  const reason = 'platform_cloud_unavailable'
  return reschedule(state, { status: 'outcome_pending', reason, inSeconds: 1, settleSeconds })
}

/** A change needs two to five writes; this many are a sign of a concurrent writer. */
const MAX_WRITES = 40

function resolveOutcome(state: State, snapshot: MembershipSnapshot, askedAt: number): Command {
  const { operation } = state
  const procedure = procedureOf(operation.kind)
  const target = procedure.recordedTarget(state, snapshot)
  if (procedure.isReached(state, snapshot, target)) return succeeded(state, snapshot, target, snapshot)
  const { reason, settle_at } = operation
  const isOpen = operation.steps.some((step) => !step.unsent && !procedure.isApplied(state, step, snapshot))
  // a write that was not answered may take effect until then, even after it was sent again, and older roles do not show it
  const settleMs = settle_at === null || !isOpen ? 0 : Date.parse(settle_at) - askedAt
  if (settleMs > 0) {
    const pending = { status: 'outcome_pending', reason: reason ?? 'worker-lost', inSeconds: settleMs / 1_000 } as const
    return reschedule(state, pending)
  }
  if (procedure.isGone?.(state)) return chooseWrites(state, snapshot)
  // a write took effect: complete the change even if the caller expects an error
  if (operation.steps.some((step) => procedure.isApplied(state, step, snapshot))) {
    if (operation.steps.length > MAX_WRITES) throw contested()
    const inSeconds = Math.max(0, operation.steps.length - 5)
    return { ...reschedule(state, { status: 'queued', reason: 'half-applied', inSeconds }), failures: 0 }
  }
  const unsent = { ...state, sent: false }
  const isLost = reason === null || reason === 'worker-lost'
  // the caller waits for the first error, except that of a dead worker
  if (operation.awaited && !isLost) return failed(notApplied(state, reason as ErrorCode))
  const inSeconds = isLost ? 0 : retryDelay(operation.failures - 1)
  return reschedule(unsent, { status: 'queued', reason: reason ?? 'worker-lost', inSeconds })
}

/** Something that the write named is missing, and the next read tells what. */
function afterNotFound(state: State, snapshot: MembershipSnapshot, call: FailedCall): Command {
  return procedureOf(state.operation.kind).isGone?.(state) ? chooseWrites(state, snapshot) : afterFailure(state, call)
}

function afterFailure(state: State, call: FailedCall): Command {
  const { error } = call
  // a process checks the credential: whether the call can succeed is unknown
  const pending = error.code === 'platform_cloud_refresh_pending' ? decideOnRefusal(error.code, triesOf(state)) : null
  const connectionLost = error.code === 'platform_cloud_reconnect_required'
  const { settleSeconds } = state
  const decision = pending ?? decide({ ...call, connectionLost }, triesOf(state), { settleSeconds })
  const refusal = decision.to === 'failed' ? procedureOf(state.operation.kind).refusal?.(call) : null
  return refusal ? failed(refusal) : follow(state, decision, error)
}

function afterError(state: State, error: DomainError): Command {
  const decision = decideOnRefusal(error.code, triesOf(state))
  return decision ? follow(state, decision, error) : afterPart(state, failed(error))
}

/** Every suspension has to end. */
const triesOf = ({ operation, sent }: State) => ({ ...operation, sent, mustRun: operation.kind === 'rank.restore' })

function follow(state: State, decision: Decision, error: DomainError): Command {
  if (decision.to !== 'failed') {
    const { to: status, code: reason, inSeconds } = decision
    const lag = status === 'outcome_pending' ? Math.min(READ_LAG_SECONDS, state.settleSeconds) : 0
    const settleSeconds = decision.settleSeconds + lag
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

function reschedule({ operation, sent, unsent }: State, { settleSeconds = 0, ...later }: Later) {
  const isSent = later.status === 'outcome_pending' || sent
  return {
    do: 'reschedule',
    ...later,
    settleSeconds,
    failures: operation.failures + 1,
    sent: isSent,
    unsent: unsent.length,
  } as const
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
