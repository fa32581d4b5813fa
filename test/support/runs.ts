// What `npm test` does in part, and `npm run test:long` whole.

export const isWhole = process.env['LONG'] !== undefined

/** Returns how often a property test runs: by default a quarter of `all`. */
export const runs = (all: number, part = 4): number => (isWhole ? all : Math.ceil(all / part))

/** Returns one of `part` entries, by their order. For products whose factors each have tests of their own. */
export const some = <T>(all: readonly T[], part = 4, first = 0): readonly T[] =>
  isWhole ? all : all.filter((_, index) => index % part === first % part)
