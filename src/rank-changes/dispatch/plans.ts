// The plan of each kind of operation.
import { isRoleKind, type OperationKind } from '../rules'
import type { Plan } from './plan'
import { rankPlan } from './rank-plan'
import { rolePlan } from './role-plan'

export const planOf = (kind: OperationKind): Plan => (isRoleKind(kind) ? rolePlan : rankPlan)
