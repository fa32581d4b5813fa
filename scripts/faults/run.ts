// `npm run faults`: rank changes while processes are killed and the platform fails.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeMarked, assertMarked } from '../markdown.mjs'
import type { Violation } from './checker'
import { enginesOf, openTrialDatabase } from './database'
import type { History } from './history'
import { readOptions, type Options } from './options'
import { renderFigures } from './table'
import { runTrial, type TrialResult } from './trial'

const startedAt = performance.now()
/** Printed violations. */
const maxPrinted = 30

function say(message: string): void {
  process.stderr.write(`${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4)} s  ${message}\n`)
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options.writeDocs) assertMarked('faults')
  const directory = mkdtempSync(path.join(os.tmpdir(), 'community-faults-'))
  // for PostgreSQL's account, when run as root
  chmodSync(directory, 0o711)
  let broken = true
  try {
    const { figures, violations, history } = await inPlace(options, directory)
    broken = violations.length > 0
    if (broken || options.keep) writeHistory(directory, violations, history)
    if (options.json !== null)
      writeFileSync(options.json, `${JSON.stringify({ ...figures, broken: violations }, null, 2)}\n`)
    const table = renderFigures(figures)
    process.stdout.write(`${table}\n\n${verdict(violations)}\n`)
    if (options.writeDocs) writeMarked('faults', table)
  } finally {
    if (broken || options.keep) say(`the logs are in ${directory}`)
    else rmSync(directory, { recursive: true, force: true })
  }
  if (broken) process.exitCode = 1
}

async function inPlace(options: Options, directory: string): Promise<TrialResult> {
  say(`seed ${options.seed}`)
  if (options.database !== null) {
    const engines = enginesOf(options.database, options.engines)
    return runTrial(options, { directory, databaseUrl: options.database, engines, say })
  }
  const database = await openTrialDatabase(directory)
  try {
    const engines = [{ name: 'postgres', kill: () => database.kill() }]
    const place = { directory, databaseUrl: database.url, engines, say }
    return await runTrial(options, place)
  } finally {
    await database.stop()
  }
}

/** For debugging. */
function writeHistory(directory: string, violations: readonly Violation[], history: History): void {
  const { operations, synchronous, journal, members, hands } = history
  const text = JSON.stringify({ violations, operations, synchronous, journal, members, hands }, null, 1)
  writeFileSync(path.join(directory, 'history.json'), text)
}

function verdict(violations: readonly Violation[]): string {
  const [green, red, plain] = process.stdout.isTTY ? ['\u001B[32m', '\u001B[31m', '\u001B[0m'] : ['', '', '']
  if (violations.length === 0) return `${green}No violations.${plain}`
  const printed = violations.slice(0, maxPrinted).map(({ kind, text }) => `  ${kind}: ${text}`)
  const more = violations.length > printed.length ? [`  and ${violations.length - printed.length} more`] : []
  return [`${red}${violations.length} violations:${plain}`, ...printed, ...more].join('\n')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
