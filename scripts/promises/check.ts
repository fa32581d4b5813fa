// An experiment with a figure and a result.
import type { TestEnvironment } from './environment'

export type SizeName = 'short' | 'usual' | 'long'

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
  /** false: long runs only. */
  readonly isInSuite: boolean
  run(environment: TestEnvironment, size: SizeName): Promise<Finding>
}

/** `short`: test suite, `usual`: script, `long`: `--long`. */
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

export const thousands = (value: number): string => Math.round(value).toLocaleString('en-US')
export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
