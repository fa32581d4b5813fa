// The cost of rate limiting; no limit is reached.
import { openBenchDatabase } from './database.mjs'
import { poolSize, withServers } from './fleet.mjs'
import { contestantOf, measureAll } from './measure.mjs'
import { seed } from './seed.mjs'
import { ours } from './servers/index.mjs'
import { workloads } from './workloads.mjs'

const variants = [
  { ...ours, id: 'on', label: 'rate limiting on' },
  { ...ours, id: 'off', label: 'rate limiting off', environment: { RATE_LIMITING: 'off' } },
]

export async function measureLimits({ rounds, seconds: full, members }) {
  const seconds = Math.ceil(full / 2)
  const database = await openBenchDatabase()
  try {
    const access = await seed(database, members)
    const starts = variants.map((server) => ({ server, database, access }))
    return await withServers(starts, async (fleet) => {
      const contestants = fleet.map((server) => contestantOf(server.id, server.label, [server], { database, access }))
      const results = await measureAll(contestants, workloads, { rounds, seconds })
      return { postgres: database.version, settings: { rounds, seconds, members, connections: poolSize }, results }
    })
  } finally {
    await database.close()
  }
}
