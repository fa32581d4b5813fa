// AutoRank: gives a member the rank its experience has earned (spec, Member progression side effect).
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'
import { resolveConnection } from '../group/connection'
import { listRanks } from '../group/queries'
import { findMember } from '../profiles/queries'
import { performChange } from './change'
import { decideAutoRank, type AutoRankDecision, type RankFacts } from '../group/rules'

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
  return decision.outcome === 'unchanged' ? { outcome: 'unchanged' } : move(ctx, standing.userId)
}

function decide<R extends RankFacts>(ctx: Ctx, ranks: readonly R[], standing: Standing): AutoRankDecision<R> {
  const held = ranks.find((rank) => rank.unique_id === standing.rankUniqueId) ?? null
  return decideAutoRank(ranks, held, standing.experience, ctx.community.autoRankDemotes)
}

/** What is stored said that there is something to do; what is true now, on the platform and in the record, decides. */
async function move(ctx: Ctx, userId: number): Promise<Schema<'AutoRankOutcome'>> {
  const connection = await resolveConnection(ctx)
  const { changed } = await performChange(ctx, {
    userId,
    kind: 'auto',
    connection,
    choose: async (all, held) => {
      const member = await findMember(ctx, userId)
      const decision = decideAutoRank(all, held, member?.experience ?? 0, ctx.community.autoRankDemotes)
      return decision.outcome === 'move' ? decision.target : null
    },
  })
  return { outcome: changed ? 'changed' : 'unchanged' }
}
