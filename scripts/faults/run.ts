// `npm run faults`: rank changes while processes are killed and the platform fails.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeMarked, assertMarked } from '../markdown.mjs'
import { engineOf, openTrialDatabase, type Engine } from './database'
import { renderFacts, renderReversals } from './figures'
import { runReversals } from './reversals'
import { runTrial, type TrialOptions, type TrialPlace } from './trial'

const help = `npm run faults -- [options]

Kills this server's processes and its PostgreSQL while clients change ranks, award experience, finish events and warn, and the platform
fails. Then compares the writes on the platform, the records and the audit log with the responses to the clients.

With --reversals, a key and an account by hand change members, and both are taken back while processes are killed. Then compares the
members, the platform and the audit log with what was before, and with the points of others.

  --reversals       the trial of reversals, of one community
  --minutes N       duration of the faults (default 5, with --reversals 2; 0.5 is half a minute)
  --operations N    rank changes in that time (default 600 a minute), and half as many awards, batches, events and warnings; with
                    --reversals the changes of the key (default 1000), and a fifth of them by hand
  --members N       members (default 300, with --reversals 150)
  --communities N   communities, each with separate platform limits (default 20)
  --kills N         processes killed with SIGKILL (default 10 a minute)
  --outage N        seconds of platform outage at the end of that time (default 6 a minute)
  --database URL    a migrated database, which no trial has used, instead of a PostgreSQL of its own
  --engine N=CMD    with --database: a shell command that kills a server of the database, such as a node of Citus, starts
                    it again and returns; N is its name in the table. May be repeated
  --seed N          seed of the random generator (default: random)
  --keep            keep the directory with the logs, as after a violation
  --write-docs      write the table between its marks in docs/reliability.md
  --help            print this help

Progress goes to stderr, the table to stdout. The exit code is 1 after a violation.
`
const text = (value: string) => ({ type: 'string', default: value }) as const
const given = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const options = {
  communities: text('20'),
  seed: text(String(Date.now() % 1_000_000)),
  minutes: given,
  members: given,
  operations: given,
  kills: given,
  outage: given,
  database: given,
  reversals: flag,
  keep: flag,
  'write-docs': flag,
  help: flag,
  engine: { type: 'string', multiple: true, default: [] as string[] },
} as const
/** Violations that are printed; all are in `history.json`. */
const maxPrinted = 30

const say = (message: string): void =>
  void process.stderr.write(`${String(Math.round(process.uptime())).padStart(4)} s  ${message}\n`)

function numberOf(name: string, value: string, form = /^\d{1,9}$/): number {
  if (form.test(value)) return Number(value)
  throw new Error(`--${name} is "${value}"; it must be a ${name === 'minutes' ? 'number above 0' : 'whole number'}`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options })
  if (values.help) return void process.stdout.write(help)
  const { reversals: isReversal } = values
  const given = values.minutes ?? (isReversal ? '2' : '5')
  const minutes = numberOf('minutes', given, /^(?=.*[1-9])\d{1,4}(\.\d{1,3})?$/)
  const eachMinute = (count: number): string => String(Math.ceil(count * minutes))
  const { communities, seed, database, members = isReversal ? '150' : '300' } = values
  const { operations = isReversal ? '1000' : eachMinute(600), kills = eachMinute(10), outage = eachMinute(6) } = values
  const whole = (of: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, numberOf(name, value)]))
  const sizes = whole({ operations, members, communities, kills, outage, seed }) as Omit<TrialOptions, 'seconds'>
  if (values.engine.length > 0 && database === undefined) throw new Error('--engine needs --database')
  const engines = values.engine.map((one) => engineOf(one, database ?? ''))
  const section = isReversal ? 'reversals' : 'faults'
  if (values['write-docs']) assertMarked(section)
  const directory = mkdtempSync(path.join(os.tmpdir(), 'community-faults-'))
  // run by root, PostgreSQL has another account, which must get in
  chmodSync(directory, 0o711)
  say(`seed ${sizes.seed}`)
  let isKept = true
  try {
    const trial = { ...sizes, seconds: Math.round(minutes * 60) }
    const { violations, history, table } = await inPlace(directory, database, engines, async (place) => {
      if (!isReversal) return runTrial(trial, place).then((facts) => ({ ...facts, table: renderFacts(facts) }))
      return runReversals(trial, place).then((facts) => ({ ...facts, table: renderReversals(facts) }))
    })
    isKept = violations.length > 0 || values.keep
    if (isKept) writeFileSync(path.join(directory, 'history.json'), JSON.stringify({ violations, ...history }, null, 1))
    const printed = violations.slice(0, maxPrinted).map(({ kind, text: what }) => `\n  ${kind}: ${what}`)
    process.stdout.write(`${table}\n\n${violations.length || 'No'} violations.${printed.join('')}\n`)
    if (values['write-docs']) writeMarked(section, table)
    if (violations.length > 0) process.exitCode = 1
  } finally {
    if (isKept) say(`the logs are in ${directory}`)
    else rmSync(directory, { recursive: true, force: true })
  }
}

async function inPlace<Result>(
  directory: string,
  given: string | undefined,
  engines: readonly Engine[],
  work: (place: TrialPlace) => Promise<Result>,
): Promise<Result> {
  if (given !== undefined) return work({ directory, databaseUrl: given, engines, say })
  const own = await openTrialDatabase(directory)
  const postgres = { name: 'postgres', kill: () => own.kill() }
  return work({ directory, databaseUrl: own.url, engines: [postgres], say }).finally(() => own.stop())
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
