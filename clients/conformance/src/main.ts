// Arguments, progress, report, exit code.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { conform } from './conform'
import { readContract, type Contract } from './contract'
import { makeWire } from './http'
import { UsageError } from './errors'
import { readOptions, version, type Options } from './options'
import { reportOf, toJunit, toText, type Paint, type Report } from './report'
import { toSarif } from './sarif'

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  /** Fatal errors. */
  readonly err: (text: string) => void
  /** Prints progress. */
  readonly say: (message: string) => void
  readonly paint: Paint
  readonly sleep: (ms: number) => Promise<void>
  readonly readContract?: (file: string) => Contract
}

/** @returns 0 conforms, 1 does not, 2 wrong usage, 3 cannot be determined */
export async function main(args: string[], io: Io): Promise<number> {
  try {
    const options = readOptions(args, io.env)
    if (typeof options === 'string') {
      io.out(options)
      return 0
    }
    const report = await run(options, io)
    if (options.junit !== null) fs.writeFileSync(options.junit, toJunit(report))
    if (options.sarif !== null) fs.writeFileSync(options.sarif, toSarif(report, { version, uri: uriOf(options) }))
    io.out(toText(report, io.paint))
    return report.failed.length === 0 ? 0 : 1
  } catch (error) {
    io.err(`${(error as Error).message}\n`)
    return error instanceof UsageError ? 2 : 3
  }
}

/** Relative to the working directory where it lies below, as services expect. */
function uriOf({ contract }: Options): string {
  const relative = path.relative(process.cwd(), contract)
  return (relative.startsWith('..') ? path.basename(contract) : relative)
    .split(path.sep)
    .map(encodeURIComponent)
    .join('/')
}

/** @throws when it cannot be determined */
async function run(options: Options, io: Io): Promise<Report> {
  const { say, sleep } = io
  const contract = (io.readContract ?? readContract)(options.contract)
  const wire = makeWire({ url: options.url, timeoutMs: options.timeoutMs, readsOnly: !options.write, say, sleep })
  const settings = { ...options, run: randomBytes(3).toString('hex') }
  return reportOf(await conform({ contract, wire, settings, only: options.only, say }))
}
