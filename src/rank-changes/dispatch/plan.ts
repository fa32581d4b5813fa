// What differs between the kinds of operations. The rest of an execution (next.ts) is the same for all.
import type { RankRow } from '../../ranks/queries'
import type { Step } from '../rules'
import type { FormerRank, MembershipSnapshot, RankMove, State } from './state'

export interface Choice {
  readonly target: RankRow
  /** None: the roles are as wanted. */
  readonly steps: readonly Step[]
  readonly former: FormerRank | null
}

/** Pure. Errors are DomainErrors that end the operation. */
export interface Plan {
  /** The writes, from the kind and the roles held; `unknown` without the groups of the account. */
  choose(state: State, snapshot: MembershipSnapshot): Choice | 'unknown'
  /** The recorded writes that may still be sent: the last check before them. Null: none is wanted any more. */
  confirm(state: State, before: MembershipSnapshot, target: RankRow, steps: readonly Step[]): readonly Step[] | null
  isReached(state: State, snapshot: MembershipSnapshot, target: RankRow): boolean
  /** The audit entry of a change. */
  moveOf(state: State, before: MembershipSnapshot, target: RankRow): RankMove
  /** The rank of the member afterwards. */
  rankAfter(after: MembershipSnapshot, target: RankRow): RankRow
}
