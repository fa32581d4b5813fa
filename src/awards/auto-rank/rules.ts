// Explains a decision of AutoRank. Pure.
import { isMoveOutOfBounds } from '../../auth/bounds/rules'
import type { DomainError } from '../../base/errors'
import type { Community, RankBounds } from '../../context'
import {
  circumstancesOf,
  decideAutoRank,
  isAmbiguous,
  ladderOf,
  nextStep,
  rolesOf,
  storedRank,
  thresholdOf,
  unlessBlocked,
  type AutoRankDecision,
  type RankFacts,
} from '../../ranks/rules'

export interface AutoRankFacts {
  readonly experience: number
  readonly rank_unique_id: number | null
  readonly role_ids: readonly number[]
  readonly ranks: readonly RankFacts[]
  readonly suspended: boolean
  readonly blacklisted: boolean
  readonly unfinished: readonly number[]
}

export interface Explanation {
  /** Null: outside the group. */
  readonly held: RankFacts | null
  readonly outcome: AutoRankDecision<RankFacts>['outcome']
  readonly reason: AutoRankDecision<RankFacts>['reason'] | 'platform_cloud_reconnect_required'
  readonly target: RankFacts | null
  readonly next: { readonly rank: RankFacts; readonly experience: number; readonly experienceMissing: number } | null
  readonly ladder: readonly { readonly rank: RankFacts; readonly experience: number; readonly met: boolean }[]
}

export interface MemberExplanation extends Explanation {
  readonly userId: number
  readonly experience: number
}

export type Decided = Pick<Explanation, 'held' | 'outcome' | 'reason' | 'target'>

/** @param bounds of the caller */
export function decideStored(community: Community, facts: AutoRankFacts, bounds: RankBounds | null): Decided {
  const { experience, ranks } = facts
  const stored = { rankUniqueId: facts.rank_unique_id, roleIds: facts.role_ids }
  const held = storedRank(ranks, stored)
  const ambiguous = isAmbiguous(community, ranks, rolesOf(stored), facts.unfinished)
  const earned = decideAutoRank(ranks, held, experience, circumstancesOf(community))
  const outOfBounds = earned.outcome === 'move' && isMoveOutOfBounds(bounds, held, earned.target)
  const decision = unlessBlocked(earned, { ...facts, ambiguous, outOfBounds })
  return { held, ...reported(decision, community.connection), target: decision.target }
}

export function explainDecision(community: Community, facts: AutoRankFacts, bounds: RankBounds | null): Explanation {
  const { experience, ranks } = facts
  const decision = decideStored(community, facts, bounds)
  const step = decision.reason === 'outside_ladder' ? null : nextStep(ranks, decision.held, experience)
  return {
    ...decision,
    next: step && { rank: step, experience: thresholdOf(step), experienceMissing: thresholdOf(step) - experience },
    ladder: ladderOf(ranks).map((rank) => {
      const threshold = thresholdOf(rank)
      return { rank, experience: threshold, met: threshold <= experience }
    }),
  }
}

/** A due move is skipped while the connection must be renewed, because a write fails with the same code. */
function reported(
  { outcome, reason }: AutoRankDecision<RankFacts>,
  connection: Community['connection'],
): Pick<Explanation, 'outcome' | 'reason'> {
  if (outcome !== 'move' || connection !== 'reconnect_required') return { outcome, reason }
  return { outcome: 'skipped', reason: 'platform_cloud_reconnect_required' }
}

/**
 * The stored rank was outdated, or the caller has taken too much, and nothing was changed: the next award or sync
 * decides again.
 */
export function isSkipped({ code, details }: DomainError): boolean {
  if (details?.['committed']) return false
  const codes = ['member_not_in_group', 'rank_not_assignable', 'rank_not_found', 'rank_ambiguous'] as const
  const ofTakes = ['rate_limit_exceeded', 'take_not_allowed'] as const
  return [...codes, ...ofTakes].some((one) => one === code)
}
