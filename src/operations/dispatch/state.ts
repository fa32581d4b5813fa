// The state of an execution.
import type { Grants } from '../../auth/rules'
import type { Community, RankBounds } from '../../context'
import type { DomainError, ErrorCode } from '../../base/errors'
import type { JoinDecision, JoinRequest, Membership } from '../../platform/platform'
import type { StaffRole } from '../../people/roles'
import type { RoleLoss } from '../../people/rules'
import type { RankRow } from '../../ranks/queries'
import type { OperationRow, RolesWritten } from '../queries'
import { isApplied, isRoleStep, type AnyStep, type Failure, type RecordedStep, type Step } from '../rules'

export interface Authority {
  readonly community: Community
  /** Null: revoked, or the actor is not a key. */
  readonly key: Omit<Grants, 'community'> | null
  /** Null: the actor is no person of the community. */
  readonly person?: {
    readonly role: StaffRole
    readonly ownScopes?: readonly string[] | null
    readonly enabled: boolean
    readonly roleLoss?: RoleLoss | null
  } | null
  /** Of the key, also of one that is revoked, or of the person; null: without bounds. */
  readonly bounds: RankBounds | null
  /** Of the author of what gives the rank or role. */
  readonly giftBounds?: RankBounds | null
  readonly suspended: boolean
  readonly blacklisted: boolean
  /** Only the platform can tell whether the account is in one of these groups. */
  readonly blacklistedGroups: readonly number[]
  /** Ids of roles that are not ranks. */
  readonly unmanaged: readonly number[]
  /** Ids of the roles that the member's last rank change named before it failed. */
  readonly unfinished: readonly number[]
}

export interface OperationSuspension {
  readonly suspensionId: string
  readonly suspendedUniqueId: number | null
  /** Null until the member was moved to the suspended rank. */
  readonly formerUniqueId: number | null
  /** All ranks held before the move; null: only the highest is known. */
  readonly formerRoles: readonly number[] | null
}

/** For a join request, an account that is not in the group is a guest. */
export interface MembershipSnapshot {
  readonly membership: Membership
  /** Of the community, lowest first. */
  readonly ranks: readonly RankRow[]
  readonly held: RankRow
}

export type FailedCall = Omit<Failure, 'connectionLost'> & { readonly error: DomainError }

export interface State {
  readonly operation: OperationRow
  readonly authority: Authority
  readonly suspension: OperationSuspension | null
  readonly experience: number
  readonly codes: 'scheduler' | 'connection'
  /** How long an unanswered write may still take effect. */
  readonly settleSeconds: number
  /** A write took effect, or may have. */
  readonly sent: boolean
  /** Also those that earlier executions recorded. */
  readonly steps: readonly RecordedStep[]
  /** Recorded by this execution, and not sent. */
  readonly unsent: readonly AnyStep[]
  /** Certainly in effect. */
  readonly applied: readonly Step[]
  /** As read before the first write of this execution. */
  readonly before: MembershipSnapshot | null
  readonly latest: MembershipSnapshot | null
  readonly actingRank: number | null
  readonly request: JoinRequest | null
  /** On an earlier join request; undefined: not read, null: none was found. */
  readonly decision?: JoinDecision | null
  readonly target: RankRow | null
  readonly inBlacklistedGroup: boolean | null
  /** A write failed with 404: the role or the membership is missing. */
  readonly notFound: FailedCall | null
}

export type Observation =
  | { readonly is: 'claimed' }
  | {
      readonly is: 'membership'
      readonly snapshot: MembershipSnapshot | null
      /** When the roles were requested, in milliseconds since the epoch; they may be as old. */
      readonly askedAt: number
      readonly request?: JoinRequest | null
      /** Rank number of the account for which the key acts. */
      readonly actingRank?: number | null
    }
  | { readonly is: 'groups'; readonly blacklisted: boolean }
  | { readonly is: 'decision'; readonly decision: JoinDecision | null }
  | {
      readonly is: 'recorded'
      readonly authority: Authority
      readonly target: RankRow
      readonly steps: readonly AnyStep[]
    }
  /** The writes were not stored, because the deadline passed or the lease was lost. */
  | { readonly is: 'unrecorded' }
  /** The author has taken too much, so nothing was recorded. */
  | { readonly is: 'exceeded'; readonly error: DomainError }
  | { readonly is: 'written' }
  /** `written` took effect before the failure. */
  | { readonly is: 'failed'; readonly call: FailedCall; readonly written: readonly AnyStep[] }
  /** A call was not possible, for example without a usable connection. */
  | { readonly is: 'refused'; readonly error: DomainError; readonly written: readonly AnyStep[] }

export interface FormerRank {
  readonly rank: number
  readonly roles: readonly number[]
}

export interface RankMove {
  readonly action:
    | 'member.rank'
    | 'member.role'
    | 'suspension.apply'
    | 'suspension.restore'
    | 'join-request.accept'
    | 'join-request.decline'
  readonly before: object
  readonly after: object
}

export type Command =
  | { readonly do: 'read-membership'; readonly syncRanks: boolean }
  | { readonly do: 'read-groups'; readonly groups: readonly number[] }
  | { readonly do: 'read-decision' }
  | {
      readonly do: 'record'
      readonly target: RankRow
      readonly steps: readonly AnyStep[]
      readonly former: FormerRank | null
      /** Whether it is a take of its author (auth/takes). */
      readonly takes: boolean
    }
  | { readonly do: 'write'; readonly steps: readonly AnyStep[] }
  | Ending

export type Ending =
  | {
      readonly do: 'succeed'
      readonly target: RankRow
      /** Held afterwards; null: not in the group. */
      readonly rank: RankRow | null
      /** Null: nothing changed. */
      readonly move: RankMove | null
      readonly former: FormerRank | null
      readonly roles: readonly number[]
      readonly written: RolesWritten | null
    }
  | {
      readonly do: 'fail'
      readonly code: ErrorCode
      readonly message: string
      readonly retryAfterSeconds: number | null
      /** The account is not in the group, so its stored rank is removed. */
      readonly hasLeft: boolean
      readonly written: RolesWritten | null
    }
  | { readonly do: 'cancel-overdue' }
  | {
      readonly do: 'reschedule'
      readonly status: 'queued' | 'outcome_pending'
      readonly reason: string
      readonly inSeconds: number
      /** In which a sent write may still take effect; 0: none can. */
      readonly settleSeconds: number
      readonly failures: number
      readonly sent: boolean
      /** Number of the last recorded steps that were not sent. */
      readonly unsent: number
    }

export function isEnding(command: Command): command is Ending {
  return ['succeed', 'fail', 'cancel-overdue', 'reschedule'].includes(command.do)
}

export function advance(state: State, observation: Observation): State {
  switch (observation.is) {
    case 'membership':
      return {
        ...state,
        before: state.before ?? observation.snapshot,
        latest: observation.snapshot,
        request: observation.request ?? null,
        actingRank: observation.actingRank ?? null,
        applied: appliedIn(state, observation.snapshot),
      }
    case 'groups':
      return { ...state, inBlacklistedGroup: observation.blacklisted }
    case 'decision':
      return { ...state, decision: observation.decision }
    case 'recorded':
      return {
        ...state,
        authority: observation.authority,
        target: observation.target,
        steps: [...state.steps, ...observation.steps.map((step) => ({ ...step, at: '' }))],
        unsent: observation.steps,
      }
    case 'written':
      return { ...state, sent: true, unsent: [] }
    case 'failed':
      return {
        ...withFailed(withWritten(state, observation.written), observation.call),
        notFound: missing(observation.call),
      }
    case 'refused':
      return { ...withWritten(state, observation.written), notFound: null }
    case 'claimed':
    case 'unrecorded':
    case 'exceeded':
      return state
  }
}

const withWritten = (state: State, written: readonly AnyStep[]): State => ({
  ...state,
  sent: state.sent || written.length > 0,
  applied: [...state.applied, ...written.filter(isRoleStep)],
  unsent: state.unsent.filter((step) => !written.includes(step)),
})

/** A write that has failed for certain is taken as not sent. */
const withFailed = (state: State, { sent }: FailedCall): State =>
  sent ? { ...state, unsent: state.unsent.slice(1) } : state

/**
 * An account that is not in the group has no roles. A write that was acknowledged may be missing in roles read soon
 * after.
 */
function appliedIn({ steps, sent, applied }: State, snapshot: MembershipSnapshot | null): readonly Step[] {
  if (!snapshot || !sent) return []
  const isAcknowledged = ({ verb, role }: Step) => applied.some((one) => one.verb === verb && one.role === role)
  const shown = steps
    .filter(isRoleStep)
    .filter((step) => isApplied(step, snapshot.membership.roles) && !isAcknowledged(step))
  return [...applied, ...shown]
}

/** After a 404, a read finds what is missing. */
const missing = (call: FailedCall): FailedCall | null =>
  call.kind === 'not_found' && !call.sent && !call.onRead ? call : null
