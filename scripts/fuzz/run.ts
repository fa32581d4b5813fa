// `npm run fuzz`: requests from the contract and against it, for as long as one likes.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import fc from 'fast-check'
import globalSetup from '../../test/support/global-setup'
import globalTeardown from '../../test/support/global-teardown'
import { rawCases, rawFaults, sendBytes } from './bytes'
import { operations } from './contract'
import { readOptions, type Options } from './options'
import { describeFind } from './report'
import { anyStep, stepFor, type Step } from './steps'
import { startTrial, Violation, type Figures, type Trial } from './trial'

const startedAt = performance.now()
const elapsed = (): number => Math.round((performance.now() - startedAt) / 1_000)
const say = (message: string): void => void process.stderr.write(`${String(elapsed()).padStart(5)} s  ${message}\n`)
const megabytes = (): number => Math.round(process.memoryUsage().rss / 2 ** 20)
/** Shrinking ends then, too: a shorter story is not worth more time than that. */
const limits = { interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false }
/** Sequences between two lines of progress, which is also how often the clock is looked at. */
const SEQUENCES_AT_A_TIME = 25

function arbitraryOf({ operation, length }: Options): fc.Arbitrary<Step[]> {
  const found = operations.find(({ operationId }) => operationId === operation)
  if (operation !== null && !found) throw new Error(`the contract has no operation ${operation}`)
  return fc.array(found ? stepFor(found) : anyStep, { minLength: 1, maxLength: length, size: 'max' })
}

/** One round of the search; what was found, shrunk. */
async function round(trial: Trial, options: Options, seed: number): Promise<string | null> {
  const property = fc.asyncProperty(arbitraryOf(options), (steps) => trial.run(steps))
  const result = await fc.check(property, { seed, numRuns: SEQUENCES_AT_A_TIME, ...limits })
  if (!result.failed) return null
  const { errorInstance, counterexample } = result
  const steps = counterexample?.[0] ?? []
  if (errorInstance instanceof Violation) return describeFind(errorInstance, steps)
  return `  ${errorInstance instanceof Error ? String(errorInstance.stack) : String(errorInstance)}\n  ${JSON.stringify(steps)}`
}

function table({ requests, sequences, statuses, operations: seen }: Figures): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  const never = operations
    .map(({ operationId }) => operationId)
    .filter((id) => ![...(seen.get(id) ?? [])].some((status) => status < 300))
  return [
    `${requests} requests in ${sequences} sequences; answers by status: ${counts.join(', ')}`,
    `${seen.size} of ${operations.length} operations asked, ${operations.length - never.length} of them with success`,
    ...(never.length > 0 ? [`never with success: ${never.join(', ')}`] : []),
  ].join('\n')
}

async function search(trial: Trial, options: Options): Promise<number> {
  let finds = 0
  const told = new Set<string>()
  for (let number = 0; elapsed() < options.seconds; number++) {
    const seed = options.seed + number
    const found = await round(trial, options, seed)
    if (found !== null) {
      finds++
      const gist = found.replace(/[0-9a-z_-]{8,}|\d+/gi, '').slice(0, 120)
      if (!told.has(gist)) process.stdout.write(`\nfound with --seed ${seed}:\n${found}\n`)
      told.add(gist)
      if (!options.keepGoing) return finds
    }
    say(`${trial.figures.requests} requests, ${finds} finds, ${megabytes()} MB`)
  }
  return finds
}

/** The bytes that no client sends, and what became of the rest. */
async function whatElse({ app, aftermath }: Trial): Promise<number> {
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
  const faults = [...raw.flat(), ...(await aftermath())]
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
    const finds = (await search(trial, options)) + (await whatElse(trial))
    const longest = Math.round(loop.max / 1e6)
    process.stdout.write(`\n${table(trial.figures)}\n`)
    process.stdout.write(
      `memory ${before} MB at the start, ${megabytes()} MB at the end; the event loop stood still for ${longest} ms at most\n`,
    )
    process.stdout.write(finds === 0 ? 'Nothing was found.\n' : `${finds} finds.\n`)
    if (finds > 0) process.exitCode = 1
    await trial.close()
  } finally {
    await globalTeardown()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String((error as Error).stack)}\n`)
  process.exitCode = 1
})
