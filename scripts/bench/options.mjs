// The command line of the benchmark.
import { parseArgs } from 'node:util'
import { servers } from './servers/index.mjs'

const help = `npm run bench -- [options]

Measures this server beside its peers on this machine, on one database of its own, and prints ratios.

  --rounds N        rounds, each of which measures every server once (default 3)
  --seconds N       seconds measured per server, workload and round (default 5)
  --members N       members in the community (default 100000)
  --operations N    rank changes queued at a time (default 2000)
  --only a,b        only these: ${servers.map(({ id }) => id).join(', ')}, database, dispatch,
                    scheduler
  --json            print the raw results as JSON instead of the tables
  --write-readme    also put the tables between the bench markers of README.md
  --help            this text

Progress goes to stderr, the result to stdout. Close what else keeps the machine busy first.
`

const measurable = [...servers.map(({ id }) => id), 'database', 'dispatch', 'scheduler']

/**
 * Reads the command line; prints the help and ends the process when asked to.
 * @throws when an option is unknown or has a wrong value
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      members: { type: 'string', default: '100000' },
      operations: { type: 'string', default: '2000' },
      only: { type: 'string', default: measurable.join(',') },
      json: { type: 'boolean', default: false },
      'write-readme': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  return {
    rounds: wholeNumber('rounds', values.rounds),
    seconds: wholeNumber('seconds', values.seconds),
    members: wholeNumber('members', values.members),
    operations: wholeNumber('operations', values.operations),
    only: new Set(values.only.split(',').map(assertMeasurable)),
    json: values.json,
    writeReadme: values['write-readme'],
  }
}

function wholeNumber(name, text) {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`--${name} is "${text}"; give a whole number from 1 up`)
}

function assertMeasurable(id) {
  if (measurable.includes(id)) return id
  throw new Error(`--only names "${id}"; choose from ${measurable.join(', ')}`)
}
