// 1, 2 and 4 processes on one database.
import { openBenchDatabase } from './database.mjs'
import { poolSize, withServers } from './fleet.mjs'
import { contestantOf, measureAll } from './measure.mjs'
import { seed } from './seed.mjs'
import { ours } from './servers/index.mjs'
import { workloads } from './workloads.mjs'

const counts = [1, 2, 4]
/** Equal for all counts. */
const connections = 2 * poolSize

/** The other processes are idle. */
export async function measureProcesses({ rounds, seconds: full, members }) {
  const seconds = Math.ceil(full / 2)
  const database = await openBenchDatabase()
  try {
    const access = await seed(database, members)
    const starts = Array.from({ length: Math.max(...counts) }, () => ({ server: ours, database, access }))
    return await withServers(starts, async (fleet) => {
      const contestants = counts.map((count) =>
        contestantOf(String(count), processesOf(count), fleet.slice(0, count), { database, access, connections }),
      )
      const results = await measureAll(contestants, workloads, { rounds, seconds })
      return { postgres: database.version, settings: { rounds, seconds, members, connections }, counts, results }
    })
  } finally {
    await database.close()
  }
}

function processesOf(count) {
  return count === 1 ? '1 process' : `${count} processes`
}
