// How a rank, and what AutoRank would do, look outside.
import type { Schema } from '../contract/types'
import type { RankRow } from '../group/queries'
import { isAssignable, type RankFacts } from '../group/rules'
import type { Explained } from './auto-rank'

/** The contract's Rank of a row. */
export function toRank(row: RankRow): Schema<'Rank'> {
  return {
    uniqueId: row.unique_id,
    rankId: row.rank_id,
    name: row.name,
    memberCount: row.member_count,
    autoRank: row.auto_rank_experience === null ? null : { experience: row.auto_rank_experience },
    assignable: isAssignable(row),
  }
}

/** The contract's RankSummary. */
export function toRankSummary({
  unique_id,
  rank_id,
  name,
}: Omit<RankFacts, 'auto_rank_experience'>): Schema<'RankSummary'> {
  return { uniqueId: unique_id, rankId: rank_id, name }
}

/** The contract's AutoRankExplanation. */
export function toExplanation(explained: Explained): Schema<'AutoRankExplanation'> {
  const { userId, experience, held, outcome, reason, target, next, ladder } = explained
  return {
    userId: String(userId),
    experience,
    rank: held && toRankSummary(held),
    outcome,
    reason,
    target: target && toRankSummary(target),
    next: next && { ...next, rank: toRankSummary(next.rank) },
    ladder: ladder.map((step) => ({ ...step, rank: toRankSummary(step.rank) })),
  }
}
