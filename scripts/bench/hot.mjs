// Reads and awards, compared with the peers.
import { openBenchDatabase } from './database.mjs'
import { poolSize, residentBytes, withServers } from './fleet.mjs'
import { contestantOf, measureAll } from './measure.mjs'
import { say } from './progress.mjs'
import { checkSamples } from './samples.mjs'
import { seed } from './seed.mjs'
import { servers } from './servers/index.mjs'
import { workloads } from './workloads.mjs'

/** After checking that all responses are equal. */
export function measureHot({ rounds, seconds, members, peers }) {
  return withFleet({ members, peers }, async (fleet, database, access) => {
    const contestants = fleet.map((server) => contestantOf(server.id, server.label, [server], { database, access }))
    const results = await measureAll(contestants, workloads, { rounds, seconds })
    return {
      postgres: database.version,
      settings: { rounds, seconds, members, connections: poolSize },
      contestants: contestants.map(({ id, label }) => ({ id, label })),
      results,
      memory: Object.fromEntries(fleet.map((server) => [server.id, residentBytes(server)])),
    }
  })
}

export function checkHot({ members, peers }) {
  return withFleet({ members, peers }, () => undefined)
}

/** Starts the chosen servers on one database, after checking that all give the same responses. */
export async function withFleet({ members, peers }, work) {
  const database = await openBenchDatabase()
  try {
    const access = await seed(database, members)
    say(`${members} members in PostgreSQL ${database.version}`)
    const starts = servers.filter(({ id }) => peers.has(id)).map((server) => ({ server, database, access }))
    return await withServers(starts, async (fleet) => {
      await checkSamples(fleet, access)
      say(`${fleet.length} servers give the same responses`)
      return work(fleet, database, access)
    })
  } finally {
    await database.close()
  }
}
