// `npm run promises` (docs/reliability.md).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openTrialDatabase } from '../faults/database'
import { table, type Check, type Finding } from './check'
import { checks } from './checks'
import { openEnvironment, type TestEnvironment } from './environment'

const ids = checks.map(({ id }) => id)
const help = `npm run promises -- [options]

Runs experiments on production servers, and prints each with its aim, figure and result. The test suite runs them in short form.
docs/reliability.md lists every guarantee with its experiment or its test.

  --only A,B        run only: ${ids.join(', ')}
  --targets A,B     with abuse: only these operations and pages (createMedal, /docs)
  --help            print this help

abuse sends the most expensive requests to every operation and page: each alone, then the worst at the caller's rate limit
during another community's reads. A stall is the time without a turn of the event loop, or the server's processor time in it
if that is less. A request above a limit is repeated, and the minimum of three counts.

Progress goes to stderr, the table to stdout. The exit code is 1 after a failure. Stop other programs first: times are
compared within a run.
`

const say = (message: string): void =>
  void process.stderr.write(`${String(Math.round(process.uptime())).padStart(5)} s  ${message}\n`)

interface Result extends Finding {
  readonly check: Check
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, targets: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return void process.stdout.write(help)
  const only = values.only?.split(',') ?? ids
  const unknown = only.find((id) => !ids.includes(id))
  if (unknown !== undefined) throw new Error(`--only names "${unknown}"; choose among ${ids.join(', ')}`)
  const directory = mkdtempSync(path.join(os.tmpdir(), 'community-promises-'))
  // for PostgreSQL's account, when run as root
  chmodSync(directory, 0o711)
  const database = await openTrialDatabase(directory)
  const results: Result[] = []
  try {
    const targets = values.targets?.split(',') ?? null
    const environment = await openEnvironment({ directory, databaseUrl: database.url, checksTimes: true, say, targets })
    for (const check of checks.filter(({ id }) => only.includes(id))) results.push(await runCheck(check, environment))
    await environment.close()
  } finally {
    await database.stop()
    const isKept = results.length > 0 && results.every(({ kept }) => kept)
    if (isKept) rmSync(directory, { recursive: true, force: true })
    else say(`the logs are in ${directory}`)
  }
  process.stdout.write(`${render(results)}\n`)
  if (results.some(({ kept }) => !kept)) process.exitCode = 1
}

/** Errors are failures. */
async function runCheck(check: Check, environment: TestEnvironment): Promise<Result> {
  say(`${check.id}: ${check.title}`)
  const finding = await check.run(environment, 'full').catch((error: unknown) => {
    environment.simulator.faults.clear()
    return { figure: `failed: ${(error as Error).message}`, kept: false }
  })
  say(`${finding.kept ? 'kept' : 'NOT KEPT'}: ${finding.figure}`)
  return { check, ...finding }
}

function render(results: readonly Result[]): string {
  const rows = results.map(({ check: { id, aim }, figure, kept }) => [
    `\`${id}\``,
    aim,
    figure,
    kept ? 'yes' : '**no**',
  ])
  const details = results.flatMap((result) => result.table ?? [])
  return [table(['Check', 'Aim', 'Figure', 'Kept'], rows), ...details].join('\n\n')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
