// Inputs of an operation: its id and its target.
import type { Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { syncRanks } from '../../platform-connection/actions'
import { listRanks, type RankRow } from '../../ranks/queries'
import { assertIsRole, requireRole } from '../../ranks/roles/rules'
import { namedTarget, type NamedGoal, type RankGoal } from '../../ranks/rules'
import { randomBase32 } from '../../base/ids'

export const newOperationId = (): string => `op_${randomBase32(20)}`

export interface RoleGoal {
  readonly kind: 'assign' | 'unassign'
  readonly roleUniqueId: number
}

export interface JoinGoal {
  readonly kind: 'accept' | 'decline'
}

/** A promotion has no target. @throws DomainError as `resolveTargetRank` and `assertIsRole` */
export async function resolveTarget(ctx: Ctx, goal: RankGoal | RoleGoal | JoinGoal): Promise<void> {
  if (goal.kind === 'set') await resolveTargetRank(ctx, goal)
  if ('roleUniqueId' in goal) await resolveRole(ctx, goal.roleUniqueId)
}

export function resolveTargetRank(ctx: Ctx, goal: NamedGoal): Promise<RankRow> {
  return findAmongRanks(ctx, (ranks) => namedTarget(ranks, goal))
}

export function resolveRole(ctx: Ctx, roleUniqueId: number): Promise<RankRow> {
  return findAmongRanks(ctx, (ranks) => {
    const role = requireRole(ranks, roleUniqueId)
    assertIsRole(ranks, role)
    return role
  })
}

async function findAmongRanks(ctx: Ctx, find: (ranks: readonly RankRow[]) => RankRow): Promise<RankRow> {
  try {
    return find(await listRanks(ctx))
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rank_not_found') throw error
    await syncRanks(ctx)
    return find(await listRanks(ctx))
  }
}
