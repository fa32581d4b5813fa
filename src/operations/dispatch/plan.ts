// What differs between the kinds of operations.
import type { RankRow } from '../../ranks/queries'
import type { DomainError } from '../../base/errors'
import type { AnyStep } from '../rules'
import type { FailedCall, FormerRank, MembershipSnapshot, RankMove, State } from './state'

export interface Choice {
  readonly target: RankRow
  readonly steps: readonly AnyStep[]
  readonly former: FormerRank | null
}

/** It is pure. Its errors are DomainErrors that end the operation. */
export interface Plan {
  /** It returns the writes, or what has to be read first: the groups of the account, or its earlier request. */
  choose(state: State, snapshot: MembershipSnapshot): Choice | 'unknown' | 'undecided'
  /** It is the last check before the recorded writes are sent. Null means that none is wanted any more. */
  confirm(
    state: State,
    before: MembershipSnapshot,
    target: RankRow,
    steps: readonly AnyStep[],
  ): readonly AnyStep[] | null
  recordedTarget(state: State, snapshot: MembershipSnapshot): RankRow
  isApplied(state: State, step: AnyStep, snapshot: MembershipSnapshot): boolean
  isGone?(state: State): boolean
  /** It tells why the platform refused a write for certain. Null means as for all operations. */
  refusal?(call: FailedCall): DomainError | null
  isReached(state: State, snapshot: MembershipSnapshot, target: RankRow): boolean
  moveOf(state: State, before: MembershipSnapshot, target: RankRow): RankMove
  rankAfter(after: MembershipSnapshot, target: RankRow): RankRow | null
}
