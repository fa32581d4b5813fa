// The command line of the fault test.
import { parseArgs } from 'node:util'
import type { EngineCommand } from './database'
import type { TrialOptions } from './trial'

const help = `npm run faults -- [options]

Kills this server's processes and its PostgreSQL while clients change ranks, award experience, finish events and warn, and the platform
fails. Then compares the writes on the platform, the records and the audit log with the responses to the clients.

  --minutes N       duration of the faults (default 5; 0.5 is half a minute)
  --operations N    rank changes in that time (default 3000)
  --records N       awards, batches, events and warnings in that time (default 1500)
  --members N       members (default 300)
  --communities N   communities, each with separate platform limits (default 20)
  --kills N         processes killed with SIGKILL (default 50)
  --outage N        seconds of platform outage at the end of that time (default 30)
  --synchronous N   percentage of synchronous changes (default 8)
  --database URL    a migrated database, which no trial has used, instead of a PostgreSQL of its own
  --engine N=CMD    with --database: a shell command that kills a server of the database, such as a node of Citus, starts
                    it again and returns; N is its name in the table. May be repeated
  --seed N          seed of the random generator (default: random)
  --json FILE       write the figures to this file
  --keep            keep the directory with the logs, as after a violation
  --write-docs      write the table between the fault marks of docs/reliability.md
  --help            print this help

Progress goes to stderr, the table to stdout. The exit code is 1 after a violation.
`

export interface Options extends TrialOptions {
  readonly json: string | null
  readonly keep: boolean
  readonly writeDocs: boolean
  /** null: its own. */
  readonly database: string | null
  /** Of that database. */
  readonly engines: readonly EngineCommand[]
}

/**
 * --help exits.
 * @throws for an unknown option or an invalid value
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '5' },
      operations: { type: 'string', default: '3000' },
      records: { type: 'string', default: '1500' },
      members: { type: 'string', default: '300' },
      communities: { type: 'string', default: '20' },
      kills: { type: 'string', default: '50' },
      outage: { type: 'string', default: '30' },
      synchronous: { type: 'string', default: '8' },
      database: { type: 'string' },
      engine: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      json: { type: 'string' },
      keep: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  return {
    seconds: Math.round(minutes(values.minutes) * 60),
    operations: wholeNumber('operations', values.operations),
    records: wholeNumber('records', values.records),
    members: wholeNumber('members', values.members),
    communities: wholeNumber('communities', values.communities),
    kills: wholeNumber('kills', values.kills),
    synchronousShare: Math.min(wholeNumber('synchronous', values.synchronous), 100) / 100,
    outageSeconds: wholeNumber('outage', values.outage),
    seed: wholeNumber('seed', values.seed),
    json: values.json ?? null,
    keep: values.keep,
    writeDocs: values['write-docs'],
    database: values.database ?? null,
    engines: values.engine.map((text) => engine(text, values.database)),
  }
}

function engine(text: string, database: string | undefined): EngineCommand {
  const [, name, command] = /^([a-z][a-z0-9 -]{0,20})=(.+)$/.exec(text) ?? []
  if (name === undefined || command === undefined)
    throw new Error(`--engine is "${text}"; it must be a name and a command, such as node1=./restart node1`)
  if (database === undefined) throw new Error('--engine needs --database')
  return { name, command }
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`--${name} is "${text}"; it must be a whole number`)
}

function minutes(text: string): number {
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new Error(`--minutes is "${text}"; it must be a number above 0`)
}
