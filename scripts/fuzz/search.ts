// Searches for a failing sequence of requests.
import fc from 'fast-check'
import globalSetup from '../../test/support/global-setup'
import globalTeardown from '../../test/support/global-teardown'
import { say } from '../command'
import { rawCases, rawFaults, sendBytes } from './bytes'
import { describeFailure } from './report'
import { anyStep } from './steps'
import { startTrial, Violation, type Figures, type Trial } from './trial'
import { operations } from './values'

/** A round ends after this time in milliseconds, also while it shrinks a failure. */
const limits = { interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false }
/** Sequences between two progress messages, after which the time is looked at. */
const SEQUENCES_PER_ROUND = 25
const sequences = fc.array(anyStep, { minLength: 1, maxLength: 25, size: 'max' })

/** @returns the shrunk failure, or null */
async function round(trial: Trial, seed: number): Promise<string | null> {
  const property = fc.asyncProperty(sequences, (steps) => trial.run(steps))
  const result = await fc.check(property, { seed, numRuns: SEQUENCES_PER_ROUND, ...limits })
  if (!result.failed) return null
  const { errorInstance, counterexample } = result
  const steps = counterexample?.[0] ?? []
  if (errorInstance instanceof Violation) return describeFailure(errorInstance, steps)
  return `  ${errorInstance instanceof Error ? String(errorInstance.stack) : String(errorInstance)}\n  ${JSON.stringify(steps)}`
}

function table({ requests, sequences: count, statuses, operations: seen }: Figures): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  const never = operations.filter(({ id }) => ![...(seen.get(id) ?? [])].some((status) => status < 300))
  return [
    `${requests} requests in ${count} sequences; answers by status: ${counts.join(', ')}`,
    `${seen.size} of ${operations.length} operations called, ${operations.length - never.length} of them successfully`,
    ...(never.length > 0 ? [`never successful: ${never.map(({ id }) => id).join(', ')}`] : []),
  ].join('\n')
}

/** @returns the failure, or none */
async function firstFailure(trial: Trial, seed: number, minutes: number): Promise<string[]> {
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; seed++) {
    const found = await round(trial, seed)
    if (found !== null) return [`found with --seed ${seed}:\n${found}`]
    say(`${trial.figures.requests} requests`)
  }
  return []
}

async function checkRest({ app, finalErrors }: Trial): Promise<string[]> {
  const raw = await Promise.all(
    rawCases.map(async (one) => {
      const { key, communityId } = await app.community({ connected: false })
      const credentials = `Authorization: Bearer ${key}\r\nX-Community-Id: ${communityId}\r\n`
      const said = await sendBytes(app.url, one.bytes(credentials))
      return rawFaults(one, said).map((fault) => `${one.name}: ${fault} (${said?.slice(0, 200)})`)
    }),
  )
  return [...raw.flat(), ...(await finalErrors())]
}

/** Prints the figures and the failures. */
export async function search(minutes: number, seed: number): Promise<void> {
  say(`seed ${seed}`)
  await globalSetup()
  try {
    const trial = await startTrial()
    const failures = [...(await firstFailure(trial, seed, minutes)), ...(await checkRest(trial))]
    await trial.close()
    process.stdout.write(`${[...failures, table(trial.figures)].join('\n')}\n`)
    process.stdout.write(failures.length === 0 ? 'No failures.\n' : `${failures.length} failures.\n`)
    if (failures.length > 0) process.exitCode = 1
  } finally {
    await globalTeardown()
  }
}
