// Inputs of a rank change: its id and the target rank.
import type { Ctx } from '../../context'
import { DomainError } from '../../errors'
import { syncRanks } from '../../platform-connection/actions'
import { listRanks, type RankRow } from '../../ranks/queries'
import { namedTarget, type NamedGoal } from '../../ranks/rules'
import { randomBase32 } from '../../ids'

export const newOperationId = (): string => `op_${randomBase32(20)}`

/** Finds the target rank. Syncs the ranks from the platform once if it is not stored. */
export async function resolveTargetRank(ctx: Ctx, goal: NamedGoal): Promise<RankRow> {
  try {
    return namedTarget(await listRanks(ctx), goal)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rank_not_found') throw error
    await syncRanks(ctx)
    return namedTarget(await listRanks(ctx), goal)
  }
}
