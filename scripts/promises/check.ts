// What a check is: something that is done to the server, a figure, and whether the promise was kept.
import type { Ground } from './environment'

export type SizeName = 'short' | 'usual' | 'long'

export interface Finding {
  readonly figure: string
  readonly kept: boolean
  /** More than a line, as Markdown. */
  readonly table?: string
}

export interface Check {
  readonly id: string
  /** What is done, in a line. */
  readonly title: string
  /** When the promise is kept. */
  readonly aim: string
  /** What only time can show has no short form. */
  readonly isInSuite: boolean
  run(ground: Ground, size: SizeName): Promise<Finding>
}

/** A check whose sizes are its own: `short` in the suite, `usual` in the script, `long` with `--long`. */
export function makeCheck<Size>(check: {
  readonly id: string
  readonly title: string
  readonly aim: string
  readonly isInSuite?: boolean
  readonly sizes: Readonly<Record<SizeName, Size>>
  readonly run: (ground: Ground, size: Size) => Promise<Finding>
}): Check {
  const { id, title, aim, isInSuite = true, sizes, run } = check
  return { id, title, aim, isInSuite, run: (ground, name) => run(ground, sizes[name]) }
}

export const thousands = (value: number): string => Math.round(value).toLocaleString('en-US')
export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
