/** What `npm run overload -- --json` prints of a step; only what is read elsewhere. */
export interface Step {
  readonly name: string
  readonly served: number
  readonly refused: number
  /** Answers that are neither a success nor a refusal with Retry-After. */
  readonly other: number
  readonly seconds: number
  readonly mostBytes: number
  readonly slices: readonly (number | null)[]
}
export interface StepAbove extends Step {
  readonly peak: Step
  readonly after: Step
}
export function recoveryOf(step: Pick<StepAbove, 'after'>, calm: Step): string
