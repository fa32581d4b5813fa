// `npm run promises` (docs/reliability.md).
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openTrialDatabase } from '../faults/database'
import { assertMarked, writeMarked } from '../markdown.mjs'
import type { Check } from './check'
import { checks } from './checks'
import { commands, runCommand } from './commands'
import { openEnvironment, type TestEnvironment } from './environment'
import { readOptions, type Options } from './options'
import { renderPromises, renderResults, type Result } from './table'

const startedAt = performance.now()

function say(message: string): void {
  process.stderr.write(`${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(5)} s  ${message}\n`)
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options.list) return list(options)
  const directory = mkdtempSync(path.join(os.tmpdir(), 'community-promises-'))
  // for PostgreSQL's account, when run as root
  chmodSync(directory, 0o711)
  const results: Result[] = []
  try {
    await runChecks(options, directory, results)
    await runCommands(options, results)
    process.stdout.write(`${renderResults(results)}\n\n${verdict(results)}\n`)
    if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`)
  } finally {
    const wasKept = results.length > 0 && results.every(({ kept }) => kept)
    if (wasKept && !options.keep) rmSync(directory, { recursive: true, force: true })
    else say(`the logs are in ${directory}`)
  }
  if (results.some(({ kept }) => !kept)) process.exitCode = 1
}

function list({ writeDocs }: Options): void {
  if (writeDocs) {
    assertMarked('promises')
    writeMarked('promises', renderPromises())
  }
  process.stdout.write(`${renderPromises()}\n`)
}

async function runChecks({ only, size, targets }: Options, directory: string, results: Result[]): Promise<void> {
  const chosen = checks.filter(({ id }) => only?.includes(id) ?? true)
  if (chosen.length === 0) return
  const database = await openTrialDatabase(directory)
  try {
    const environment = await openEnvironment({ directory, databaseUrl: database.url, checksTimes: true, say, targets })
    try {
      for (const check of chosen) results.push(await runCheck(check, environment, size))
    } finally {
      await environment.close()
    }
  } finally {
    await database.stop()
  }
}

/** Errors are failures. */
async function runCheck(check: Check, environment: TestEnvironment, size: Options['size']): Promise<Result> {
  say(`${check.id}: ${check.title}`)
  const finding = await check.run(environment, size).catch((error: unknown) => {
    environment.simulator.faults.clear()
    return { figure: `failed: ${(error as Error).message}`, kept: false }
  })
  say(`${finding.kept ? 'kept' : 'NOT KEPT'}: ${finding.figure}`)
  return { check, ...finding }
}

async function runCommands({ only, size }: Options, results: Result[]): Promise<void> {
  for (const name of commands.filter((one) => only?.includes(one) ?? size === 'long')) {
    say(`npm run ${name}`)
    results.push(await runCommand(name))
  }
}

function verdict(results: readonly Result[]): string {
  const [green, red, plain] = process.stdout.isTTY ? ['\u001B[32m', '\u001B[31m', '\u001B[0m'] : ['', '', '']
  const broken = results.filter(({ kept }) => !kept)
  if (broken.length === 0) return `${green}All promises were kept.${plain}`
  return `${red}${broken.length} of ${results.length} were not kept: ${broken.map(({ check }) => check.id).join(', ')}.${plain}`
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
