// `npm run promises`: verifies the promises of docs/reliability.md by experiments.
import { rmSync } from 'node:fs'
import { namesOf, runCommand, say, temporaryDirectory, text } from '../command'
import { openTrialDatabase } from '../faults/database'
import { table, type Check, type Finding } from './check'
import { checks } from './checks'
import type { Place } from './environment'

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

interface Result extends Finding {
  readonly check: Check
}

runCommand(help, { only: text(ids.join(',')), targets: { type: 'string' } }, async (values) => {
  const only = namesOf('only', values.only, ids)
  const directory = temporaryDirectory('promises')
  const database = await openTrialDatabase(directory)
  const results: Result[] = []
  try {
    const place = { directory, databaseUrl: database.url, checksTimes: true, say }
    const targets = values.targets?.split(',') ?? null
    for (const check of checks.filter(({ id }) => only.includes(id)))
      results.push(await runCheck(check, { ...place, targets }))
  } finally {
    await database.stop()
    const isKept = results.length > 0 && results.every(({ kept }) => kept)
    if (isKept) rmSync(directory, { recursive: true, force: true })
    else say(`the logs are in ${directory}`)
  }
  process.stdout.write(`${render(results)}\n`)
  if (results.some(({ kept }) => !kept)) process.exitCode = 1
})

/** An error counts as a failure; the other checks run. */
async function runCheck(check: Check, place: Place): Promise<Result> {
  say(`${check.id}: ${check.title}`)
  const finding = await check.run(place, 'full').catch((error: unknown) => {
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
