/** Returns how often a property test runs: a quarter of `all`, and all of them in `npm run test:long`. */
export const runs = (all: number): number => (process.env['LONG'] ? all : Math.ceil(all / 4))
