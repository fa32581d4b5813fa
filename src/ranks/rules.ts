// Targets of rank changes, role writes, AutoRank. Pure.
import type { Community, AuthorBounds } from '../context'
import { adminCommand } from '../base/commands'
import { DomainError } from '../base/errors'

export interface RankFacts {
  readonly unique_id: number
  readonly rank_id: number
  readonly name: string
  /** Null: not on the ladder. */
  readonly auto_rank_experience: number | null
  /** Of who set the threshold; null or absent: without bounds. */
  readonly author_bounds?: AuthorBounds | null
  /** Rank changes give and take the role; false: the community holds it apart, such as Moderator. */
  readonly managed: boolean
}

export const GUEST = 0
export const OWNER = 255

/** Nobody has said who gives these roles, whose holders may act on members. */
export const undecided = <
  R extends Pick<RankFacts, 'rank_id'> & {
    readonly given_by_people: boolean | null
    readonly powers: readonly unknown[] | null
  },
>(
  ranks: readonly R[],
): R[] => ranks.filter((rank) => isAssignable(rank) && rank.given_by_people === null && (rank.powers?.length ?? 0) > 0)

/** The platform manages guest and owner. */
export function isAssignable({ rank_id }: Pick<RankFacts, 'rank_id'>): boolean {
  return rank_id !== GUEST && rank_id !== OWNER
}

/** Rank changes name no other role. */
export function isRank(role: Pick<RankFacts, 'rank_id' | 'managed'>): boolean {
  return isAssignable(role) && role.managed
}

export function baseRole<R extends RankFacts>(ranks: readonly R[]): R | null {
  return ranks.find(isAssignable) ?? null
}

/**
 * Owner, the highest managed role, or without one the base role.
 * @param ranks lowest first
 * @returns null without a known role
 */
export function rankHeld<R extends RankFacts>(ranks: readonly R[], heldRoles: readonly number[]): R | null {
  const held = ranks.filter((rank) => heldRoles.includes(rank.unique_id))
  if (held.length === 0) return null
  return held.findLast((rank) => rank.managed || !isAssignable(rank)) ?? baseRole(ranks)
}

export interface StoredRoles {
  readonly rankUniqueId: number | null
  readonly roleIds: readonly number[]
}

/** Empty when a previous release has stored the rank since. */
export const rolesOf = ({ rankUniqueId, roleIds }: StoredRoles): readonly number[] =>
  rankUniqueId !== null && roleIds.includes(rankUniqueId) ? roleIds : []

/** The stored roles decide, because the community may have declared since which of them are ranks. */
export function storedRank<R extends RankFacts>(ranks: readonly R[], stored: StoredRoles): R | null {
  if (stored.rankUniqueId === null) return null
  return rankHeld(ranks, rolesOf(stored)) ?? ranks.find((rank) => rank.unique_id === stored.rankUniqueId) ?? null
}

export function ranksBesidesBase<R extends RankFacts>(ranks: readonly R[], heldRoles: readonly number[]): R[] {
  const base = baseRole(ranks)
  return ranks.filter((rank) => rank !== base && isRank(rank) && heldRoles.includes(rank.unique_id))
}

/**
 * While the community has declared nothing, the ranks of a member that holds several are not changed.
 * @param own roles that this server gave in a rank change that it did not finish
 */
export function isAmbiguous(
  { ranksDeclared }: Pick<Community, 'ranksDeclared'>,
  ranks: readonly RankFacts[],
  heldRoles: readonly number[],
  own: readonly number[],
): boolean {
  const held = ranksBesidesBase(ranks, heldRoles)
  return !ranksDeclared && held.length > 1 && !held.every(({ unique_id }) => own.includes(unique_id))
}

const MAX_NAMED = 10

export function rankAmbiguous(ranks: readonly RankFacts[], heldRoles: readonly number[]): DomainError {
  const held = ranksBesidesBase(ranks, heldRoles)
  const names = held.slice(0, MAX_NAMED).map(({ name, unique_id }) => `${name} (${unique_id})`)
  return new DomainError(
    'rank_ambiguous',
    `The member holds several roles, ${names.join(', ')}, and the community has not declared which are ranks. Declare each role that is none with updateRank (managed: false) or "${adminCommand} rank set-managed", or all as ranks with singleRank.`,
    { details: { roles: held.slice(0, MAX_NAMED).map(({ unique_id }) => unique_id) } },
  )
}

export type RankGoal = NamedGoal | { readonly kind: 'promote' | 'demote' }
export type NamedGoal =
  { readonly kind: 'set'; readonly rankUniqueId: number } | { readonly kind: 'set'; readonly rankId: number }

/** @throws DomainError 404 `rank_not_found`, 409 `rank_not_assignable` for guest, owner and roles that are no ranks */
export function namedTarget<R extends RankFacts>(ranks: readonly R[], goal: NamedGoal): R {
  const [field, value] =
    'rankId' in goal ? (['rankId', goal.rankId] as const) : (['rankUniqueId', goal.rankUniqueId] as const)
  const named = ranks.filter((rank) => (field === 'rankId' ? rank.rank_id : rank.unique_id) === value)
  // several roles may have one number
  const target = named.find(isRank) ?? named[0]
  if (!target) {
    throw new DomainError('rank_not_found', `No rank of this community has the ${field} ${value}.`, {
      details: { field },
    })
  }
  assertIsRank(target)
  return target
}

export function assertIsRank(role: RankFacts): void {
  if (isRank(role)) return
  throw new DomainError(
    'rank_not_assignable',
    isAssignable(role)
      ? `The role ${role.name} is not a rank of this community. Choose a rank, or declare the role one with updateRank (managed: true).`
      : `The rank ${role.name} is guest or owner and cannot be given through the API. Choose another rank.`,
  )
}

/** @throws DomainError 409 `rank_limit_reached` */
export function neighbour<R extends RankFacts>(ranks: readonly R[], held: R, direction: 'promote' | 'demote'): R {
  const managed = ranks.filter(isRank)
  const next =
    direction === 'promote'
      ? managed.find((rank) => rank.rank_id > held.rank_id)
      : managed.findLast((rank) => rank.rank_id < held.rank_id)
  if (next) return next
  const end = direction === 'promote' ? 'highest' : 'lowest'
  throw new DomainError(
    'rank_limit_reached',
    `The member holds ${held.name}, the ${end} assignable rank. No rank was changed.`,
  )
}

export interface RoleChanges {
  readonly assign: readonly number[]
  readonly unassign: readonly number[]
}

/**
 * After the writes, the member holds these ranks and no other. The base role and roles that are not ranks stay.
 * @param ranks lowest first
 * @param targets role ids
 */
export function roleChanges(
  ranks: readonly RankFacts[],
  heldRoles: readonly number[],
  targets: readonly number[],
): RoleChanges {
  const base = baseRole(ranks)
  const managed = ranks.filter(isRank)
  const idsOf = (some: readonly RankFacts[]) => some.map((rank) => rank.unique_id)
  return {
    assign: idsOf(managed).filter((role) => targets.includes(role) && !heldRoles.includes(role)),
    unassign: idsOf(managed.filter((rank) => rank !== base)).filter(
      (role) => heldRoles.includes(role) && !targets.includes(role),
    ),
  }
}

export function assertNotOwner(held: RankFacts | null): void {
  if (held?.rank_id !== OWNER) return
  throw new DomainError('rank_not_assignable', 'The member owns the group, and the rank of an owner cannot be changed.')
}

export interface Circumstances {
  readonly connected: boolean
  readonly enabled: boolean
  readonly demotes: boolean
}

export function circumstancesOf({ connection, autoRankEnabled, autoRankDemotes }: Community): Circumstances {
  return { connected: connection !== 'none', enabled: autoRankEnabled, demotes: autoRankDemotes }
}

/** `target`: the earned rank, even if the member may not have it. */
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
        | 'rank_ambiguous'
        | 'rank_out_of_bounds'
      readonly target: R | null
    }

/** A role with a threshold is a rank, and stays one without it. */
export const withThreshold = <R extends RankFacts>(rank: R, experience: number | null): R => ({
  ...rank,
  auto_rank_experience: experience,
  managed: rank.managed || experience !== null,
})

/** Lowest first. */
export function ladderOf<R extends RankFacts>(ranks: readonly R[]): R[] {
  return ranks.filter((rank) => isRank(rank) && rank.auto_rank_experience !== null)
}

export const thresholdOf = ({ auto_rank_experience }: RankFacts): number => auto_rank_experience ?? Infinity

/**
 * Returns the highest rank of the ladder whose threshold is met, for members on or below the ladder.
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

export function unlessBlocked<R>(
  decision: AutoRankDecision<R>,
  { suspended, blacklisted, ambiguous, outOfBounds }: AutoRankBlocks,
): AutoRankDecision<R> {
  const reasons = { suspended, blacklisted, rank_ambiguous: ambiguous, rank_out_of_bounds: outOfBounds }
  const reason = (['suspended', 'blacklisted', 'rank_ambiguous', 'rank_out_of_bounds'] as const).find(
    (name) => reasons[name],
  )
  if (decision.outcome !== 'move' || reason === undefined) return decision
  return { outcome: 'skipped', reason, target: decision.target }
}

export interface AutoRankBlocks {
  readonly suspended: boolean
  readonly blacklisted: boolean
  /** The stored roles are several, and the community has declared nothing. */
  readonly ambiguous: boolean
  /** The caller may not make this move. */
  readonly outOfBounds: boolean
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

export function unreachableSteps<R extends RankFacts>(ranks: readonly R[]): R[] {
  const ladder = ladderOf(ranks)
  return ladder.filter((step, index) =>
    ladder.slice(index + 1).some((higher) => thresholdOf(higher) <= thresholdOf(step)),
  )
}
