// The plan of each kind of operation.
import { isJoinKind, isRoleKind, type OperationKind } from '../rules'
import { joinPlan } from './join-plan'
import type { Plan } from './plan'
import { rankPlan } from './rank-plan'
import { rolePlan } from './role-plan'

export function planOf(kind: OperationKind): Plan {
  if (isJoinKind(kind)) return joinPlan
  return isRoleKind(kind) ? rolePlan : rankPlan
}
