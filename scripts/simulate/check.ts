// Checks schedules, and reduces a failing one to the acts and faults that it needs.
import type { Bug } from './bugs'
import { calmPaths } from './acts'
import { START } from './clock'
import type { History, TraceLine } from './history'
import { properties } from './properties'
import { simulate } from './schedule'
import { faultsAt, type Options } from './simulation'

export interface Violation {
  readonly options: Options
  readonly property: string
  readonly text: string
}

export function violationsOf(history: History): Violation[] {
  return properties.flatMap(({ name: property, check }) =>
    check(history).map((text) => ({ options: history.options, property, text })),
  )
}

export interface Reduced {
  readonly violation: Violation
  readonly trace: readonly TraceLine[]
  /** The number of all acts and faults of the schedule. */
  readonly parts: number
  readonly of: number
}

/** Leaves out halves, quarters, … of the acts and faults, then single ones, while the property is still violated. */
export async function reduce({ options, property }: Violation): Promise<Reduced> {
  const fails = async (only: readonly string[]): Promise<boolean> => {
    const found = violationsOf(await simulate({ ...options, only: new Set(only) }))
    return found.some((one) => one.property === property)
  }
  const all = [...(await simulate(options)).parts]
  let needed = all
  for (let size = Math.ceil(needed.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < needed.length;) {
      const fewer = [...needed.slice(0, from), ...needed.slice(from + size)]
      if (await fails(fewer)) needed = fewer
      else from += size
    }
  }
  const history = await simulate({ ...options, only: new Set(needed), trace: true })
  const violation = violationsOf(history).find((one) => one.property === property)
  if (!violation) throw new Error(`the schedule ${options.seed} is not deterministic`)
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

/** Runs the schedules of so many seeds, in order. */
export async function* drawn(from: number, schedules: number, bug?: Bug): AsyncGenerator<History> {
  for (let seed = from; seed < from + schedules; seed++) yield simulate({ seed, ...(bug ? { bug } : {}) })
}

/** The violations of the first schedule that has any. */
export async function firstViolation(schedules: AsyncIterable<History>): Promise<Violation[]> {
  for await (const history of schedules) {
    const found = violationsOf(history)
    if (found.length > 0) return found
  }
  return []
}

/**
 * For each path the first calm schedule from a seed that writes, and the same schedule with each fault at each of its steps.
 *
 * @param part 4: a quarter of them, another quarter of the faults at each step
 */
export async function* everyPoint(from: number, bug?: Bug, part = 1): AsyncGenerator<History> {
  for (const [path, writes] of calmPaths) {
    let seed = from
    let calm = await simulate({ seed, path })
    while (!calm.reached.has(writes)) calm = await simulate({ seed: ++seed, path })
    const options: Options = { seed, path, ...(bug ? { bug } : {}) }
    yield simulate(options)
    for (const [index, kind] of calm.steps.entries())
      for (const [nth, fault] of faultsAt[kind].entries())
        if ((index + nth) % part === 0) yield simulate({ ...options, at: { step: index + 1, fault } })
  }
}
