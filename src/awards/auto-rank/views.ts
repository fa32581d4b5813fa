// AutoRank in the shape of the contract.
import type { Schema } from '../../contract/types'
import { toRankSummary } from '../../ranks/views'
import type { LadderPreview } from './preview'
import type { MemberExplanation } from './rules'

export function toExplanation(explanation: MemberExplanation): Schema<'AutoRankExplanation'> {
  const { userId, experience, held, outcome, reason, target, next, ladder } = explanation
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

export function toPreview(preview: LadderPreview): Schema<'AutoRankPreview'> {
  const { skipped, moves, newRanks, unreachable, ...counts } = preview
  return {
    ...counts,
    skipped: [...skipped].map(([reason, members]) => ({ reason, members })),
    moves: moves.map((move) => ({ ...move, from: toRankSummary(move.from), to: toRankSummary(move.to) })),
    newRanks: newRanks.map(toRankSummary),
    unreachable: unreachable.map(toRankSummary),
  }
}
