// A seeded random generator.

export interface Random {
  /** An integer from `least` to `most`. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  shuffled<T>(from: readonly T[]): T[]
  /** Characters of an idempotency key. */
  key(): string
}

/** Mulberry32: the same seed draws the same numbers. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    chance: (probability) => next() < probability,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
    shuffled: (from) =>
      from
        .map((one) => [next(), one] as const)
        .sort(([one], [other]) => one - other)
        .map(([, one]) => one),
    key: () => Array.from({ length: 24 }, () => next().toString(36).charAt(3) || '0').join(''),
  }
}
