// `npm run simulate`: schedules of rank changes on the models, in one process for each core.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { bugs, propertyRows } from './bugs'
import { drawn, everyPoint, firstViolation, reduce, table, violationsOf, type Violation } from './check'
import type { History } from './history'
import { simulate } from './schedule'
import type { Options } from './simulation'
import { sometimes } from './sometimes'

const help = `npm run simulate -- [options]

Runs the shipped execution of rank changes in simulated time, with models of PostgreSQL and of the platform: every order of
answers, crashes and changes by hand that a seed draws. Then checks the properties of each schedule (--properties), and that
all schedules together reached every state. A schedule that violates a property is reduced to the acts and faults that it
needs, and printed as a table. Exits with 1 after a violation.

  --schedules N    schedules (default 100000)
  --points N       then, N times for each path of the server, a calm schedule and the same with each fault at each of its
                   steps (default 16; 29,000 schedules)
  --minutes N      ends earlier after N minutes (default 15)
  --seed N         seed of the first schedule (default 1); the next ones follow
  --at PATH/N/FAULT  one schedule of --points, as it was printed
  --processes N    processes (default: the number of cores)
  --show           print the table of the schedule of --seed and --at, whether it violates something or not
  --bugs           plant the bug of each property, and show which properties notice it
  --properties     print the properties and the planted bugs, as rows of docs/reliability.md
  --help           print this help
`

/** Fewer schedules do not reach every state, so they are not required to. */
const ENOUGH = 20_000
const BATCH = 100
const MOST_REDUCED = 3

const text = (value: string) => ({ type: 'string', default: value }) as const
const flag = { type: 'boolean' } as const
/** Between the seeds of two calm schedules of a path. */
const APART = 1_000

interface Part {
  readonly schedules: number
  readonly points: number
  readonly operations: number
  readonly processorSeconds: number
  readonly reached: readonly string[]
  readonly violations: readonly Violation[]
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      schedules: text('100000'),
      points: text('16'),
      minutes: text('15'),
      seed: text('1'),
      at: { type: 'string' } as const,
      processes: text(String(availableParallelism())),
      show: flag,
      bugs: flag,
      properties: flag,
      help: flag,
    },
  })
  if (values.help) return print(help)
  if (values.properties) return print(propertyRows().join('\n') + '\n')
  const seed = wholeNumber('seed', values.seed)
  if (values.bugs) return plantBugs(seed)
  const options = optionsOf(seed, values.at)
  if (values.show) return print(`${table((await simulate({ ...options, trace: true })).trace ?? [])}\n`)
  if (options.at) return judge(seed, [await runSchedules(one(options))])
  const [count, points] = [wholeNumber('schedules', values.schedules), wholeNumber('points', values.points)]
  const processes = Math.min(wholeNumber('processes', values.processes), Math.ceil(count / BATCH) + points)
  const until = Date.now() + 60_000 * wholeNumber('minutes', values.minutes)
  return judge(seed, await runParts({ seed, count, points, processes, until }))
}

function optionsOf(seed: number, at: string | undefined): Options {
  if (at === undefined) return { seed }
  const [, path = '', step = '', fault = ''] = /^(.+)\/(\d+)\/(.+)$/.exec(at) ?? []
  return path === '' ? { seed, path: at } : { seed, path, at: { step: Number(step), fault } }
}

/** As arguments of this command. */
function spell({ seed, path, at }: Options): string {
  if (path === undefined) return `--seed ${seed} --schedules 1 --points 0`
  return `--seed ${seed} --at "${path}${at ? `/${at.step}/${at.fault}` : ''}"`
}

async function* one(options: Options): AsyncGenerator<History> {
  yield simulate(options)
}

interface Range {
  readonly seed: number
  readonly count: number
  readonly points: number
  readonly processes: number
  readonly until: number
}

function runParts(range: Range): Promise<Part[]> {
  const run = (number: number): Promise<Part> => {
    const child = fork(__filename, [], { env: { ...process.env, SIMULATE_PART: JSON.stringify({ ...range, number }) } })
    return new Promise((resolve, reject) => {
      child.once('message', (part) => resolve(part as Part))
      child.once('exit', (code) => reject(new Error(`a process ended with ${code} before its schedules`)))
    })
  }
  return Promise.all(Array.from({ length: range.processes }, (_, number) => run(number)))
}

/** Each process takes every n-th batch. */
async function* partOf({ seed, count, points, processes, until, number }: Range & { number: number }) {
  for (let batch = number * BATCH; batch < count && Date.now() < until; batch += processes * BATCH)
    yield* drawn(seed + batch, Math.min(BATCH, count - batch))
  for (let point = number; point < points && Date.now() < until; point += processes)
    yield* everyPoint(seed + point * APART)
}

async function runSchedules(histories: AsyncIterable<History>): Promise<Part> {
  const reached = new Set<string>()
  const violations: Violation[] = []
  let [schedules, points, operations] = [0, 0, 0]
  for await (const history of histories) {
    if (history.options.path === undefined) schedules++
    else points++
    operations += history.database.operations.length
    for (const state of history.reached) reached.add(state)
    violations.push(...violationsOf(history))
  }
  const processorSeconds = process.cpuUsage().user / 1e6
  return { schedules, points, operations, reached: [...reached], violations, processorSeconds }
}

async function judge(seed: number, parts: readonly Part[]): Promise<number> {
  const sum = (of: (part: Part) => number): number => parts.reduce((total, part) => total + of(part), 0)
  const schedules = sum((part) => part.schedules)
  const violations = parts.flatMap((part) => part.violations)
  const reached = new Set(parts.flatMap((part) => part.reached))
  const missing = schedules < ENOUGH ? [] : sometimes.filter((state) => !reached.has(state))
  print(
    `${schedules} schedules from seed ${seed} and ${sum((part) => part.points)} with one fault at one step, ` +
      `${sum((part) => part.operations)} operations, ` +
      `${sometimes.filter((state) => reached.has(state)).length} of ${sometimes.length} states reached, ` +
      `${violations.length} violations, ${Math.round(process.uptime())} s, ` +
      `${Math.round(sum((part) => part.processorSeconds))} s of processors\n`,
  )
  for (const state of missing) print(`never reached: ${state}\n`)
  const perProperty = new Map(violations.map((one) => [one.property, one]))
  for (const violation of [...perProperty.values()].slice(0, MOST_REDUCED)) await show(violation)
  return violations.length + missing.length === 0 ? 0 : 1
}

async function show(violation: Violation): Promise<void> {
  const { violation: reduced, trace, parts, of } = await reduce(violation)
  print(
    `\n${violation.property}: ${reduced.text}\n${spell(violation.options)}, ${parts} of ${of} acts and faults\n${table(trace)}\n`,
  )
}

async function plantBugs(seed: number): Promise<number> {
  let missed = 0
  for (const { property, what, ...bug } of bugs) {
    const found = await firstViolation(drawn(seed, 5_000, { property, what, ...bug }))
    const names = [...new Set(found.map((violation) => violation.property))]
    if (names.join() !== property) missed++
    print(
      `${property.padEnd(11)} ${what}: noticed by ${names.join(', ') || 'none'}, seed ${found[0]?.options.seed ?? '-'}\n`,
    )
  }
  return missed === 0 ? 0 : 1
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`--${name} is "${text}"; it must be a whole number`)
}

function print(text: string, code = 0): number {
  process.stdout.write(text)
  return code
}

const part = process.env['SIMULATE_PART']
if (part === undefined) {
  void main().then(
    (code) => void (process.exitCode = code),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    },
  )
} else {
  void runSchedules(partOf(JSON.parse(part) as Range & { number: number })).then((result) => {
    process.send?.(result, () => process.disconnect())
  })
}
