// Reads and awards of many communities, on a PostgreSQL of its own or on a database that is given, such as one on Citus. The
// processor time of every server of the database is measured for itself.
import { openBenchDatabase, openGivenDatabase } from './database.mjs'
import { poolSize, processorSeconds, withServers } from './fleet.mjs'
import { postgresSeconds } from './processor.mjs'
import { assertStored } from './measure.mjs'
import { say } from './progress.mjs'
import { seedMany } from './seed.mjs'
import { ours } from './servers/index.mjs'
import { requestTexts, workloads } from './workloads.mjs'
import { runWrk } from './wrk.mjs'

const members = 1_000
const warmUpSeconds = 4

export async function measureCommunities({ rounds, seconds, communities, database: url, engines: given }) {
  const database = url === null ? await openBenchDatabase() : await openGivenDatabase(url, given)
  const engines = database.engines ?? [database.postmaster]
  try {
    const all = await seedMany(database, communities, members)
    say(`${communities} communities of ${members} members`)
    return await withServers([{ server: ours, database, access: all[0] }], async ([server]) => {
      const results = Object.fromEntries(workloads.map(({ id }) => [id, []]))
      for (let round = 1; round <= rounds; round++) {
        for (const workload of workloads) {
          const texts = all.flatMap((access) => requestTexts(workload, access))
          const before = await countEntries(database)
          const result = await underLoad(server, engines, { texts, members, connections: poolSize, seconds })
          const stored = (await countEntries(database)) - before
          assertStored(stored, workload, result)
          results[workload.id].push(result)
          const times = [result.cpuMicroseconds, ...result.engineMicroseconds].map((value) => Math.round(value))
          say(`round ${round} of ${rounds}, ${workload.id}: ${Math.round(result.perSecond)}/s, µs ${times.join(' + ')}`)
        }
      }
      const settings = { rounds, seconds, communities, members, connections: poolSize }
      return { postgres: database.version, settings, engines: engines.length, results }
    })
  } finally {
    await database.close()
  }
}

async function countEntries(database) {
  const [row] = await database.query(
    `select count(*)::int as count from audit_entry where action = 'member.experience'`,
  )
  return row.count
}

/** @returns also the processor time per request of the server and of each engine */
async function underLoad(server, engines, job) {
  const read = () => [processorSeconds(server), ...engines.map(postgresSeconds)]
  const before = read()
  const result = await runWrk({ ...job, warmUpSeconds, ports: [server.port] })
  const each = read().map((seconds, index) => ((seconds - before[index]) * 1e6) / result.completed)
  const [cpuMicroseconds, ...engineMicroseconds] = each
  const busyMicroseconds = each.reduce((sum, value) => sum + value, 0)
  return { ...result, cpuMicroseconds, engineMicroseconds, busyMicroseconds }
}
