// The conformance runner as a command: arguments in, progress and report out, an exit code.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { conform } from './conform'
import { readContract, type Contract } from './contract'
import { makeWire } from './http'
import { help, readOptions, type Options } from './options'
import { reportOf, toJunit, toText, type Paint, type Report } from './report'

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  /** Why nothing can be said. */
  readonly err: (text: string) => void
  /** One line of progress. */
  readonly say: (message: string) => void
  readonly paint: Paint
  readonly sleep: (ms: number) => Promise<void>
  readonly readContract?: (file: string) => Contract
}

/** Runs the command; never throws. @returns the exit code: 0 conforms, 1 does not, 2 cannot be said */
export async function main(args: string[], surroundings: Surroundings): Promise<number> {
  try {
    const options = readOptions(args, surroundings.env)
    if (!options) {
      surroundings.out(help)
      return 0
    }
    const report = await run(options, surroundings)
    if (options.junit !== null) fs.writeFileSync(options.junit, toJunit(report))
    surroundings.out(toText(report, surroundings.paint))
    return report.failed.length === 0 ? 0 : 1
  } catch (error) {
    surroundings.err(`${(error as Error).message}\n`)
    return 2
  }
}

/** @throws when nothing can be said of the deployment */
async function run(options: Options, surroundings: Surroundings): Promise<Report> {
  const { say, sleep } = surroundings
  const contract = (surroundings.readContract ?? readContract)(options.contract)
  const wire = makeWire({ url: options.url, timeoutMs: options.timeoutMs, readsOnly: !options.write, say, sleep })
  const settings = { ...options, run: randomBytes(3).toString('hex') }
  return reportOf(await conform({ contract, wire, settings, only: options.only, say }))
}
