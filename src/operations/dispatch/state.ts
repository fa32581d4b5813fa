// The states of one execution, what it observes and what it can do next.
import type { Grants } from '../../auth/rules'
import type { Community } from '../../context'
import type { DomainError, ErrorCode } from '../../base/errors'
import type { JoinDecision, JoinRequest, Membership } from '../../platform/platform'
import type { RankRow } from '../../ranks/queries'
import type { OperationRow, RolesWritten } from '../queries'
import { isApplied, isRoleStep, type AnyStep, type Failure, type RecordedStep, type Step } from '../rules'

/** What the caller of the rank change may do, and what blocks the member. */
export interface Authority {
  readonly community: Community
  /** Null: revoked, or the actor is not a key. */
  readonly key: Omit<Grants, 'community'> | null
  readonly suspended: boolean
  readonly blacklisted: boolean
  /** Whether the account is in one of these groups is known to the platform only. */
  readonly blacklistedGroups: readonly number[]
  /** Roles that are not ranks. */
  readonly unmanaged: readonly number[]
  /** Roles that the member's last rank change named before it failed. */
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

/** The roles of the member, and the ranks of the community, lowest first. For a join request, an account that is not in the group is a guest. */
export interface MembershipSnapshot {
  readonly membership: Membership
  readonly ranks: readonly RankRow[]
  readonly held: RankRow
}

/** A failed platform call. `error` describes it in terms of the platform connection. */
export type FailedCall = Omit<Failure, 'connectionLost'> & { readonly error: DomainError }

export interface State {
  readonly operation: OperationRow
  readonly authority: Authority
  readonly suspension: OperationSuspension | null
  readonly experience: number
  /** Error codes to report: the scheduler's, or the platform connection's (SCHEDULER=off). */
  readonly codes: 'scheduler' | 'connection'
  /** How long an unanswered write may still take effect. */
  readonly settleSeconds: number
  /** A write took effect, or may have. */
  readonly sent: boolean
  /** All writes that were recorded, also by earlier executions. */
  readonly steps: readonly RecordedStep[]
  /** Those of `steps` that this execution has recorded and not sent. */
  readonly unsent: readonly AnyStep[]
  /** Those of `steps` on roles that have certainly taken effect. */
  readonly applied: readonly Step[]
  /** The roles before the first write of this execution. */
  readonly before: MembershipSnapshot | null
  /** As last read. */
  readonly latest: MembershipSnapshot | null
  /** As last read; null: none, or the operation is not on one. */
  readonly request: JoinRequest | null
  /** What became of an earlier join request; undefined: not read. */
  readonly decision?: JoinDecision | null
  readonly target: RankRow | null
  readonly inBlacklistedGroup: boolean | null
  /** A write failed with 404: the role or the membership is missing. */
  readonly notFound: FailedCall | null
}

export type Observation =
  | { readonly is: 'claimed' }
  /** Null: not in the group. */
  | {
      readonly is: 'membership'
      readonly snapshot: MembershipSnapshot | null
      /** When the roles were asked for, in milliseconds: they may be as old. */
      readonly askedAt: number
      /** Only for an operation on one. */
      readonly request?: JoinRequest | null
    }
  | { readonly is: 'groups'; readonly blacklisted: boolean }
  | { readonly is: 'decision'; readonly decision: JoinDecision | null }
  /** The writes are stored as about to be sent. */
  | {
      readonly is: 'recorded'
      readonly authority: Authority
      readonly target: RankRow
      readonly steps: readonly AnyStep[]
    }
  /** The writes were not stored: the deadline passed or the lease was lost. */
  | { readonly is: 'unrecorded' }
  | { readonly is: 'written' }
  /** @param written writes that took effect before the failure */
  | { readonly is: 'failed'; readonly call: FailedCall; readonly written: readonly AnyStep[] }
  /** A call was not possible, for example without a usable connection. */
  | { readonly is: 'refused'; readonly error: DomainError; readonly written: readonly AnyStep[] }

/** What a suspension restores at its end. */
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
    }
  | { readonly do: 'write'; readonly steps: readonly AnyStep[] }
  | Ending

/** A command that ends the execution. */
export type Ending =
  | {
      readonly do: 'succeed'
      readonly target: RankRow
      /** Of the member afterwards; null: not in the group. */
      readonly rank: RankRow | null
      /** Null: nothing changed. */
      readonly move: RankMove | null
      readonly former: FormerRank | null
      /** The roles after the change. */
      readonly roles: readonly number[]
      readonly written: RolesWritten | null
    }
  | {
      readonly do: 'fail'
      readonly code: ErrorCode
      readonly message: string
      readonly retryAfterSeconds: number | null
      /** The account is not in the group: its stored rank is removed. */
      readonly hasLeft: boolean
      /** The part of the change that was applied on the platform; null: nothing. */
      readonly written: RolesWritten | null
    }
  | { readonly do: 'cancel-overdue' }
  | {
      readonly do: 'reschedule'
      readonly status: 'queued' | 'outcome_pending'
      readonly reason: string
      readonly inSeconds: number
      /** Seconds in which a sent write may still take effect; 0: none was sent. */
      readonly settleSeconds: number
      readonly failures: number
      readonly sent: boolean
      /** The last writes that were recorded and not sent. */
      readonly unsent: number
    }

export function isEnding(command: Command): command is Ending {
  return ['succeed', 'fail', 'cancel-overdue', 'reschedule'].includes(command.do)
}

/** The state after an observation. */
export function advance(state: State, observation: Observation): State {
  switch (observation.is) {
    case 'membership':
      return {
        ...state,
        before: state.before ?? observation.snapshot,
        latest: observation.snapshot,
        request: observation.request ?? null,
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
      return state
  }
}

const withWritten = (state: State, written: readonly AnyStep[]): State => ({
  ...state,
  sent: state.sent || written.length > 0,
  applied: [...state.applied, ...written.filter(isRoleStep)],
  unsent: state.unsent.filter((step) => !written.includes(step)),
})

/** A write that failed for certain counts as not sent. */
const withFailed = (state: State, { sent }: FailedCall): State =>
  sent ? { ...state, unsent: state.unsent.slice(1) } : state

/** An account that is not in the group has no roles. A write that was acknowledged may be missing in roles read soon after. */
function appliedIn({ steps, sent, applied }: State, snapshot: MembershipSnapshot | null): readonly Step[] {
  if (!snapshot || !sent) return []
  const isAcknowledged = ({ verb, role }: Step) => applied.some((one) => one.verb === verb && one.role === role)
  const shown = steps
    .filter(isRoleStep)
    .filter((step) => isApplied(step, snapshot.membership.roles) && !isAcknowledged(step))
  return [...applied, ...shown]
}

/** A write that failed with 404 is followed by a read that finds what is missing. */
const missing = (call: FailedCall): FailedCall | null =>
  call.kind === 'not_found' && !call.sent && !call.onRead ? call : null
