// The command line of the promises.
import { parseArgs } from 'node:util'
import type { SizeName } from './check'
import { checks } from './checks'
import { commands } from './commands'

const help = `npm run promises -- [options]

Does to really started servers what docs/reliability.md promises, and prints each promise with its aim, its figure,
and whether it was kept. The suite runs the same checks in short.

  --only A,B        these alone: ${checks.map(({ id }) => id).join(', ')}
                    and the commands faults, overload (which need --long or to be named)
  --short           the sizes of the suite; times are judged all the same
  --long            the sizes promised where they take hours: an hour at half load, ten minutes of mixed load and of a
                    silent platform; then also npm run faults and npm run overload
  --targets A,B     with abuse: these operations and pages alone (createMedal, /docs)
  --list            print every promise and where it is shown, and do nothing
  --write-docs      with --list: also put the list between the promise marks of docs/reliability.md
  --json FILE       also write the results to this file
  --keep            keep the directory with the logs; it is kept, too, when a promise was broken
  --help            this text

abuse sends the worst requests that the contract allows to every operation and page: each alone, then the worst at the caller's
whole rate limit beside another community's reads. A stall is the time in which the event loop did not turn, or the processor
time of the server in it where that is less: what other processes take is not counted. What exceeds a limit is sent again, and
the least of three counts.

Progress goes to stderr, the table to stdout. The exit code is 1 when a promise was broken. Close what else keeps the machine
busy: figures that are times are held against each other in one run.
`

export interface Options {
  readonly only: readonly string[] | null
  readonly size: SizeName
  readonly targets: readonly string[] | null
  readonly list: boolean
  readonly writeDocs: boolean
  readonly json: string | null
  readonly keep: boolean
}

/**
 * Reads the command line; prints the help and ends the process when asked to.
 * @throws when an option is unknown or has a wrong value
 */
export function readOptions(args: string[]): Options {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args,
    options: {
      ...{ only: { type: 'string' }, targets: { type: 'string' }, json: { type: 'string' } },
      ...{ short: flag, long: flag, list: flag, 'write-docs': flag, keep: flag, help: flag },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  const only = values.only?.split(',') ?? null
  const known: readonly string[] = [...checks.map(({ id }) => id), ...commands]
  const unknown = only?.find((id) => !known.includes(id))
  if (unknown !== undefined) throw new Error(`--only names "${unknown}"; choose among ${known.join(', ')}`)
  return {
    only,
    targets: values.targets?.split(',') ?? null,
    size: values.long ? 'long' : values.short ? 'short' : 'usual',
    ...{ list: values.list, writeDocs: values['write-docs'], json: values.json ?? null, keep: values.keep },
  }
}
