// AutoRank: gives a member the rank its experience has earned (spec, Member progression side effect).
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'
import { DomainError } from '../errors'
import { listRanks } from '../group/queries'
import { decideAutoRank, type AutoRankDecision, type RankFacts } from '../group/rules'
import { autoRank } from '../operations/acceptance/awaited'

/** What is known of a member when AutoRank is asked. */
export interface Standing {
  readonly userId: number
  readonly experience: number
  readonly rankUniqueId: number | null
}

/**
 * Moves the member if the experience has earned another rank.
 * @param ladder the ladder's ranks and the one held, lowest first, if the caller has them; else they are read
 * @throws DomainError the outcome's error when a change was started and did not succeed
 */
export async function runAutoRank(
  ctx: Ctx,
  standing: Standing,
  ladder?: readonly RankFacts[],
): Promise<Schema<'AutoRankOutcome'>> {
  if (ctx.community.connection === 'none') return { outcome: 'skipped', reason: 'not_connected' }
  const decision = decide(ctx, ladder ?? (await listRanks(ctx)), standing)
  if (decision.outcome === 'skipped') return decision
  if (decision.outcome === 'unchanged') return { outcome: 'unchanged' }
  // what is stored said that there is something to do; what is true now, on the platform and in the record, decides
  return autoRank(ctx, standing.userId).then(
    ({ changed }) => ({ outcome: changed ? 'changed' : 'unchanged' }),
    (error: unknown) => {
      if (error instanceof DomainError && isNoFailure(error)) return { outcome: 'skipped', reason: error.code }
      throw error
    },
  )
}

/** What is stored was behind the platform: the account left the group, owns it, or the rank is gone. */
function isNoFailure({ code }: DomainError): boolean {
  return code === 'member_not_in_group' || code === 'rank_not_assignable' || code === 'rank_not_found'
}

function decide<R extends RankFacts>(ctx: Ctx, ranks: readonly R[], standing: Standing): AutoRankDecision<R> {
  const held = ranks.find((rank) => rank.unique_id === standing.rankUniqueId) ?? null
  return decideAutoRank(ranks, held, standing.experience, ctx.community.autoRankDemotes)
}
