// The command line of the promises.
import { parseArgs } from 'node:util'
import type { SizeName } from './check'
import { checks } from './checks'
import { commands } from './commands'

const help = `npm run promises -- [options]

Runs the experiments behind the promises of docs/reliability.md on production servers, and prints each with its aim, figure and result.
The test suite runs the same checks in short form.

  --only A,B        run only: ${checks.map(({ id }) => id).join(', ')}
                    and the commands faults, overload (by default only with --long)
  --short           the sizes of the test suite, with checked times
  --long            the full sizes, which take hours: an hour at half load, ten minutes of mixed load and of an unresponsive
                    platform; also npm run faults and npm run overload
  --targets A,B     with abuse: only these operations and pages (createMedal, /docs)
  --list            only print every promise and its tests
  --write-docs      with --list: write the list between the promise marks of docs/reliability.md
  --json FILE       write the results to this file
  --keep            keep the directory with the logs, as after a failure
  --help            print this help

abuse sends the most expensive requests to every operation and page: each alone, then the worst at the caller's rate limit
during another community's reads. A stall is the time without a turn of the event loop, or the server's processor time in it
if that is less. A request above a limit is repeated, and the minimum of three counts.

Progress goes to stderr, the table to stdout. The exit code is 1 after a failure. Stop other programs first: times are
compared within a run.
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
 * --help exits.
 * @throws for an unknown option or an invalid value
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
