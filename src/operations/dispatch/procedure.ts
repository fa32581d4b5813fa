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

/** Pure. A DomainError ends the operation. */
export interface Procedure {
  /**
   * The writes, or what has to be read first: the groups of the account (`unknown`), or the decision on its earlier
   * request (`undecided`).
   */
  choose(state: State, snapshot: MembershipSnapshot): Choice | 'unknown' | 'undecided'
  /** The last check before the recorded writes are sent. Null: none is wanted any more. */
  confirm(
    state: State,
    before: MembershipSnapshot,
    target: RankRow,
    steps: readonly AnyStep[],
  ): readonly AnyStep[] | null
  recordedTarget(state: State, snapshot: MembershipSnapshot): RankRow
  isApplied(state: State, step: AnyStep, snapshot: MembershipSnapshot): boolean
  isGone?(state: State): boolean
  /** Why the platform refused a write for certain; null: as for all operations. */
  refusal?(call: FailedCall): DomainError | null
  isReached(state: State, snapshot: MembershipSnapshot, target: RankRow): boolean
  moveOf(state: State, before: MembershipSnapshot, target: RankRow): RankMove
  rankAfter(after: MembershipSnapshot, target: RankRow): RankRow | null
}
