// Changes of the rank.
import { assertIsRank, assertNotOwner, rankAmbiguous } from '../../ranks/rules'
import type { RankRow } from '../../ranks/queries'
import { decide, decideAuto, decideRestore, mayMake, rankSteps, type Change } from '../decision/rules'
import { isRoleStep, isSuspensionKind } from '../rules'
import { factsOf, isBlacklistedNow } from './facts'
import type { Procedure } from './procedure'
import { assertUnchanged } from './reversal'
import { formerRankOf, formerRolesOf, isReached, onRoles, rankBefore, summary } from './roles'
import type { MembershipSnapshot, State } from './state'

export const rankProcedure: Procedure = {
  ...onRoles,

  choose(state, snapshot) {
    assertUnchanged(state, snapshot)
    const former = formerRankOf(state, snapshot)
    const change = decideChange(state, snapshot)
    return change === 'unknown' ? change : { ...change, former }
  },

  confirm(state, before, target, steps) {
    const { operation, authority, sent } = state
    const change = { target, steps: steps.filter(isRoleStep) }
    if (!sent && mayMake(operation, factsOf(state, before, isBlacklistedNow(state)), change) === false) return null
    // since the roles were read, one of them may have been declared no rank
    const { unmanaged } = authority
    if (operation.kind !== 'rank.restore' && unmanaged.includes(target.unique_id))
      assertIsRank({ ...target, managed: false })
    return change.steps.filter(({ role }) => !unmanaged.includes(role))
  },

  isReached,

  /** For suspensions, both ranks come from the suspension, since the roles may be read after the move. */
  moveOf(state, snapshot, after) {
    const { operation, suspension } = state
    const { operation_id: operationId, kind } = operation
    const { ranks } = snapshot
    const held = rankBefore(state, snapshot)
    if (!suspension || !isSuspensionKind(kind))
      return {
        action: 'member.rank',
        before: { rank: summary(held) },
        after: { rank: summary(after), operationId, kind },
      }
    const isStart = kind === 'rank.suspend'
    const from = isStart ? suspension.formerUniqueId : suspension.suspendedUniqueId
    const before = ranks.find((rank) => rank.unique_id === from) ?? held
    return {
      action: isStart ? 'suspension.apply' : 'suspension.restore',
      before: { rank: summary(before) },
      after: { suspensionId: suspension.suspensionId, rank: summary(after) },
    }
  },

  rankAfter: (_, target) => target,
}

/** The target is fixed at the first write. */
function decideChange(state: State, snapshot: MembershipSnapshot): Change<RankRow> | 'unknown' {
  const { kind, target_unique_id: target } = state.operation
  const facts = factsOf(state, snapshot)
  if (kind === 'rank.restore') {
    const suspended = state.suspension?.suspendedUniqueId ?? null
    return decideRestore({ rank: target, roles: formerRolesOf(state), suspended }, facts)
  }
  if (kind !== 'rank.auto' || target !== null) return decide({ kind, target }, facts)
  assertNotOwner(facts.held)
  const decision = decideAuto(facts)
  if (decision === 'unknown') return decision
  if (decision.reason === 'rank_ambiguous') throw rankAmbiguous(facts.ranks, facts.roles)
  if (decision.outcome !== 'move') return { target: snapshot.held, steps: [] }
  return { target: decision.target, steps: rankSteps(facts, [decision.target.unique_id]) }
}
