// Changes of the rank.
import { assertIsRank, assertNotOwner, circumstancesOf, decideAutoRank, neighbour } from '../../ranks/rules'
import { requireRole } from '../../ranks/roles/rules'
import type { RankRow } from '../../ranks/queries'
import { assertNotBlocked, isRoleStep, isSuspensionKind, rankToRestore } from '../rules'
import { blocksOf } from './blocks'
import type { Choice, Plan } from './plan'
import { assertUnchanged } from './reversal'
import { assertOneRank, formerRankOf, formerRolesOf, isReached, onRoles, rankBefore, stepsTo, summary } from './roles'
import type { MembershipSnapshot, State } from './state'

export const rankPlan: Plan = {
  ...onRoles,

  choose(state, snapshot) {
    const { kind } = state.operation
    const { held } = snapshot
    assertUnchanged(state, snapshot)
    assertNotOwner(held)
    if (kind !== 'rank.auto') assertOneRank(state, snapshot)
    const target = chooseTarget(state, snapshot)
    if (target === 'unknown') return target
    if (kind === 'rank.auto' && target) assertOneRank(state, snapshot)
    const former = formerRankOf(state, snapshot)
    if (!target) return { target: held, steps: [], former }
    const steps = stepsTo(state, snapshot, target)
    return steps.length > 0 && !isSuspensionKind(kind)
      ? unlessBlocked(state, held, { target, steps, former })
      : { target, steps, former }
  },

  confirm(state, before, target, steps) {
    const { operation, authority } = state
    if (!isSuspensionKind(operation.kind) && !state.sent) {
      const blacklisted = authority.blacklisted || state.inBlacklistedGroup === true
      if (operation.kind === 'rank.auto' && (authority.suspended || blacklisted)) return null
      assertNotBlocked({ suspended: authority.suspended, blacklisted }, before.held, target)
    }
    // since the roles were read, one of them may have been declared no rank
    const { unmanaged } = authority
    if (operation.kind !== 'rank.restore' && unmanaged.includes(target.unique_id))
      assertIsRank({ ...target, managed: false })
    return steps.filter(isRoleStep).filter(({ role }) => !unmanaged.includes(role))
  },

  isReached,

  /** For suspensions, both ranks come from the suspension, since the roles may be read after the move. */
  moveOf(state, snapshot, after) {
    const { operation, suspension } = state
    const { operation_id: operationId } = operation
    const { ranks } = snapshot
    const held = rankBefore(state, snapshot)
    if (!suspension || !isSuspensionKind(operation.kind))
      return { action: 'member.rank', before: { rank: summary(held) }, after: { rank: summary(after), operationId } }
    const isStart = operation.kind === 'rank.suspend'
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

function unlessBlocked(state: State, held: RankRow, choice: Choice): Choice | 'unknown' {
  const { target } = choice
  const blocks = target.rank_id > held.rank_id ? blocksOf(state) : state.authority
  if (blocks === 'unknown') return blocks
  assertNotBlocked(blocks, held, target)
  return choice
}

/**
 * The target is fixed at the first write. Null: AutoRank has nothing to do; `unknown`: the groups have to be read.
 */
function chooseTarget(state: State, { membership, ranks, held }: MembershipSnapshot): RankRow | null | 'unknown' {
  const { kind, target_unique_id } = state.operation
  if (kind === 'rank.restore') {
    const suspended = state.suspension?.suspendedUniqueId ?? null
    const former = { rank: target_unique_id, roles: formerRolesOf(state) }
    return rankToRestore(ranks, membership.roles, { suspended, former }, state.sent)
  }
  if (target_unique_id !== null) {
    const target = requireRole(ranks, target_unique_id)
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
