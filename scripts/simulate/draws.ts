// Random draws by name: a draw does not depend on the others, so a schedule with one fault less is otherwise the same.

export interface Draws {
  /** In [0, 1). */
  unit(name: string): number
  /** An integer from `least` to `most`. */
  between(name: string, least: number, most: number): number
  chance(name: string, probability: number): boolean
  pick<T>(name: string, from: readonly T[]): T
}

/** A look-up of a global in the sandbox of jest takes longer than the multiplication. */
const { imul } = Math

export function drawsOf(seed: number): Draws {
  const unit = (name: string): number => {
    let hash = imul(seed ^ 0x9e3779b9, 0x85ebca6b)
    for (let at = 0; at < name.length; at++) hash = imul(hash ^ name.charCodeAt(at), 0x5bd1e995) ^ (hash >>> 13)
    hash = imul(hash ^ (hash >>> 16), 0x7feb352d)
    hash = imul(hash ^ (hash >>> 15), 0x846ca68b)
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
  }
  const between = (name: string, least: number, most: number): number =>
    least + Math.floor(unit(name) * (most - least + 1))
  return {
    unit,
    between,
    chance: (name, probability) => unit(name) < probability,
    pick: (name, from) => from[between(name, 0, from.length - 1)] as (typeof from)[number],
  }
}

/** A row of a table by its weight. */
export function weighted<T extends { readonly weight: number }>(draws: Draws, name: string, rows: readonly T[]): T {
  let left = draws.unit(name) * rows.reduce((sum, { weight }) => sum + weight, 0)
  for (const row of rows) if ((left -= row.weight) < 0) return row
  return rows.at(-1) as T
}
