// The state machine of an operation. Pure.
import type { Community, Ctx } from '../context'
import type { ErrorCode } from '../base/errors'
import { DomainError } from '../base/errors'
import { isAssignable, isRank, roleChanges, type RankFacts } from '../ranks/rules'

export type OperationKind =
  'rank.set' | 'rank.promote' | 'rank.demote' | 'rank.auto' | SuspensionKind | RoleKind | JoinKind
export type RoleKind = 'role.assign' | 'role.unassign'
export type JoinKind = 'join.accept' | 'join.decline'
export type SuspensionKind = 'rank.suspend' | 'rank.restore'

/** The suspension does not block its own rank changes. */
export function isSuspensionKind(kind: OperationKind): kind is SuspensionKind {
  return kind === 'rank.suspend' || kind === 'rank.restore'
}

export function isRoleKind(kind: OperationKind): kind is RoleKind {
  return kind === 'role.assign' || kind === 'role.unassign'
}

export function isJoinKind(kind: OperationKind): kind is JoinKind {
  return kind === 'join.accept' || kind === 'join.decline'
}

/**
 * queued → dispatching → succeeded, failed or cancelled; outcome_pending while the effect of a sent write is unknown.
 */
export const statuses = ['queued', 'dispatching', 'outcome_pending', 'succeeded', 'failed', 'cancelled'] as const
export type OperationStatus = (typeof statuses)[number]

/** Terminal statuses (sql/schema.sql, platform_operation_transition). */
export function hasEnded(status: OperationStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled'
}

/** What holds up an operation that has not ended. */
export interface Waiting {
  readonly status: OperationStatus
  /** Of its last attempt. */
  readonly reason: string | null
  readonly sent: boolean
  readonly awaited: boolean
  /** The operator has paused the queue. */
  readonly paused: boolean
  readonly writesPaused: boolean
  /** The calls that the server may make in this minute are used. */
  readonly lacksCalls: boolean
}

/** As the claim decides (sql/functions/choose_queued.sql, choose_unsettled.sql). Null: nothing delays it. */
export function waitingFor(waiting: Waiting, connection: Community['connection']): string | null {
  const { status, reason, sent, awaited, paused, writesPaused, lacksCalls } = waiting
  if (hasEnded(status)) return null
  if (reason !== null || status === 'dispatching') return reason
  if (!sent && paused) return 'scheduler-disabled'
  if (!sent && writesPaused) return 'writes_paused'
  // without a connection, one that a caller waits for fails at once
  if (connection !== 'connected' && awaited && !sent) return null
  if (connection === 'none') return 'platform_cloud_not_configured'
  if (connection === 'reconnect_required') return 'authorization-intervention-required'
  return lacksCalls ? 'platform-budget' : null
}

/**
 * The platform limits each kind of call separately, so the most frequent kind counts: the read, once before and once
 * after the writes.
 */
export const CALLS_PER_OPERATION = 2

export const queueLimitOf = ({ community, settings }: Pick<Ctx, 'community' | 'settings'>): number =>
  community.queueLimit ?? settings.queueLimit

/** The contract's maximum, for rank changes that the caller cannot submit again. */
export const LONGEST_DEADLINE_SECONDS = 3_600

/** What follows from a committed change, whose rights were checked, has to run also after a long outage: seven days. */
export const MUST_FOLLOW = { requires: null, awaited: false, mustRun: true, deadlineSeconds: 7 * 24 * 3_600 } as const

export const deadlineMessage = 'The deadline passed before anything was sent to the platform. Send the request again.'

export interface Failure {
  readonly kind:
    'credentials' | 'rate_limited' | 'timeout' | 'request_timeout' | 'rejected' | 'not_found' | 'unavailable'
  readonly sent: boolean
  readonly status: number | null
  readonly retryAfterSeconds: number | null
  readonly onRead: boolean
  /** A person must reconnect the platform. */
  readonly connectionLost: boolean
}

export interface OperationState {
  readonly awaited: boolean
  readonly sent: boolean
  readonly failures: number
  /** Must eventually run: retried after all but an invalid write. */
  readonly mustRun?: boolean
}

export type Decision =
  | { readonly to: 'failed'; readonly code: ErrorCode; readonly retryAfterSeconds: number | null }
  | {
      readonly to: 'queued' | 'outcome_pending'
      readonly code: ErrorCode
      readonly inSeconds: number
      /** In this time, missing roles do not prove that the write was lost. */
      readonly settleSeconds: number
    }

/** An answered write may be missing in the roles that are read so soon after it. */
export const READ_LAG_SECONDS = 2

export interface DecisionOptions {
  /** How long an unanswered write may still take effect. */
  readonly settleSeconds: number
}

/**
 * A write that may have taken effect is followed by a read of the roles. A change that a caller waits for fails at the
 * first error, unless one of its writes has taken effect. Other changes are retried until the deadline (spec, Scheduled
 * platform operation outcomes).
 */
export function decide(failure: Failure, state: OperationState, { settleSeconds }: DecisionOptions): Decision {
  const code = outcomeCodes[failure.kind]
  const inSeconds = delayFor(failure, state.failures)
  if (failure.sent) {
    return { to: 'outcome_pending', code, inSeconds: 0, settleSeconds: failure.status === null ? settleSeconds : 0 }
  }
  if (state.sent && failure.onRead) return { to: 'outcome_pending', code, inSeconds, settleSeconds: 0 }
  if (isPermanent(failure) && !(state.mustRun && mayPass(failure))) {
    return { to: 'failed', code, retryAfterSeconds: null }
  }
  if (state.sent) return { to: 'outcome_pending', code, inSeconds, settleSeconds: 0 }
  if (state.awaited) return { to: 'failed', code, retryAfterSeconds: failure.retryAfterSeconds }
  return { to: 'queued', code, inSeconds, settleSeconds: 0 }
}

function isPermanent({ kind, connectionLost }: Failure): boolean {
  return kind === 'rejected' || kind === 'not_found' || (kind === 'credentials' && !connectionLost)
}

/**
 * Of what must run, only a write that the platform calls invalid is final: a 404 may be wrong, and the next read tells.
 */
const mayPass = ({ kind, onRead }: Failure): boolean => onRead || kind !== 'rejected'

const outcomeCodes = {
  credentials: 'authorization-intervention-required',
  rate_limited: 'provider-rejected-429',
  request_timeout: 'provider-rejected-408',
  timeout: 'platform_cloud_timeout',
  rejected: 'platform_cloud_unavailable',
  unavailable: 'platform_cloud_unavailable',
  not_found: 'rank_not_found',
} as const satisfies Record<Failure['kind'], ErrorCode>

const MAX_DELAY_SECONDS = 15

/** Seconds: 1, 2, 4 … 15. @param failures consecutive, before this one */
export function retryDelay(failures: number): number {
  return Math.min(2 ** failures, MAX_DELAY_SECONDS)
}

/** Seconds: what the platform asks for, at most an hour, or `retryDelay`. */
function delayFor({ retryAfterSeconds }: Failure, failures: number): number {
  return retryAfterSeconds === null ? retryDelay(failures) : Math.min(retryAfterSeconds, 3_600)
}

/**
 * Connection errors before a write: the code that a queued rank change gets, and its first delay; null: terminal.
 */
const connectionErrors: Partial<Record<ErrorCode, { readonly code: ErrorCode; readonly inSeconds: number | null }>> = {
  platform_cloud_not_configured: { code: 'platform_cloud_not_configured', inSeconds: 30 },
  platform_cloud_reconnect_required: { code: 'authorization-intervention-required', inSeconds: 30 },
  platform_cloud_refresh_pending: { code: 'platform_cloud_refresh_pending', inSeconds: 1 },
  platform_cloud_configuration_unavailable: { code: 'platform_cloud_configuration_unavailable', inSeconds: 10 },
  platform_cloud_credentials_invalid: { code: 'authorization-intervention-required', inSeconds: null },
  platform_cloud_rate_limited: { code: 'provider-rejected-429', inSeconds: 30 },
  platform_cloud_timeout: { code: 'platform_cloud_timeout', inSeconds: 2 },
  platform_cloud_unavailable: { code: 'platform_cloud_unavailable', inSeconds: 2 },
  // the writes to the group are paused
  roblox_scheduler_unavailable: { code: 'roblox_scheduler_unavailable', inSeconds: 1 },
  server_busy: { code: 'server_busy', inSeconds: 1 },
}

/**
 * Connection errors before a write are retried like platform failures.
 * @returns null if the error is final
 */
export function decideOnRefusal(
  code: ErrorCode,
  { awaited, sent, failures, mustRun }: OperationState,
): Decision | null {
  const rule = connectionErrors[code]
  if (!rule) return null
  const inSeconds = rule.inSeconds ?? (mustRun ? MAX_DELAY_SECONDS : null)
  if (sent) return { to: 'outcome_pending', code: rule.code, inSeconds: inSeconds ?? 30, settleSeconds: 0 }
  if (awaited || inSeconds === null) return { to: 'failed', code: rule.code, retryAfterSeconds: null }
  const delay = Math.min(inSeconds * 2 ** failures, MAX_DELAY_SECONDS)
  return { to: 'queued', code: rule.code, inSeconds: delay, settleSeconds: 0 }
}

export interface RankChangeBlocks {
  readonly blacklisted: boolean
  readonly suspended: boolean
}

/**
 * Suspended members keep their rank. Blacklisted members are not promoted.
 * @throws DomainError 409 `member_suspended` or `member_blacklisted`
 */
export function assertNotBlocked(blocks: RankChangeBlocks, held: RankFacts, target: RankFacts): void {
  if (blocks.suspended) {
    throw new DomainError('member_suspended', 'The member is suspended. Its rank can change after the suspension ends.')
  }
  if (blocks.blacklisted && target.rank_id > held.rank_id) {
    throw new DomainError(
      'member_blacklisted',
      'The account, or a group it is in, is blacklisted in this community. Remove the entry to promote the member.',
    )
  }
}

export interface FormerRanks {
  readonly rank: number | null
  readonly roles: readonly number[]
}

/**
 * @param sent at least one write of the restoration took effect, or may have
 * @throws DomainError `operation_superseded` if the rank was changed manually since, `rank_not_found` or
 * `rank_not_assignable` if the former rank no longer exists or is guest or owner now
 */
export function rankToRestore<R extends RankFacts>(
  ranks: readonly R[],
  heldRoles: readonly number[],
  { suspended, former }: { readonly suspended: number | null; readonly former: FormerRanks },
  sent: boolean,
): R {
  const rankOf = (uniqueId: number | null) => ranks.find((rank) => rank.unique_id === uniqueId)
  const holds = (roles: readonly (number | null)[]) => {
    const { assign, unassign } = roleChanges(
      ranks,
      heldRoles,
      roles.filter((role) => role !== null),
    )
    return assign.length === 0 && unassign.length === 0
  }
  const target = ranks.findLast((rank) => isRank(rank) && former.roles.includes(rank.unique_id)) ?? rankOf(former.rank)
  if (!target)
    throw new DomainError(
      'rank_not_found',
      'The rank held before the suspension no longer exists on the platform. Set another rank.',
    )
  if (!isAssignable(target)) {
    throw new DomainError(
      'rank_not_assignable',
      'The rank held before the suspension is the guest or owner rank now. Set another rank.',
    )
  }
  if (sent || holds(former.roles) || holds([suspended])) return target
  throw new DomainError(
    'operation_superseded',
    "The member's rank was changed manually during the suspension, so the previous rank was not restored.",
  )
}

export interface Step {
  readonly verb: 'assign' | 'unassign'
  readonly role: number
}

export interface JoinStep {
  readonly verb: 'accept' | 'decline'
  readonly requestId: string
  readonly requestedAt: string | null
}

export type AnyStep = Step | JoinStep

export type RecordedStep = AnyStep & {
  readonly at: string
  /** The execution ended before it was sent. */
  readonly unsent?: boolean
}

export const isRoleStep = <S extends AnyStep>(step: S): step is S & Step => 'role' in step

export function isApplied(step: AnyStep, heldRoles: readonly number[]): boolean {
  return isRoleStep(step) && heldRoles.includes(step.role) === (step.verb === 'assign')
}
