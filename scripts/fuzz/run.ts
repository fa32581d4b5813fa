// `npm run fuzz`.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import fc from 'fast-check'
import globalSetup from '../../test/support/global-setup'
import globalTeardown from '../../test/support/global-teardown'
import { rawCases, rawFaults, sendBytes } from './bytes'
import { operations } from './contract'
import { readOptions, type Options } from './options'
import { describeFailure } from './report'
import { anyStep, stepFor, type Step } from './steps'
import { startTrial, Violation, type Figures, type Trial } from './trial'

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
  const options = readOptions(process.argv.slice(2))
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
