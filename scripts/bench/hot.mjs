// Reads and awards, compared with the peers.
import { residentMegabytes, say } from '../command.ts'
import { withDatabase } from './database.mjs'
import { poolSize, withServers } from './fleet.mjs'
import { contestantOf, measureAll } from './measure.mjs'
import { checkSamples } from './samples.mjs'
import { seed } from './seed.mjs'
import { servers } from './servers/index.mjs'
import { rateGoals, renderComparison } from './tables.mjs'
import { workloads } from './workloads.mjs'

/** Starts servers on one database, after checking that all give the same responses. */
export function withFleet({ members }, chosen, work) {
  return withDatabase(async (database) => {
    const [access] = await seed(database, members)
    say(`${members} members in PostgreSQL ${database.version}`)
    return withServers(
      chosen.map((server) => ({ server, database, access })),
      async (fleet) => {
        await checkSamples(fleet, access)
        say(`${fleet.length} servers give the same responses`)
        return work(fleet, database, access)
      },
    )
  })
}

export const checkHot = (options) => withFleet(options, servers, () => undefined)

const peers = { 'Fastify + pg': 'fastify', 'Express + pg': 'express' }

export const hot = {
  id: 'hot',
  what: 'reads and awards compared with the peers',
  measure: ({ rounds, seconds, members }) =>
    withFleet({ members }, servers, async (fleet, database, access) => {
      const contestants = fleet.map((server) =>
        contestantOf(server.id, server.label, peers, server, { database, access }),
      )
      return {
        postgres: database.version,
        settings: { rounds, seconds, members, connections: poolSize },
        ...(await measureAll(contestants, workloads, { rounds, seconds })),
        megabytes: Object.fromEntries(fleet.map(({ id, pid }) => [id, residentMegabytes(pid)])),
      }
    }),
  render: (result) => [
    ...renderComparison('Peers', result),
    [
      'Every server is one process and gets the same requests; all gave the same responses, and every counted award was found',
      'in the database. Only this server checks keys, rates, scopes, plans and replies, and writes a log. Processor time',
      'depends far less than rates on other processes.',
    ].join(' '),
  ],
  goals: (result) =>
    rateGoals(
      ['reads', 'awards'].flatMap((workload) => [
        [workload, 'ours', 'fastify', 1],
        [workload, 'ours', 'express', 1.5],
      ]),
      result,
    ),
}
