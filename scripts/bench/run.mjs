// `npm run bench`: this server beside its peers, in one run on one machine.
import os from 'node:os'
import { assertMarked, writeMarked } from '../markdown.mjs'
import { databaseAlone } from './database-alone.mjs'
import { openBenchDatabase } from './database.mjs'
import { measureDispatch } from './dispatch.mjs'
import { checkSamples, poolSize, residentBytes, startFleet } from './fleet.mjs'
import { measureAll, measureServer } from './measure.mjs'
import { readOptions } from './options.mjs'
import { measureScheduler } from './scheduler.mjs'
import { seed } from './seed.mjs'
import { servers } from './servers/index.mjs'
import { renderTables } from './table.mjs'

const startedAt = performance.now()
/** What else kept the machine busy before the run; a reader of the ratios should know. */
const loadBefore = os.loadavg()[0].toFixed(1)

function say(message) {
  process.stderr.write(`${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4)} s  ${message}\n`)
}

async function main() {
  const options = readOptions(process.argv.slice(2))
  if (options.writeReadme) assertMarked('bench')
  const compared = await compareServers(options)
  const dispatch = options.only.has('dispatch') ? await measureDispatch(options, say) : null
  const scheduler = options.only.has('scheduler') ? await measureScheduler(options, say) : null
  const { rounds, seconds, members } = options
  const run = {
    ...compared,
    dispatch,
    scheduler,
    machine: machineLine(compared.postgres ?? scheduler?.postgres ?? null),
    settings: { rounds, seconds, members, connections: poolSize },
  }
  const tables = renderTables(run)
  process.stdout.write(options.json ? `${JSON.stringify(run, null, 2)}\n` : `${tables}\n`)
  if (!options.writeReadme) return
  writeMarked('bench', tables)
  say('wrote the tables to README.md')
}

async function compareServers(options) {
  const chosen = servers.filter(({ id }) => options.only.has(id))
  const withDatabase = options.only.has('database')
  if (chosen.length === 0 && !withDatabase) return { postgres: null, contestants: [], results: {}, memory: {} }
  const database = await openBenchDatabase()
  let fleet = { members: [], stop: () => Promise.resolve() }
  try {
    const [{ server_version: postgres }] = await database.query('show server_version')
    const access = await seed(database, options.members)
    say(`${options.members} members in PostgreSQL ${postgres}`)
    fleet = await startFleet(chosen, database, access)
    // the load then fails, and everything is undone on the way out
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void fleet.stop())
    await checkSamples(fleet.members, access)
    say(`${fleet.members.length} servers give the same answers`)
    const contestants = fleet.members.map((server) => ({
      ...{ id: server.id, label: server.label },
      measure: (...cell) => measureServer(server, access, ...cell),
    }))
    if (withDatabase) contestants.push(databaseAlone(database, access))
    const results = await measureAll(contestants, options, database, say)
    const memory = Object.fromEntries(fleet.members.map((server) => [server.id, residentBytes(server)]))
    return { postgres, contestants, results, memory }
  } finally {
    await fleet.stop()
    await database.close()
  }
}

function machineLine(postgres) {
  const [cpu] = os.cpus()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  const versions = `Node ${process.versions.node}${postgres ? `, PostgreSQL ${postgres}` : ''}`
  return `${cpu?.model.trim() ?? 'unknown CPU'}, ${os.availableParallelism()} cores, ${memory} GB, ${os.type()} ${os.arch()}; ${versions}; load average ${loadBefore} before the run.`
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
