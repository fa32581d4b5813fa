// Bounds of a caller on ranks. Pure.
import type { RankBounds } from '../../context'
import { DomainError, invalid } from '../../base/errors'

export interface BoundsInput {
  readonly highestRankGiven?: number | undefined
  readonly lowestRankTouched?: number | undefined
  readonly highestRankTouched?: number | undefined
}

export const UNBOUNDED: RankBounds = { highestGiven: 255, lowestTouched: 0, highestTouched: 255 }

export const toBoundsShown = ({ highestGiven, lowestTouched, highestTouched }: RankBounds) => ({
  highestRankGiven: highestGiven,
  lowestRankTouched: lowestTouched,
  highestRankTouched: highestTouched,
})

/** Null stores the default. */
export const toBoundsColumns = (bounds: RankBounds | null) => ({
  highest_rank_given: bounds?.highestGiven ?? null,
  lowest_rank_touched: bounds?.lowestTouched ?? null,
  highest_rank_touched: bounds?.highestTouched ?? null,
})

export const changesBounds = (input: BoundsInput): boolean =>
  (input.highestRankGiven ?? input.lowestRankTouched ?? input.highestRankTouched) !== undefined

/**
 * Absent properties keep the value of `otherwise`.
 * @returns null when none is given
 * @throws DomainError 400 `validation_failed`
 */
export function boundsOf(input: BoundsInput, otherwise: RankBounds): RankBounds | null {
  const { highestRankGiven, lowestRankTouched, highestRankTouched } = input
  if (!changesBounds(input)) return null
  const bounds = {
    highestGiven: highestRankGiven ?? otherwise.highestGiven,
    lowestTouched: lowestRankTouched ?? otherwise.lowestTouched,
    highestTouched: highestRankTouched ?? otherwise.highestTouched,
  }
  if (bounds.lowestTouched <= bounds.highestTouched) return bounds
  const message = `must not be above the highest rank touched, which is ${bounds.highestTouched}`
  throw invalid('/body/lowestRankTouched', 'maximum', message)
}

export const smallerBounds = (one: RankBounds, other: RankBounds): RankBounds => ({
  highestGiven: Math.min(one.highestGiven, other.highestGiven),
  lowestTouched: Math.max(one.lowestTouched, other.lowestTouched),
  highestTouched: Math.max(
    Math.min(one.highestTouched, other.highestTouched),
    Math.max(one.lowestTouched, other.lowestTouched),
  ),
})

/** @returns those of `outer` that `inner` exceeds, in the names of the contract */
export function boundsExceeded(outer: RankBounds, inner: RankBounds): BoundsInput {
  return {
    ...(inner.highestGiven > outer.highestGiven ? { highestRankGiven: outer.highestGiven } : {}),
    ...(inner.lowestTouched < outer.lowestTouched ? { lowestRankTouched: outer.lowestTouched } : {}),
    ...(inner.highestTouched > outer.highestTouched ? { highestRankTouched: outer.highestTouched } : {}),
  }
}

/**
 * Nobody ranks a member who has their own rank or a higher one, or gives such a rank.
 * @param held null: nothing is within them
 */
export function boundsOfRank(account: number, held: number | null): RankBounds {
  const below = (held ?? 0) - 1
  return { account, highestGiven: below, lowestTouched: 0, highestTouched: below }
}

/** They are empty where the two have no rank in common. */
export const commonBounds = (key: RankBounds, { account = 0, ...person }: RankBounds): RankBounds => ({
  account,
  highestGiven: Math.min(key.highestGiven, person.highestGiven),
  lowestTouched: Math.max(key.lowestTouched, person.lowestTouched),
  highestTouched: Math.min(key.highestTouched, person.highestTouched),
})

export interface RankMoved {
  readonly held: number | null
  readonly given: readonly number[]
  readonly taken: readonly number[]
}

export function isWithinBounds(bounds: RankBounds, moved: RankMoved): boolean {
  return problemOf(bounds, moved) === null
}

/** It is for the move that AutoRank decides. @param held null: not in the group */
export function isMoveOutOfBounds(
  bounds: RankBounds | null,
  held: { readonly rank_id: number } | null,
  target: { readonly rank_id: number },
): boolean {
  if (bounds === null || held === null) return false
  return !isWithinBounds(bounds, { held: held.rank_id, given: [target.rank_id], taken: [held.rank_id] })
}

/** @throws DomainError 403 `rank_out_of_bounds` */
export function assertWithinBounds(bounds: RankBounds | null, moved: RankMoved): void {
  const problem = bounds && problemOf(bounds, moved)
  if (problem) throw outOfBounds(bounds, problem)
}

function problemOf({ highestGiven, lowestTouched, highestTouched }: RankBounds, moved: RankMoved): string | null {
  const { held, given, taken } = moved
  if (held !== null && (held < lowestTouched || held > highestTouched))
    return `may change members of the ranks ${lowestTouched} to ${highestTouched}, and the member holds ${held}`
  const above = (ranks: readonly number[]) => ranks.find((rank) => rank > highestGiven)
  const [tooHigh, takenAway] = [above(given), above(taken)]
  if (tooHigh !== undefined) return `may give ranks up to ${highestGiven}, and the rank is ${tooHigh}`
  return takenAway === undefined ? null : `may take away ranks up to ${highestGiven}, and the rank is ${takenAway}`
}

/** @param problem what the caller may do, and what was asked */
export function outOfBounds(bounds: RankBounds, problem: string): DomainError {
  const caller = bounds.account === undefined ? 'The caller' : `The caller, for the account ${bounds.account},`
  return new DomainError('rank_out_of_bounds', `${caller} ${problem}. Nothing was changed.`, {
    details: toBoundsShown(bounds),
  })
}
