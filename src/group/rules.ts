// Which rank a member may have, should have, and which roles that means: pure, over the stored ranks.
import { DomainError } from '../errors'

export interface RankFacts {
  readonly unique_id: number
  readonly rank_id: number
  readonly name: string
  /** The AutoRank threshold; null: not a step of the ladder. */
  readonly auto_rank_experience: number | null
}

const GUEST = 0
const OWNER = 255

/** Guest and owner are the platform's to give. */
export function isAssignable({ rank_id }: Pick<RankFacts, 'rank_id'>): boolean {
  return rank_id !== GUEST && rank_id !== OWNER
}

/** What a rank change aims at: a rank by one of its ids, or the next one up or down. */
export type RankGoal = NamedGoal | { readonly kind: 'promote' | 'demote' }
export type NamedGoal =
  { readonly kind: 'set'; readonly rankUniqueId: number } | { readonly kind: 'set'; readonly rankId: number }

/**
 * The rank a goal names.
 * @throws DomainError 404 `rank_not_found` naming the field, 409 `rank_not_assignable`
 */
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
      `The rank ${target.name} is guest or owner and is not given through the API.`,
    )
  }
  return target
}

/**
 * The next assignable rank by rank number.
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
  throw new DomainError('rank_limit_reached', `The member holds ${held.name}, the ${end} assignable rank.`)
}

/** What makes the target the member's rank: at most one role to assign, then the roles to take away. */
export interface RolePlan {
  readonly assign: number | null
  readonly unassign: readonly number[]
}

/**
 * The writes from the roles held to the target. Assign comes first, so that nobody is ever without a rank. The base
 * role belongs to every member and is never taken; roles that are not ranks of this community are not ours to touch.
 * @param ranks lowest rank number first
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

/**
 * An owner's rank is not ours to change.
 * @throws DomainError 409 `rank_not_assignable`
 */
export function assertNotOwner(held: RankFacts | null): void {
  if (held?.rank_id !== OWNER) return
  throw new DomainError('rank_not_assignable', 'The member owns the group; an owner has no other rank.')
}

/** What AutoRank does, and why not where it does nothing. */
export type AutoRankDecision<R> =
  | { readonly outcome: 'move'; readonly target: R }
  | { readonly outcome: 'unchanged' }
  | {
      readonly outcome: 'skipped'
      readonly reason: 'no_ladder' | 'not_in_group' | 'outside_ladder' | 'demotion_not_allowed'
    }

/**
 * AutoRank: the target is the highest rank of the ladder whose threshold the experience meets. Only members standing on
 * a rank of the ladder, or below it, are moved; down only where the community allows it.
 * @param ranks lowest rank number first
 * @param held the member's rank; null outside the group
 */
export function decideAutoRank<R extends RankFacts>(
  ranks: readonly R[],
  held: R | null,
  experience: number,
  demotes: boolean,
): AutoRankDecision<R> {
  const ladder = ranks.filter((rank) => isAssignable(rank) && rank.auto_rank_experience !== null)
  const lowest = ladder[0]
  if (!lowest) return { outcome: 'skipped', reason: 'no_ladder' }
  if (!held) return { outcome: 'skipped', reason: 'not_in_group' }
  if (!ladder.includes(held) && held.rank_id > lowest.rank_id) return { outcome: 'skipped', reason: 'outside_ladder' }
  const target = ladder.findLast((rank) => (rank.auto_rank_experience ?? Infinity) <= experience)
  if (!target || target === held) return { outcome: 'unchanged' }
  if (target.rank_id < held.rank_id && !demotes) return { outcome: 'skipped', reason: 'demotion_not_allowed' }
  return { outcome: 'move', target }
}
