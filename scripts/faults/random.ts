// Chance that can be repeated: the same seed draws the same numbers.

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Characters of an idempotency key. */
  key(): string
}

/** Mulberry32: small, and good enough to choose victims. */
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
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
    key: () => Array.from({ length: 24 }, () => next().toString(36).charAt(3) || '0').join(''),
  }
}
