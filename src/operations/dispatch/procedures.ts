// The procedure of each kind of operation.
import { isJoinKind, isRoleKind, type OperationKind } from '../rules'
import { joinProcedure } from './join-procedure'
import type { Procedure } from './procedure'
import { rankProcedure } from './rank-procedure'
import { roleProcedure } from './role-procedure'

export function procedureOf(kind: OperationKind): Procedure {
  if (isJoinKind(kind)) return joinProcedure
  return isRoleKind(kind) ? roleProcedure : rankProcedure
}
