// The command line of the benchmark.
import { parseArgs } from 'node:util'
import { sections } from './sections.mjs'
import { contestantIds } from './servers/index.mjs'

const help = `npm run bench -- [options]

Measures this server beside its peers on this machine, on databases of its own, and prints ratios. The whole run takes
about a quarter of an hour on an idle machine, a section one to four minutes; --rounds 1 makes it less than half.

  --only a,b        measure only these sections:
${sections.map(({ id, what }) => `                      ${id.padEnd(10)} ${what}`).join('\n')}
  --peers a,b       in section hot, measure only: ${contestantIds.join(', ')}
  --rounds N        rounds; each measures everything once (default 3)
  --seconds N       seconds per server, workload and round (default 3; half in sections without peers)
  --members N       members of the community, except in section sizes (default 100000)
  --communities N   communities of section communities, each with 1000 members (default 64)
  --database URL    in section communities: a migrated database instead of one of its own
  --engines a,b     with --database: the process ids of its PostgreSQL servers, the coordinator of Citus first
  --operations N    rank changes per round (default 2000)
  --leak-requests N requests of section leak (default 60000; 1000000 takes minutes)
  --check           only check that all servers of section hot give the same responses
  --from FILE       print the tables of a file written by --json; measure nothing
  --json FILE       write the figures of every round to this file
  --write-docs      write the tables between the bench marks of docs/performance.md
  --help            print this help

Progress goes to stderr, the tables to stdout. Close what else keeps the machine busy first.
`

const flags = {
  only: { type: 'string', default: sections.map(({ id }) => id).join(',') },
  peers: { type: 'string', default: contestantIds.join(',') },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '3' },
  members: { type: 'string', default: '100000' },
  communities: { type: 'string', default: '64' },
  database: { type: 'string' },
  engines: { type: 'string' },
  operations: { type: 'string', default: '2000' },
  'leak-requests': { type: 'string', default: '60000' },
  check: { type: 'boolean', default: false },
  from: { type: 'string' },
  json: { type: 'string' },
  'write-docs': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
}

/**
 * --help exits.
 * @throws for an unknown option or an invalid value
 */
export function readOptions(args) {
  const { values } = parseArgs({ args, options: flags })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  return {
    only: new Set(
      names(
        'only',
        values.only,
        sections.map(({ id }) => id),
      ),
    ),
    peers: new Set(names('peers', values.peers, contestantIds)),
    rounds: wholeNumber('rounds', values.rounds),
    seconds: wholeNumber('seconds', values.seconds),
    members: wholeNumber('members', values.members),
    communities: wholeNumber('communities', values.communities),
    database: values.database ?? null,
    engines: values.engines?.split(',').map((pid) => wholeNumber('engines', pid)) ?? [],
    operations: wholeNumber('operations', values.operations),
    leakRequests: wholeNumber('leak-requests', values['leak-requests']),
    check: values.check,
    from: values.from ?? null,
    json: values.json ?? null,
    writeDocs: values['write-docs'],
  }
}

function wholeNumber(name, text) {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`--${name} is "${text}"; it must be a whole number from 1`)
}

function names(flag, text, known) {
  const given = text.split(',')
  const unknown = given.find((name) => !known.includes(name))
  if (unknown === undefined) return given
  throw new Error(`--${flag} names "${unknown}"; choose from ${known.join(', ')}`)
}
