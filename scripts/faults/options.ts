// The command line of the fault test.
import { parseArgs } from 'node:util'
import type { TrialOptions } from './trial'

const help = `npm run faults -- [options]

Kills this server's processes and its PostgreSQL while clients change ranks and the platform misbehaves, then holds
what the platform was made to do against what the clients were told.

  --minutes N       how long things go wrong (default 5; 0.5 is half a minute)
  --operations N    changes that clients ask for in that time (default 3000)
  --members N       members they are for (default 300)
  --communities N   communities these belong to, each with the platform's limits for itself (default 20)
  --kills N         processes killed with SIGKILL (default 50)
  --outage N        seconds, at the end of that time, in which the platform is not there at all (default 30)
  --synchronous N   of a hundred changes so many on the synchronous routes (default 8)
  --seed N          what is drawn; the same number draws the same (default: another one each time)
  --json FILE       also write the figures to this file
  --keep            keep the directory with the logs; it is kept, too, when a promise was broken
  --write-docs      also put the table between the fault marks of docs/reliability.md
  --help            this text

Progress goes to stderr, the table to stdout. The exit code is 1 when a promise was broken.
`

export interface Options extends TrialOptions {
  readonly json: string | null
  readonly keep: boolean
  readonly writeDocs: boolean
}

/**
 * Reads the command line; prints the help and ends the process when asked to.
 * @throws when an option is unknown or has a wrong value
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
  throw new Error(`--${name} is "${text}"; give a whole number`)
}

function minutes(text: string): number {
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new Error(`--minutes is "${text}"; give a number above 0`)
}
