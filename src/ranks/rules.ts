// Targets of rank changes, role writes, AutoRank. Pure.
import type { Community } from '../context'
import { DomainError } from '../errors'

export interface RankFacts {
  readonly unique_id: number
  readonly rank_id: number
  readonly name: string
  /** Null: not on the ladder. */
  readonly auto_rank_experience: number | null
}

const GUEST = 0
const OWNER = 255

/** The platform manages guest and owner. */
export function isAssignable({ rank_id }: Pick<RankFacts, 'rank_id'>): boolean {
  return rank_id !== GUEST && rank_id !== OWNER
}

/** A rank, or the next one up or down. */
export type RankGoal = NamedGoal | { readonly kind: 'promote' | 'demote' }
export type NamedGoal =
  { readonly kind: 'set'; readonly rankUniqueId: number } | { readonly kind: 'set'; readonly rankId: number }

/** @throws DomainError 404 `rank_not_found`, 409 `rank_not_assignable` */
export function namedTarget<R extends RankFacts>(ranks: readonly R[], goal: NamedGoal): R {
  const [field, value] =
    'rankId' in goal ? (['rankId', goal.rankId] as const) : (['rankUniqueId', goal.rankUniqueId] as const)
  const target = ranks.find((rank) => (field === 'rankId' ? rank.rank_id : rank.unique_id) === value)
  if (!target) {
    throw new DomainError('rank_not_found', `No rank of this community has the ${field} ${value}.`, {
      details: { field },
    })
  }
  if (!isAssignable(target)) {
    throw new DomainError(
      'rank_not_assignable',
      `The rank ${target.name} is guest or owner and cannot be given through the API. Choose another rank.`,
    )
  }
  return target
}

/**
 * By rank number.
 * @throws DomainError 409 `rank_limit_reached`
 */
export function neighbour<R extends RankFacts>(ranks: readonly R[], held: R, direction: 'promote' | 'demote'): R {
  const assignable = ranks.filter(isAssignable)
  const next =
    direction === 'promote'
      ? assignable.find((rank) => rank.rank_id > held.rank_id)
      : assignable.findLast((rank) => rank.rank_id < held.rank_id)
  if (next) return next
  const end = direction === 'promote' ? 'highest' : 'lowest'
  throw new DomainError(
    'rank_limit_reached',
    `The member holds ${held.name}, the ${end} assignable rank. No rank was changed.`,
  )
}

export interface RolePlan {
  readonly assign: number | null
  readonly unassign: readonly number[]
}

/**
 * Assigns first, so that the member always has a rank. Keeps the base role and roles that are not ranks.
 * @param ranks lowest first
 */
export function planRoles(ranks: readonly RankFacts[], heldRoles: readonly number[], target: RankFacts): RolePlan {
  const assignable = ranks.filter(isAssignable)
  const base = assignable[0]
  const managed = assignable.filter((rank) => rank !== base && rank.unique_id !== target.unique_id)
  return {
    assign: heldRoles.includes(target.unique_id) ? null : target.unique_id,
    unassign: managed.map((rank) => rank.unique_id).filter((role) => heldRoles.includes(role)),
  }
}

/** @throws DomainError 409 `rank_not_assignable` */
export function assertNotOwner(held: RankFacts | null): void {
  if (held?.rank_id !== OWNER) return
  throw new DomainError('rank_not_assignable', 'The member owns the group, and the rank of an owner cannot be changed.')
}

export interface Circumstances {
  readonly connected: boolean
  readonly enabled: boolean
  /** AutoRank may lower ranks. */
  readonly demotes: boolean
}

export function circumstancesOf({ connection, autoRankEnabled, autoRankDemotes }: Community): Circumstances {
  return { connected: connection !== 'none', enabled: autoRankEnabled, demotes: autoRankDemotes }
}

/** The earned rank, even if the member may not have it. */
export type AutoRankDecision<R> =
  | { readonly outcome: 'move'; readonly reason: 'threshold_met'; readonly target: R }
  | { readonly outcome: 'unchanged'; readonly reason: 'already_there' | 'below_ladder'; readonly target: R | null }
  | {
      readonly outcome: 'skipped'
      readonly reason:
        | 'not_connected'
        | 'disabled'
        | 'no_ladder'
        | 'not_in_group'
        | 'outside_ladder'
        | 'demotion_not_allowed'
        | 'suspended'
        | 'blacklisted'
      readonly target: R | null
    }

/** Lowest first. */
export function ladderOf<R extends RankFacts>(ranks: readonly R[]): R[] {
  return ranks.filter((rank) => isAssignable(rank) && rank.auto_rank_experience !== null)
}

export const thresholdOf = ({ auto_rank_experience }: RankFacts): number => auto_rank_experience ?? Infinity

/**
 * The highest rank of the ladder whose threshold is met, for members on or below the ladder.
 * @param ranks lowest first
 * @param held null: not in the group
 */
export function decideAutoRank<R extends RankFacts>(
  ranks: readonly R[],
  held: R | null,
  experience: number,
  { connected, enabled, demotes }: Circumstances,
): AutoRankDecision<R> {
  const ladder = ladderOf(ranks)
  const target = ladder.findLast((rank) => thresholdOf(rank) <= experience) ?? null
  const skipped = (reason: Extract<AutoRankDecision<R>, { outcome: 'skipped' }>['reason']) =>
    ({ outcome: 'skipped', reason, target }) as const
  if (!connected) return skipped('not_connected')
  if (!enabled) return skipped('disabled')
  const [lowest] = ladder
  if (!lowest) return skipped('no_ladder')
  if (!held) return skipped('not_in_group')
  if (!ladder.includes(held) && held.rank_id > lowest.rank_id) return skipped('outside_ladder')
  if (!target) return { outcome: 'unchanged', reason: 'below_ladder', target }
  if (target === held) return { outcome: 'unchanged', reason: 'already_there', target }
  if (target.rank_id < held.rank_id && !demotes) return skipped('demotion_not_allowed')
  return { outcome: 'move', reason: 'threshold_met', target }
}

/** Only a move is blocked, so that the blocks are looked up for members that would move. */
export function unlessBlocked<R>(
  decision: AutoRankDecision<R>,
  { suspended, blacklisted }: { readonly suspended: boolean; readonly blacklisted: boolean },
): AutoRankDecision<R> {
  if (decision.outcome !== 'move' || !(suspended || blacklisted)) return decision
  return { outcome: 'skipped', reason: suspended ? 'suspended' : 'blacklisted', target: decision.target }
}

/**
 * Above the earned and the held rank; null: at the top.
 * @param ranks lowest first
 */
export function nextStep<R extends RankFacts>(ranks: readonly R[], held: R | null, experience: number): R | null {
  const ladder = ladderOf(ranks)
  const earned = ladder.findLast((rank) => thresholdOf(rank) <= experience)
  const floor = Math.max(earned?.rank_id ?? -1, held?.rank_id ?? -1)
  const above = ladder.filter((rank) => rank.rank_id > floor)
  const least = Math.min(...above.map(thresholdOf))
  // of equal thresholds AutoRank gives the highest
  return above.findLast((rank) => thresholdOf(rank) === least) ?? null
}

/** A higher rank requires no more experience. */
export function unreachableSteps<R extends RankFacts>(ranks: readonly R[]): R[] {
  const ladder = ladderOf(ranks)
  return ladder.filter((step, index) =>
    ladder.slice(index + 1).some((higher) => thresholdOf(higher) <= thresholdOf(step)),
  )
}

/** Without the member count. */
export type RankIdentity = Pick<RankFacts, 'unique_id' | 'rank_id' | 'name'>

export interface RankDifference<Before, After> {
  readonly added: readonly After[]
  readonly changed: readonly { readonly before: Before; readonly after: After }[]
  readonly removed: readonly Before[]
}

export function compareRanks<Before extends RankIdentity, After extends RankIdentity>(
  before: readonly Before[],
  after: readonly After[],
): RankDifference<Before, After> {
  const known = new Map(before.map((rank) => [rank.unique_id, rank]))
  const kept = new Set(after.map((rank) => rank.unique_id))
  return {
    added: after.filter((rank) => !known.has(rank.unique_id)),
    changed: after.flatMap((rank) => {
      const was = known.get(rank.unique_id)
      return was && (was.name !== rank.name || was.rank_id !== rank.rank_id) ? [{ before: was, after: rank }] : []
    }),
    removed: before.filter((rank) => !kept.has(rank.unique_id)),
  }
}
