// Memory during a long run.
import { openBenchDatabase } from './database.mjs'
import { poolSize, residentBytes, withServers } from './fleet.mjs'
import { underLoad } from './measure.mjs'
import { say } from './progress.mjs'
import { seed } from './seed.mjs'
import { ours } from './servers/index.mjs'
import { awards, memberPages, reads, requestTexts } from './workloads.mjs'

/** About. */
const steps = 20
/** Per twenty requests. */
const mix = [...Array(11).fill(reads), ...Array(8).fill(awards), memberPages]

/** Samples the memory around each step. */
export async function measureLeak({ leakRequests, members }) {
  const database = await openBenchDatabase()
  try {
    const access = await seed(database, members)
    return await withServers([{ server: ours, database, access }], async ([server]) => {
      const texts = mix.flatMap((workload) => requestTexts(workload, access))
      const job = { texts, members, connections: poolSize, seconds: 1, warmUpSeconds: 0 }
      const samples = [{ requests: 0, bytes: residentBytes(server) }]
      for (let sent = 0; sent < leakRequests;) {
        const { completed, perSecond } = await underLoad([server], database, job)
        sent += completed
        samples.push({ requests: sent, bytes: residentBytes(server) })
        say(`${sent} requests, ${megabytes(samples.at(-1))} MB, ${Math.round(perSecond)}/s`)
        // wrk takes whole seconds
        job.seconds = Math.max(1, Math.round(leakRequests / steps / perSecond))
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
