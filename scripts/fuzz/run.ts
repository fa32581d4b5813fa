// `npm run fuzz`.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import globalSetup from '../../test/support/global-setup'
import globalTeardown from '../../test/support/global-teardown'
import { rawCases, rawFaults, sendBytes } from './bytes'
import { operations } from './contract'
import { describeFailure } from './report'
import { anyStep, stepFor, type Step } from './steps'
import { startTrial, Violation, type Figures, type Trial } from './trial'

const help = `npm run fuzz -- [options]

Sends valid and invalid requests derived from openapi.yaml to a test server. Every response must conform, none may be an
internal server error, and after each sequence the audit log must match the requests. A failing sequence is shrunk and
printed as curl commands and as a file for test/fuzz/corpus.

  --minutes N       duration (default 5; 0.5 is half a minute)
  --seed N          seed of the random generator (default: random)
  --length N        maximum requests per sequence (default 25)
  --operation NAME  only this operation, by its operationId
  --keep-going      continue after a failure
  --help            print this help

Progress goes to stderr, figures and failures to stdout. The exit code is 1 after a failure.
`

interface Options {
  readonly seconds: number
  readonly seed: number
  readonly length: number
  readonly operation: string | null
  readonly keepGoing: boolean
}

/**
 * --help exits.
 * @throws for an unknown option or an invalid value
 */
function readOptions(): Options {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    options: {
      ...{ minutes: text('5'), seed: text(String(Date.now() % 1_000_000)), length: text('25') },
      ...{ operation: { type: 'string' }, 'keep-going': flag, help: flag },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  const number = (name: 'minutes' | 'seed' | 'length', form: RegExp): number => {
    if (form.test(values[name])) return Number(values[name])
    throw new Error(
      `--${name} is "${values[name]}"; it must be a ${name === 'minutes' ? 'number above 0' : 'whole number'}`,
    )
  }
  const [whole, above0] = [/^\d{1,9}$/, /^(?=.*[1-9])\d{1,4}(\.\d{1,3})?$/]
  return {
    ...{ seconds: Math.round(number('minutes', above0) * 60), seed: number('seed', whole) },
    ...{ length: number('length', whole), operation: values.operation ?? null, keepGoing: values['keep-going'] },
  }
}

const startedAt = performance.now()
const elapsed = (): number => Math.round((performance.now() - startedAt) / 1_000)
const say = (message: string): void => void process.stderr.write(`${String(elapsed()).padStart(5)} s  ${message}\n`)
const megabytes = (): number => Math.round(process.memoryUsage().rss / 2 ** 20)
/** Of shrinking. */
const limits = { interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false }
/** Between progress messages. */
const SEQUENCES_PER_ROUND = 25

function arbitraryOf({ operation, length }: Options): fc.Arbitrary<Step[]> {
  const found = operations.find(({ operationId }) => operationId === operation)
  if (operation !== null && !found) throw new Error(`the contract has no operation ${operation}`)
  return fc.array(found ? stepFor(found) : anyStep, { minLength: 1, maxLength: length, size: 'max' })
}

/** The shrunk failure, or null. */
async function round(trial: Trial, options: Options, seed: number): Promise<string | null> {
  const property = fc.asyncProperty(arbitraryOf(options), (steps) => trial.run(steps))
  const result = await fc.check(property, { seed, numRuns: SEQUENCES_PER_ROUND, ...limits })
  if (!result.failed) return null
  const { errorInstance, counterexample } = result
  const steps = counterexample?.[0] ?? []
  if (errorInstance instanceof Violation) return describeFailure(errorInstance, steps)
  return `  ${errorInstance instanceof Error ? String(errorInstance.stack) : String(errorInstance)}\n  ${JSON.stringify(steps)}`
}

function table({ requests, sequences, statuses, operations: seen }: Figures): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  const never = operations
    .map(({ operationId }) => operationId)
    .filter((id) => ![...(seen.get(id) ?? [])].some((status) => status < 300))
  return [
    `${requests} requests in ${sequences} sequences; answers by status: ${counts.join(', ')}`,
    `${seen.size} of ${operations.length} operations called, ${operations.length - never.length} of them successfully`,
    ...(never.length > 0 ? [`never successful: ${never.join(', ')}`] : []),
  ].join('\n')
}

async function search(trial: Trial, options: Options): Promise<number> {
  let failures = 0
  const printed = new Set<string>()
  for (let number = 0; elapsed() < options.seconds; number++) {
    const seed = options.seed + number
    const found = await round(trial, options, seed)
    if (found !== null) {
      failures++
      const gist = found.replace(/[0-9a-z_-]{8,}|\d+/gi, '').slice(0, 120)
      if (!printed.has(gist)) process.stdout.write(`\nfound with --seed ${seed}:\n${found}\n`)
      printed.add(gist)
      if (!options.keepGoing) return failures
    }
    say(`${trial.figures.requests} requests, ${failures} failures, ${megabytes()} MB`)
  }
  return failures
}

/** @returns the number of failures */
async function checkRest({ app, finalErrors }: Trial): Promise<number> {
  const raw = await Promise.all(
    rawCases.map(async (one) => {
      const { key, communityId } = await app.community({ connected: false })
      const said = await sendBytes(
        app.url,
        one.bytes(`Authorization: Bearer ${key}\r\nX-Community-Id: ${communityId}\r\n`),
      )
      return rawFaults(one, said).map((fault) => `${one.name}: ${fault} (${said?.slice(0, 200)})`)
    }),
  )
  const faults = [...raw.flat(), ...(await finalErrors())]
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  return faults.length
}

async function main(): Promise<void> {
  const options = readOptions()
  say(`seed ${options.seed}`)
  await globalSetup()
  const loop = monitorEventLoopDelay({ resolution: 20 })
  try {
    const trial = await startTrial()
    const before = megabytes()
    loop.enable()
    const failures = (await search(trial, options)) + (await checkRest(trial))
    const longest = Math.round(loop.max / 1e6)
    process.stdout.write(`\n${table(trial.figures)}\n`)
    process.stdout.write(
      `memory ${before} MB at the start, ${megabytes()} MB at the end; longest event loop delay ${longest} ms\n`,
    )
    process.stdout.write(failures === 0 ? 'No failures.\n' : `${failures} failures.\n`)
    if (failures > 0) process.exitCode = 1
    await trial.close()
  } finally {
    await globalTeardown()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String((error as Error).stack)}\n`)
  process.exitCode = 1
})
