// What differs between the kinds of operations. The rest of an execution (next.ts) is the same for all.
import type { RankRow } from '../../ranks/queries'
import type { DomainError } from '../../base/errors'
import type { AnyStep } from '../rules'
import type { FailedCall, FormerRank, MembershipSnapshot, RankMove, State } from './state'

export interface Choice {
  readonly target: RankRow
  /** None: the roles are as wanted. */
  readonly steps: readonly AnyStep[]
  readonly former: FormerRank | null
}

/** Pure. Errors are DomainErrors that end the operation. */
export interface Plan {
  /** The writes, from the kind and the roles held; or what has to be read first: the groups of the account, or its earlier request. */
  choose(state: State, snapshot: MembershipSnapshot): Choice | 'unknown' | 'undecided'
  /** The recorded writes that may still be sent: the last check before them. Null: none is wanted any more. */
  confirm(
    state: State,
    before: MembershipSnapshot,
    target: RankRow,
    steps: readonly AnyStep[],
  ): readonly AnyStep[] | null
  /** The target of the recorded writes. */
  recordedTarget(state: State, snapshot: MembershipSnapshot): RankRow
  isApplied(state: State, step: AnyStep, snapshot: MembershipSnapshot): boolean
  /** Nothing is left to write to, and the target is not reached: `choose` says why. */
  isGone?(state: State): boolean
  /** Why the platform refused a write for certain; null: as for all operations. */
  refusal?(call: FailedCall): DomainError | null
  isReached(state: State, snapshot: MembershipSnapshot, target: RankRow): boolean
  /** The audit entry of a change. */
  moveOf(state: State, before: MembershipSnapshot, target: RankRow): RankMove
  /** The rank of the member afterwards; null: not in the group. */
  rankAfter(after: MembershipSnapshot, target: RankRow): RankRow | null
}
