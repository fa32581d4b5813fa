// An experiment on the server, with a figure and a result.
import type { Place } from './environment'

/** `short` in the test suite, `full` in the script. */
export type SizeName = 'short' | 'full'

export interface Finding {
  readonly figure: string
  readonly kept: boolean
  /** Details as Markdown. */
  readonly table?: string
}

export interface Check {
  readonly id: string
  readonly title: string
  readonly aim: string
  run(place: Place, size: SizeName): Promise<Finding>
}

export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
