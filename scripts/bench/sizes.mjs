// The same requests at 1,000, 100,000 and 1,000,000 members and responses.
import { openCluster } from './database.mjs'
import { poolSize, withServers } from './fleet.mjs'
import { contestantOf, measureAll } from './measure.mjs'
import { say } from './progress.mjs'
import { seed, seedResponses } from './seed.mjs'
import { ours } from './servers/index.mjs'
import { awards, memberPages, reads, responsePagesOf } from './workloads.mjs'

const sizes = [1_000, 100_000, 1_000_000]

/** In a database each. */
export async function measureSizes({ rounds, seconds: full }) {
  const seconds = Math.ceil(full / 2)
  const cluster = await openCluster()
  try {
    const starts = []
    for (const size of sizes) starts.push({ server: { ...ours, id: String(size) }, ...(await prepare(cluster, size)) })
    const { version } = starts[0].database
    return await withServers(starts, async (fleet) => {
      const contestants = starts.map(({ database, access }, index) =>
        contestantOf(String(sizes[index]), `${sizes[index]}`, [fleet[index]], { database, access }),
      )
      const workloads = [memberPages, responsePages(starts), reads, awards]
      const results = await measureAll(contestants, workloads, { rounds, seconds })
      const settings = { rounds, seconds, connections: poolSize }
      return {
        postgres: version,
        settings,
        sizes,
        workloads: workloads.map(({ id, label }) => ({ id, label })),
        results,
      }
    })
  } finally {
    await cluster.close()
  }
}

async function prepare(cluster, size) {
  const database = await cluster.open(`members_${size}`)
  const access = await seed(database, size)
  await seedResponses(database, access, size)
  const pages = await responsePagesOf(database, access)
  say(`${size} members and responses`)
  return { database, access, pages }
}

/** Cursors are specific to the community. */
function responsePages(starts) {
  const { id, label } = starts[0].pages
  return { id, label, of: (size) => starts[sizes.indexOf(Number(size))].pages }
}
