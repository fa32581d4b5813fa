// The command line of the overload test.
import { parseArgs } from 'node:util'
import { workloads } from '../bench/workloads.mjs'

const help = `npm run overload -- [options]

Overloads a server at a fixed arrival rate and prints served and rejected requests, their latency, memory and the recovery
time. The table shows the round with the median share of the peak.

  --seconds N       seconds of each step (default 5)
  --factors A,B     multiples of the peak rate (default 1,2,5)
  --rounds N        interleaved rounds of each multiple (default 3)
  --connections N   keep-alive connections of the clients (default 2000)
  --workload W      ${workloads.map(({ id }) => id).join(' or ')} (default reads)
  --members N       members in the community (default 10000)
  --pool N          connections of the server to its database (default 16)
  --role R          api, or all: the worker in the same process (default api)
  --impatient       clients ignore Retry-After
  --json            print the raw results as JSON instead of the table
  --help            print this help

Progress goes to stderr, the result to stdout. Generator, server and PostgreSQL share the machine: stop other programs first.
`

/**
 * --help exits.
 * @throws for an unknown option or an invalid value
 */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '5' },
      factors: { type: 'string', default: '1,2,5' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '2000' },
      workload: { type: 'string', default: 'reads' },
      members: { type: 'string', default: '10000' },
      pool: { type: 'string', default: '16' },
      role: { type: 'string', default: 'api' },
      impatient: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  const workload = workloads.find(({ id }) => id === values.workload)
  if (!workload)
    throw new Error(`--workload is "${values.workload}"; choose ${workloads.map(({ id }) => id).join(' or ')}`)
  if (!['api', 'all'].includes(values.role)) throw new Error(`--role is "${values.role}"; choose api or all`)
  return {
    seconds: wholeNumber('seconds', values.seconds),
    factors: values.factors.split(',').map((factor) => positive('factors', factor)),
    rounds: wholeNumber('rounds', values.rounds),
    connections: wholeNumber('connections', values.connections),
    workload,
    members: wholeNumber('members', values.members),
    pool: wholeNumber('pool', values.pool),
    role: values.role,
    impatient: values.impatient,
    json: values.json,
  }
}

function wholeNumber(name, text) {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`--${name} is "${text}"; it must be a whole number from 1`)
}

function positive(name, text) {
  if (/^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new Error(`--${name} contains "${text}"; it must be a comma-separated list of numbers above 0`)
}
