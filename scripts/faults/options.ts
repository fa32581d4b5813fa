// The command line of the fault test.
import { parseArgs } from 'node:util'
import type { TrialOptions } from './trial'

const help = `npm run faults -- [options]

Kills this server's processes and its PostgreSQL while clients change ranks and the platform fails, then compares the
writes on the platform with the responses to the clients.

  --minutes N       duration of the faults (default 5; 0.5 is half a minute)
  --operations N    rank changes in that time (default 3000)
  --members N       members (default 300)
  --communities N   communities, each with separate platform limits (default 20)
  --kills N         processes killed with SIGKILL (default 50)
  --outage N        seconds of platform outage at the end of that time (default 30)
  --synchronous N   percentage of synchronous changes (default 8)
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
      members: { type: 'string', default: '300' },
      communities: { type: 'string', default: '20' },
      kills: { type: 'string', default: '50' },
      outage: { type: 'string', default: '30' },
      synchronous: { type: 'string', default: '8' },
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
    members: wholeNumber('members', values.members),
    communities: wholeNumber('communities', values.communities),
    kills: wholeNumber('kills', values.kills),
    synchronousShare: Math.min(wholeNumber('synchronous', values.synchronous), 100) / 100,
    outageSeconds: wholeNumber('outage', values.outage),
    seed: wholeNumber('seed', values.seed),
    json: values.json ?? null,
    keep: values.keep,
    writeDocs: values['write-docs'],
  }
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`--${name} is "${text}"; it must be a whole number`)
}

function minutes(text: string): number {
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new Error(`--minutes is "${text}"; it must be a number above 0`)
}
