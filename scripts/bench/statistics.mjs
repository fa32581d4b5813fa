// Median and spread over rounds.

export function median(values) {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = Math.floor(ascending.length / 2)
  return ascending.length % 2 === 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2
}

/** Without rounds that lack it. */
export function pick(rounds, figure) {
  return rounds.map((round) => round[figure]).filter((value) => value !== null && value !== undefined)
}

/**
 * Disturbances of a round affect both sides.
 * @returns null where a round lacks the figure
 */
export function pairedRatio(...rounds) {
  const ratios = pairedRatios(...rounds)
  return ratios && median(ratios)
}

/** One of each round. */
export function pairedRatios(rounds, referenceRounds, figure) {
  if (!rounds || !referenceRounds) return null
  const [own, reference] = [pick(rounds, figure), pick(referenceRounds, figure)]
  if (own.length === 0 || own.length !== reference.length) return null
  return own.map((value, round) => value / reference[round])
}
