// An experiment with a figure and a result.
import type { TestEnvironment } from './environment'

/** `short`: test suite, `full`: script. */
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
  /** false: has a test of its own. */
  readonly isInSuite: boolean
  run(environment: TestEnvironment, size: SizeName): Promise<Finding>
}

export function makeCheck<Size>(check: {
  readonly id: string
  readonly title: string
  readonly aim: string
  readonly isInSuite?: boolean
  readonly sizes: Readonly<Record<SizeName, Size>>
  readonly run: (environment: TestEnvironment, size: Size) => Promise<Finding>
}): Check {
  const { id, title, aim, isInSuite = true, sizes, run } = check
  return { id, title, aim, isInSuite, run: (environment, name) => run(environment, sizes[name]) }
}

export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

export const thousands = (value: number): string => Math.round(value).toLocaleString('en-US')

/** As Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
