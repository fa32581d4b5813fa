// Checks schedules, and reduces a failing one to the acts and faults that it needs.
import type { Bug } from './bugs'
import { START } from './clock'
import type { History, TraceLine } from './history'
import { properties } from './properties'
import { simulate } from './schedule'

export interface Violation {
  readonly seed: number
  readonly property: string
  readonly text: string
}

export function violationsOf(history: History): Violation[] {
  return properties.flatMap(({ name: property, check }) =>
    check(history).map((text) => ({ seed: history.seed, property, text })),
  )
}

export interface Reduced {
  readonly violation: Violation
  readonly trace: readonly TraceLine[]
  /** Of all acts and faults of the schedule. */
  readonly parts: number
  readonly of: number
}

/** Leaves out halves, quarters, … of the acts and faults, then single ones, while the property is still violated. */
export async function reduce({ seed, property }: Violation, bug?: Bug): Promise<Reduced> {
  const planted = bug ? { bug } : {}
  const fails = async (only: readonly string[]): Promise<boolean> => {
    const found = violationsOf(await simulate({ seed, only: new Set(only), ...planted }))
    return found.some((one) => one.property === property)
  }
  const all = [...(await simulate({ seed, ...planted })).parts]
  let needed = all
  for (let size = Math.ceil(needed.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < needed.length;) {
      const fewer = [...needed.slice(0, from), ...needed.slice(from + size)]
      if (await fails(fewer)) needed = fewer
      else from += size
    }
  }
  const history = await simulate({ seed, only: new Set(needed), trace: true, ...planted })
  const violation = violationsOf(history).find((one) => one.property === property)
  if (!violation) throw new Error(`the schedule ${seed} is not deterministic`)
  return { violation, trace: history.trace ?? [], parts: needed.length, of: all.length }
}

/** As a table of time, actor, act and answer. */
export function table(trace: readonly TraceLine[]): string {
  const rows = trace.map(
    ({ at, actor, act, answer }) => [((at - START) / 1_000).toFixed(3), actor, act, answer] as const,
  )
  const all = [['s', 'actor', 'act', 'answer'] as const, ...rows]
  const width = (column: 0 | 1 | 2): number => Math.max(...all.map((row) => row[column].length))
  const [time, actor, act] = [width(0), width(1), width(2)]
  return all
    .map((row) => `${row[0].padStart(time)}  ${row[1].padEnd(actor)}  ${row[2].padEnd(act)}  ${row[3]}`.trimEnd())
    .join('\n')
}

/** The first schedule from a seed that violates something; null: none. */
export async function firstViolation(from: number, schedules: number, bug?: Bug): Promise<Violation[] | null> {
  for (let seed = from; seed < from + schedules; seed++) {
    const found = violationsOf(await simulate({ seed, ...(bug ? { bug } : {}) }))
    if (found.length > 0) return found
  }
  return null
}
