// `npm run bench`: measures this server beside its peers in one run on one machine.
import fs from 'node:fs'
import os from 'node:os'
import { flag, namesOf, runCommand, say, text, wholeNumber } from '../command.ts'
import { assertMarked, writeMarked } from '../markdown.mjs'
import { claim } from './claim.mjs'
import { checkHot, hot } from './hot.mjs'
import { latency } from './latency.mjs'
import { leak } from './leak.mjs'
import { overload } from './overload.mjs'
import { machineTicks } from './processor.mjs'
import { scheduler } from './scheduler.mjs'
import { schedules } from './schedules.mjs'
import { communities, connections, processes, sizes } from './series.mjs'
import { start } from './start.mjs'
import { renderRun } from './tables.mjs'
import { assertWrk } from './wrk.mjs'

/** In the order of measurement and output. `render(result)` makes Markdown of `measure(options)`. */
const sections = [
  hot,
  sizes,
  connections,
  processes,
  communities,
  leak,
  start,
  claim,
  schedules,
  scheduler,
  latency,
  overload,
]
const ids = sections.map(({ id }) => id)

const help = `npm run bench -- [options]

Measures this server beside its peers on this machine, on databases of its own, and prints ratios. The whole run takes
about twenty minutes on an idle machine, a section one to four; --rounds 1 makes it less than half.

  --only a,b        measure only these sections:
${sections.map(({ id, what }) => `                      ${id.padEnd(11)} ${what}`).join('\n')}
  --rounds N        rounds; each measures everything once (default 3)
  --seconds N       seconds per server, workload and round (default 3)
  --members N       members of the community, except in sections sizes and overload (default 100000)
  --communities N   communities of section communities, each with 1000 members (default 64)
  --database URL    in section communities: a migrated database instead of one of its own
  --engines a,b     with --database: the process ids of its PostgreSQL servers, the coordinator of Citus first
  --leak-requests N requests of section leak (default 60000; 1000000 takes minutes)
  --check           only check that all servers of section hot give the same responses
  --from FILE       print the tables of a file written by --json; measure nothing
  --json FILE       write the figures of every round to this file
  --write-docs      write the tables between the bench marks of docs/performance.md
  --help            print this help

Needs Linux. Progress goes to stderr, the tables to stdout. Close what else keeps the machine busy first.
`
const numbers = { rounds: '3', seconds: '3', members: '100000', communities: '64', 'leak-requests': '60000' }
const flags = {
  only: text(ids.join(',')),
  ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, text(value)])),
  database: { type: 'string' },
  engines: text(''),
  json: { type: 'string' },
  from: { type: 'string' },
  check: flag,
  'write-docs': flag,
}

runCommand(help, flags, async (values) => {
  const only = namesOf('only', values.only, ids)
  const read = Object.fromEntries(Object.keys(numbers).map((name) => [name, wholeNumber(name, values[name])]))
  const engines = values.engines
    .split(',')
    .filter(Boolean)
    .map((pid) => wholeNumber('engines', pid))
  const options = { ...read, leakRequests: read['leak-requests'], database: values.database, engines }
  if (values['write-docs']) assertMarked('bench')
  if (values.check) return checkHot(options)
  const run = values.from ? JSON.parse(fs.readFileSync(values.from, 'utf8')) : await measure(only, options, values.json)
  const tables = renderRun(sections, run)
  process.stdout.write(`${tables}\n`)
  if (values['write-docs']) say(`wrote the tables to ${writeMarked('bench', tables)}`)
})

async function measure(only, options, file) {
  await assertWrk()
  // what else kept the machine busy before the run
  const loadBefore = os.loadavg()[0]
  const before = machineTicks()
  const run = { machine: null, results: {} }
  for (const { id, what, measure: measureSection } of sections.filter((section) => only.includes(section.id))) {
    say(`${id}: ${what}`)
    run.results[id] = await measureSection(options)
    const after = machineTicks()
    const stolen = (after.stolen - before.stolen) / (after.all - before.all)
    run.machine = { ...machineFacts(run.results), loadBefore, stolen }
    // a later section may fail
    if (file) fs.writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`)
  }
  return run
}

const machineFacts = (results) => ({
  cpu: os.cpus()[0]?.model.trim(),
  cores: os.availableParallelism(),
  gigabytes: Math.round(os.totalmem() / 2 ** 30),
  system: `${os.type()} ${os.arch()}`,
  node: process.versions.node,
  postgres: Object.values(results).find(({ postgres }) => postgres)?.postgres ?? 'not measured',
})
