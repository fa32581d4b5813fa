// Operations on one role that is no rank.
import type { RankRow } from '../../ranks/queries'
import { assertIsRole, requireRole } from '../../ranks/roles/rules'
import type { Step } from '../rules'
import { assertNotBlacklisted, isBlacklisted } from './blocks'
import type { Plan } from './plan'
import { assertStillLeft } from './reversal'
import { onRoles, summary } from './roles'
import type { MembershipSnapshot, State } from './state'

export const rolePlan: Plan = {
  ...onRoles,

  choose(state, snapshot) {
    const target = requireRole(snapshot.ranks, state.operation.target_unique_id)
    assertIsRole(snapshot.ranks, target)
    const steps = stepsTo(state, snapshot, target)
    assertStillLeft(state, steps)
    if (isAssignment(state) && steps.length > 0) {
      const blacklisted = isBlacklisted(state)
      if (blacklisted === 'unknown') return blacklisted
      assertNotBlacklisted(blacklisted, 'give the role')
    }
    return { target, steps, former: null }
  },

  confirm(state, before, target, steps) {
    const { authority, inBlacklistedGroup } = state
    // since the roles were read, it may have been declared a rank
    assertIsRole(before.ranks, { ...target, managed: !authority.unmanaged.includes(target.unique_id) })
    if (isAssignment(state)) assertNotBlacklisted(authority.blacklisted || inBlacklistedGroup === true, 'give the role')
    return steps
  },

  isReached: (state, snapshot, target) => stepsTo(state, snapshot, target).length === 0,

  moveOf(state, _, target) {
    const [held, none] = [{ role: summary(target) }, { role: null }]
    const { operation_id: operationId } = state.operation
    const [before, after] = isAssignment(state) ? [none, held] : [held, none]
    return { action: 'member.role', before, after: { ...after, operationId } }
  },

  rankAfter: ({ held }) => held,
}

const isAssignment = ({ operation }: State): boolean => operation.kind === 'role.assign'

function stepsTo(state: State, { membership }: MembershipSnapshot, { unique_id: role }: RankRow): Step[] {
  const isWanted = isAssignment(state)
  if (membership.roles.includes(role) === isWanted) return []
  return [{ verb: isWanted ? 'assign' : 'unassign', role }]
}
