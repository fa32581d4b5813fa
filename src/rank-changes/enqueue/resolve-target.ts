// What an operation needs before it can be accepted: an id, and a rank that exists.
import type { Ctx } from '../../context'
import { DomainError } from '../../errors'
import { syncRanks } from '../../platform-connection/actions'
import { listRanks, type RankRow } from '../../ranks/queries'
import { namedTarget, type NamedGoal } from '../../ranks/rules'
import { randomBase32 } from '../../ids'

/** An id nobody has yet. */
export const newOperationId = (): string => `op_${randomBase32(20)}`

/** A rank nobody has stored may be new on the platform: ask once before saying that it does not exist. */
export async function lookUpTarget(ctx: Ctx, goal: NamedGoal): Promise<RankRow> {
  try {
    return namedTarget(await listRanks(ctx), goal)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rank_not_found') throw error
    await syncRanks(ctx)
    return namedTarget(await listRanks(ctx), goal)
  }
}
