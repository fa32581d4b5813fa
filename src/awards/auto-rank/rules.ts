// Explains a decision of AutoRank. Pure.
import type { DomainError } from '../../base/errors'
import type { Community, Ctx, RankBounds } from '../../context'
import { decideAuto, storedFacts } from '../../operations/decision/rules'
import {
  ladderOf,
  nextStep,
  storedRank,
  thresholdOf,
  type AutoRankDecision,
  type RankFacts,
  type StoredRoles,
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

/** What is stored of a member. */
interface StoredMember extends StoredRoles, Omit<AutoRankFacts, 'rank_unique_id' | 'role_ids' | 'blacklisted'> {
  readonly blacklisted: boolean | 'unknown'
}

/**
 * As the execution decides (operations/decision), with what is stored.
 * @param bounds of the caller
 * @returns `unknown`: the member would move, unless it is blocked
 */
export function earnedBy(
  member: StoredMember & { readonly blacklisted: boolean },
  of: Pick<Ctx, 'community'>,
  bounds: RankBounds | null,
): AutoRankDecision<RankFacts>
export function earnedBy(
  member: StoredMember,
  of: Pick<Ctx, 'community'>,
  bounds: RankBounds | null,
): AutoRankDecision<RankFacts> | 'unknown'
export function earnedBy(
  { experience, ranks, unfinished, suspended, blacklisted, ...stored }: StoredMember,
  { community }: Pick<Ctx, 'community'>,
  bounds: RankBounds | null,
): AutoRankDecision<RankFacts> | 'unknown' {
  return decideAuto({
    ...storedFacts(ranks, stored),
    experience,
    community,
    unfinished,
    suspended,
    blacklisted,
    author: { bounds, account: null },
  })
}

export function decideStored(community: Community, facts: AutoRankFacts, bounds: RankBounds | null): Decided {
  const member = { ...facts, rankUniqueId: facts.rank_unique_id, roleIds: facts.role_ids }
  const decision = earnedBy(member, { community }, bounds)
  return {
    held: storedRank(facts.ranks, member),
    ...reported(decision, community.connection),
    target: decision.target,
  }
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
