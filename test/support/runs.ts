// What `npm test` runs in part, and `npm run test:long` (LONG) completely.

export const isWhole = process.env['LONG'] !== undefined

/** Number of runs of a property test; by default a quarter of `all`. */
export const runs = (all: number, part = 4): number => (isWhole ? all : Math.ceil(all / part))

/** By default one of `part` entries, in order. For combinations of factors that have tests of their own. */
export const some = <T>(all: readonly T[], part = 4, first = 0): readonly T[] =>
  isWhole ? all : all.filter((_, index) => index % part === first % part)
