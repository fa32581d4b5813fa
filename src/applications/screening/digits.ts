// Long numbers as people write them.
export interface DigitRun {
  readonly start: number
  /** `+`, `(`, both, or empty. */
  readonly opening: string
  readonly groups: readonly DigitGroup[]
}

export interface DigitGroup {
  readonly digits: string
  /** Between the previous group and this one. */
  readonly separator: string
  readonly start: number
  readonly end: number
}

const runs = /([+(]{0,2})\d+(?:[\s().\-/_]{1,3}\d+)*/g
const groups = /([^\d]*)(\d+)/g

export function* digitRuns(text: string, minDigits: number): Generator<DigitRun> {
  for (const match of text.matchAll(runs)) {
    if (match[0].length < minDigits || countDigits(match[0]) < minDigits) continue
    const opening = match[1] ?? ''
    const from = match.index + opening.length
    const body = match[0].slice(opening.length)
    yield { start: match.index, opening, groups: groupsOf(body, from) }
  }
}

function countDigits(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) count += 1
  }
  return count
}

function groupsOf(body: string, from: number): DigitGroup[] {
  return [...body.matchAll(groups)].map((match) => {
    const [whole, separator = '', digits = ''] = match
    const end = from + match.index + whole.length
    return { digits, separator, start: end - digits.length, end }
  })
}

/** A number with digits in ones or pairs begins at their start. */
export function continuesSmallGroups(groups: readonly DigitGroup[], index: number): boolean {
  const size = groups[index]?.digits.length ?? 0
  return size <= 2 && groups[index - 1]?.digits.length === size
}

/** Such as `3-3-4`. */
export function shapeOf(some: readonly DigitGroup[]): string {
  return some.map(({ digits }) => digits.length).join('-')
}
