// Reads and awards at few and many connections, compared with Fastify.
import { contestantOf, measureAll } from './measure.mjs'
import { withFleet } from './hot.mjs'
import { workloads } from './workloads.mjs'

/** A game server keeps one to four connections. */
const counts = [1, 4, 16, 64]
const peers = new Set(['ours', 'fastify'])

export function measureConnections({ rounds, seconds: full, members }) {
  const seconds = Math.ceil(full / 2)
  return withFleet({ members, peers }, async (fleet, database, access) => {
    const contestants = counts.flatMap((connections) =>
      fleet.map((server) =>
        contestantOf(`${server.id} ${connections}`, `${server.label}, ${connections} connections`, [server], {
          ...{ database, access, connections },
        }),
      ),
    )
    // the same servers at every count
    const compiled = contestants.slice(-fleet.length)
    const results = await measureAll(contestants, workloads, { rounds, seconds, compiled })
    return { postgres: database.version, settings: { rounds, seconds, members }, counts, results }
  })
}
