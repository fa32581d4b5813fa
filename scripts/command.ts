// What the commands of scripts/ have in common: options, progress, a temporary directory, and figures.
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'

type Flags = NonNullable<ParseArgsConfig['options']>
type Values<Given extends Flags> = ReturnType<typeof parseArgs<{ options: Given }>>['values']

/** Runs `main` with its options; `--help` prints the help. After an error the exit code is 1. */
export function runCommand<Given extends Flags>(
  help: string,
  flags: Given,
  main: (values: Values<Given>) => Promise<unknown>,
): void {
  // the processes that it started end with it
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const run = async (): Promise<unknown> => {
    const { values } = parseArgs({ options: { ...flags, help: { type: 'boolean' as const } } })
    return 'help' in values ? process.stdout.write(help) : main(values)
  }
  run().catch((error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  })
}

export const flag = { type: 'boolean', default: false } as const

export const text = (value: string) => ({ type: 'string', default: value }) as const

/** @throws Error for another value than a whole number from `least` */
export function wholeNumber(name: string, value: string, least = 1): number {
  if (/^\d{1,9}$/.test(value) && Number(value) >= least) return Number(value)
  throw new Error(`--${name} is "${value}"; it must be a whole number from ${least}`)
}

/** The names of a list with commas. @throws Error for an unknown name */
export function namesOf(flagName: string, value: string, known: readonly string[]): string[] {
  const given = value.split(',')
  const unknown = given.find((name) => !known.includes(name))
  if (unknown === undefined) return given
  throw new Error(`--${flagName} names "${unknown}"; choose from ${known.join(', ')}`)
}

/** On stderr, with the seconds since the start. */
export const say = (message: string): void =>
  void process.stderr.write(`${String(Math.round(process.uptime())).padStart(5)} s  ${message}\n`)

/** PostgreSQL's own account can enter it when this process is run by root. */
export function temporaryDirectory(name: string): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), `community-${name}-`))
  chmodSync(directory, 0o711)
  return directory
}

/** @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = ascending.length >> 1
  const [below = NaN, above = NaN] = ascending.slice(Math.max(0, middle - 1))
  return ascending.length % 2 === 1 ? percentile(values, 0.5) : (below + above) / 2
}

/** Megabytes (2^20) that a process of Linux holds in memory; 0: it has ended. */
export function residentMegabytes(pid: number): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return (Number(pages) * 4_096) / 2 ** 20
  } catch {
    return 0
  }
}
