// AutoRank's explanation as the contract shows it.
import type { Schema } from '../../contract/types'
import { toRankSummary } from '../../ranks/views'
import type { Explained } from './rules'

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
