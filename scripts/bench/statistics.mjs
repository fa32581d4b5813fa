// What is said of several rounds: the middle one and how far they lie apart.

/** The middle value, or the mean of the two in the middle. */
export function median(values) {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = Math.floor(ascending.length / 2)
  return ascending.length % 2 === 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2
}

/** One figure of each round; rounds that could not tell it are left out. */
export function pick(rounds, figure) {
  return rounds.map((round) => round[figure]).filter((value) => value !== null && value !== undefined)
}

/**
 * The median of the quotients of each round: what the machine did in a round met both, and falls out.
 * @returns null where a round of either lacks the figure
 */
export function pairedRatio(rounds, referenceRounds, figure) {
  if (!rounds || !referenceRounds) return null
  const [own, reference] = [pick(rounds, figure), pick(referenceRounds, figure)]
  if (own.length === 0 || own.length !== reference.length) return null
  return median(own.map((value, round) => value / reference[round]))
}

/** A value below which so many percent of an ascending list lie. */
export function percentile(ascending, percent) {
  return ascending[Math.min(ascending.length - 1, Math.floor((ascending.length * percent) / 100))]
}
