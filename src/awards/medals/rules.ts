// The limit of medals. Pure.

/** The largest number of medal occurrences of a member: `maxItems` of `Member.medals` in the contract. */
export const MAX_MEDALS = 1_000
