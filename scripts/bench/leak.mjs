// Memory during a long run.
import { openBenchDatabase } from './database.mjs'
import { poolSize, residentBytes, withServers } from './fleet.mjs'
import { underLoad } from './measure.mjs'
import { say } from './progress.mjs'
import { seed } from './seed.mjs'
import { ours } from './servers/index.mjs'
import { awards, memberPages, reads, requestTexts } from './workloads.mjs'

const steps = 20
/** Per twenty requests. */
const mix = [...Array(11).fill(reads), ...Array(8).fill(awards), memberPages]
const longestSeconds = 3_600

/** Samples the memory around each step. */
export async function measureLeak({ leakRequests, members }) {
  const database = await openBenchDatabase()
  try {
    const access = await seed(database, members)
    return await withServers([{ server: ours, database, access }], async ([server]) => {
      const texts = mix.flatMap((workload) => requestTexts(workload, access))
      const job = { texts, members, connections: poolSize, seconds: longestSeconds, warmUpSeconds: 0 }
      const samples = [{ requests: 0, bytes: residentBytes(server) }]
      for (let step = 1; step <= steps; step++) {
        const sent = samples.at(-1).requests
        const requests = Math.max(1, Math.round((leakRequests * step) / steps) - sent)
        const { completed, perSecond } = await underLoad([server], database, { ...job, requests })
        samples.push({ requests: sent + completed, bytes: residentBytes(server) })
        say(`${sent + completed} requests, ${megabytes(samples.at(-1))} MB, ${Math.round(perSecond)}/s`)
      }
      return { postgres: database.version, settings: { members, connections: poolSize }, samples }
    })
  } finally {
    await database.close()
  }
}

function megabytes({ bytes }) {
  return bytes === null ? '?' : Math.round(bytes / 2 ** 20)
}
