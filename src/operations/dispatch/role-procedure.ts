// Operations on one role that is no rank.
import type { RankRow } from '../../ranks/queries'
import { assertIsRole } from '../../ranks/roles/rules'
import { decide, mayMake, roleSteps } from '../decision/rules'
import { isRoleStep } from '../rules'
import { factsOf, isBlacklistedNow } from './facts'
import type { Procedure } from './procedure'
import { assertStillLeft } from './reversal'
import { onRoles, summary } from './roles'
import type { MembershipSnapshot, State } from './state'

export const roleProcedure: Procedure = {
  ...onRoles,

  choose(state, snapshot) {
    const { kind, target_unique_id: target } = state.operation
    const change = decide({ kind, target }, factsOf(state, snapshot))
    if (change === 'unknown') return change
    assertStillLeft(state, change.steps)
    return { ...change, former: null }
  },

  confirm(state, before, target, steps) {
    // since the roles were read, it may have been declared a rank
    assertIsRole(before.ranks, { ...target, managed: !state.authority.unmanaged.includes(target.unique_id) })
    mayMake(state.operation, factsOf(state, before, isBlacklistedNow(state)), {
      target,
      steps: steps.filter(isRoleStep),
    })
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

const stepsTo = (state: State, { membership }: MembershipSnapshot, { unique_id: role }: RankRow) =>
  roleSteps(isAssignment(state), role, membership.roles)
