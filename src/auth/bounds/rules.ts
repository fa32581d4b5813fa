// Bounds of a caller on ranks. Pure.
import type { AuthorBounds, RankBounds } from '../../context'
import { DomainError, invalid } from '../../base/errors'

/** Numbers of ranks (`rankId`), 0 to 255. */
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

export const toBoundsColumns = (bounds: RankBounds) => ({
  highest_rank_given: bounds.highestGiven,
  lowest_rank_touched: bounds.lowestTouched,
  highest_rank_touched: bounds.highestTouched,
})

export const changesBounds = (input: BoundsInput): boolean =>
  (input.highestRankGiven ?? input.lowestRankTouched ?? input.highestRankTouched) !== undefined

/**
 * Absent properties keep the value of `otherwise`.
 * @throws DomainError 400 `validation_failed`
 */
export function boundsOf(input: BoundsInput, otherwise: RankBounds): RankBounds {
  const { highestRankGiven, lowestRankTouched, highestRankTouched } = input
  const bounds = {
    highestGiven: highestRankGiven ?? otherwise.highestGiven,
    lowestTouched: lowestRankTouched ?? otherwise.lowestTouched,
    highestTouched: highestRankTouched ?? otherwise.highestTouched,
  }
  if (bounds.lowestTouched <= bounds.highestTouched) return bounds
  const message = `must not be above the highest rank touched, which is ${bounds.highestTouched}`
  throw invalid('/body/lowestRankTouched', 'maximum', message)
}

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

/** Empty where the two have no rank in common. */
export const commonBounds = (key: RankBounds, person: RankBounds): RankBounds => ({
  ...key,
  ...(person.account !== undefined && { account: person.account }),
  highestGiven: Math.min(key.highestGiven, person.highestGiven),
  lowestTouched: Math.max(key.lowestTouched, person.lowestTouched),
  highestTouched: Math.min(key.highestTouched, person.highestTouched),
})

/** Null: without bounds. */
export const forbidsNothing = (bounds: RankBounds | null): boolean =>
  bounds === null || (!changesBounds(boundsExceeded(bounds, UNBOUNDED)) && (bounds.givenByPeople ?? []).length === 0)

/** Null: without bounds. */
export function toAuthorBounds(bounds: RankBounds | null): AuthorBounds | null {
  if (bounds === null || !changesBounds(boundsExceeded(bounds, UNBOUNDED))) return null
  const { highestGiven, lowestTouched, highestTouched } = bounds
  return { highestGiven, lowestTouched, highestTouched }
}

/** As they are asked when it gives. */
export const boundsOfAuthor = (bounds: AuthorBounds | null): RankBounds | null =>
  bounds && { ...bounds, isOfAuthor: true }

/** Both hold. */
export function commonAuthorBounds(one: AuthorBounds | null, other: AuthorBounds | null): AuthorBounds | null {
  if (one === null || other === null) return one ?? other
  return toAuthorBounds(commonBounds(one, other))
}

/** Of what is stored for others to give: they choose who gets it, within their own bounds. */
export const boundsOnGiven = (bounds: AuthorBounds | null): AuthorBounds | null =>
  bounds && toAuthorBounds({ ...UNBOUNDED, highestGiven: bounds.highestGiven })

export interface RankNumbers {
  readonly held: number | null
  readonly given: readonly number[]
  readonly taken: readonly number[]
}

export function isWithinBounds(bounds: RankBounds, numbers: RankNumbers): boolean {
  return problemOf(bounds, numbers) === null
}

/** @throws DomainError 403 `rank_out_of_bounds`, 409 `rank_not_assignable` for a rank that people give */
export function assertWithinBounds(bounds: RankBounds | null, numbers: RankNumbers): void {
  const problem = bounds && problemOf(bounds, numbers)
  if (problem) throw problem()
}

/**
 * As `assertWithinBounds`, for a rank that is not given now: it is configured, or the end of a suspension gives it back.
 * @throws DomainError 403 `rank_out_of_bounds`
 */
export const assertInReach = (bounds: RankBounds | null, rank: number, held: number | null = null): void =>
  assertWithinBounds(bounds && { ...bounds, givenByPeople: [] }, { held, given: [rank], taken: [] })

/** Not made before it is thrown: an error with its stack costs more than the rule. */
function problemOf(bounds: RankBounds, { held, given, taken }: RankNumbers): (() => DomainError) | null {
  const { highestGiven, lowestTouched, highestTouched, givenByPeople = [] } = bounds
  const out = (problem: string) => () => outOfBounds(bounds, problem)
  if (held !== null && (held < lowestTouched || held > highestTouched))
    return out(`may change members of the ranks ${lowestTouched} to ${highestTouched}, and the member holds ${held}`)
  const above = (ranks: readonly number[]) => ranks.find((rank) => rank > highestGiven)
  const [tooHigh, takenAway] = [above(given), above(taken)]
  if (tooHigh !== undefined) return out(`may give ranks up to ${highestGiven}, and the rank is ${tooHigh}`)
  if (takenAway !== undefined) return out(`may take away ranks up to ${highestGiven}, and the rank is ${takenAway}`)
  return given.some((rank) => givenByPeople.includes(rank)) ? peopleGive : null
}

export const peopleGive = (): DomainError =>
  new DomainError(
    'rank_not_assignable',
    'People alone give this rank or role (updateRank, assignable), and the caller is a key. Ask a person to give it, or choose another.',
  )

/** @param problem what the caller may do, and what was asked */
export function outOfBounds(bounds: RankBounds, problem: string): DomainError {
  const caller = bounds.account === undefined ? 'The caller' : `The caller, for the account ${bounds.account},`
  const message = bounds.isOfAuthor
    ? `Who stored what gives it ${problem}. Nothing was changed. Ask somebody who may give it to store it anew.`
    : `${caller} ${problem}. Nothing was changed.`
  return new DomainError('rank_out_of_bounds', message, { details: toBoundsShown(bounds) })
}
