// The limit of medals, and numbers of awards. Pure.

/** The largest number of medal occurrences of a member: `maxItems` of `Member.medals` in the contract. */
export const MAX_MEDALS = 1_000

/** How many the member has afterwards; qualifications have 0 or 1. */
export interface AwardCount {
  readonly userId: number
  readonly awardId: number
  readonly count: number
}
