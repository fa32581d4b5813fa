/** Ignores case, punctuation, and one wrong letter (or swap) in three, at most two. */
export function nearest(name: string, known: Iterable<string>): string | null {
  const letters = lettersOf(name)
  for (const one of known) {
    const other = lettersOf(one)
    const most = Math.min(2, Math.floor(other.length / 3))
    if (Math.abs(letters.length - other.length) <= most && distance(letters, other) <= most) return one
  }
  return null
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Optimal string alignment distance. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = last
    last = current
  }
  return last[other.length] ?? 0
}
