// The same requests at several numbers of connections, processes, members and communities.
import os from 'node:os'
import { say } from '../command.ts'
import { withCluster, withDatabase, withGivenDatabase } from './database.mjs'
import { poolSize, withServers } from './fleet.mjs'
import { withFleet } from './hot.mjs'
import { contestantOf, measureAll } from './measure.mjs'
import { seed, seedResponses } from './seed.mjs'
import { ours, servers } from './servers/index.mjs'
import { rateGoals, renderComparison } from './tables.mjs'
import { awards, memberPages, reads, responsePagesOf, workloads } from './workloads.mjs'

/** A game server keeps one to four. */
const connectionCounts = [1, 4, 16, 64]

export const connections = {
  id: 'connections',
  what: `this server and Fastify at ${connectionCounts.join(', ')} connections`,
  measure: ({ rounds, seconds, members }) =>
    withFleet({ members }, servers.slice(0, 2), async (fleet, database, access) => {
      const contestants = connectionCounts.flatMap((count) =>
        fleet.map((server) => {
          const label = `${server.id === 'ours' ? 'this server' : 'Fastify + pg'}, ${count} connections`
          const of = { 'Fastify + pg': `fastify ${count}` }
          return contestantOf(`${server.id} ${count}`, label, of, server, { database, access, connections: count })
        }),
      )
      const compared = await measureAll(contestants, workloads, { rounds, seconds })
      return { postgres: database.version, settings: { rounds, seconds, members }, ...compared }
    }),
  render: (result) => renderComparison('By the number of connections', result),
  goals: (result) =>
    rateGoals(
      [
        ['reads', 1, 0.75],
        ['reads', 4, 0.75],
        ['reads', 16, 1.3],
        ['reads', 64, 1.5],
        ['awards', 16, 1.3],
      ].map(([workload, count, aim]) => [workload, `ours ${count}`, `fastify ${count}`, aim]),
      result,
    ),
}

const processCounts = [1, 2, 4]
/** Of all processes together. */
const sharedConnections = 2 * poolSize

/** The processes that a contestant does not use are idle. */
export const processes = {
  id: 'processes',
  what: `awards with ${processCounts.join(', ')} processes of this server on one database`,
  measure: ({ rounds, seconds, members }) =>
    withDatabase(async (database) => {
      const [access] = await seed(database, members)
      const starts = Array.from({ length: Math.max(...processCounts) }, () => ({ server: ours, database, access }))
      return withServers(starts, async (fleet) => {
        const contestants = processCounts.map((count) => {
          const label = count === 1 ? '1 process' : `${count} processes`
          const settings = { database, access, connections: sharedConnections }
          return contestantOf(String(count), label, { 'one process': '1' }, fleet.slice(0, count), settings)
        })
        const compared = await measureAll(contestants, [awards], { rounds, seconds })
        const settings = { rounds, seconds, members, connections: sharedConnections, cores: os.availableParallelism() }
        return { postgres: database.version, settings, ...compared }
      })
    }),
  render: (result) => [
    ...renderComparison('By the number of server processes', result),
    `${result.settings.cores} cores, which the processes share with PostgreSQL and the load generator.`,
  ],
}

const memberCounts = [1_000, 100_000, 1_000_000]

/** Each size is a database of its own. */
export const sizes = {
  id: 'sizes',
  what: `${memberCounts.map((count) => count.toLocaleString('en-US')).join(', ')} members and responses`,
  measure: ({ rounds, seconds }) =>
    withCluster(async (open) => {
      const starts = []
      for (const size of memberCounts) starts.push({ server: ours, ...(await prepare(open, size)) })
      return withServers(starts, async (fleet) => {
        const contestants = starts.map((start, index) => {
          const size = memberCounts[index]
          return contestantOf(String(size), size.toLocaleString('en-US'), { '1,000': '1000' }, fleet[index], start)
        })
        const compared = await measureAll(contestants, [memberPages, responsePages(starts), reads, awards], {
          rounds,
          seconds,
        })
        const settings = { rounds, seconds, connections: poolSize }
        return { postgres: starts[0].database.version, settings, ...compared }
      })
    }),
  render: (result) => renderComparison('By the number of members, and of responses to one form', result),
  // a page of a million may take at most 1.2 times the time of one of a thousand
  goals: (result) =>
    rateGoals(
      ['memberPages', 'responsePages'].map((workload) => [workload, '1000000', '1000', 1 / 1.2]),
      result,
    ),
}

async function prepare(open, size) {
  const database = await open(`members_${size}`)
  const [access] = await seed(database, size)
  await seedResponses(database, access, size)
  say(`${size} members and responses`)
  return { database, access, pages: await responsePagesOf(database, access) }
}

/** Cursors are specific to the community. */
function responsePages(starts) {
  const { id, label } = starts[0].pages
  return { id, label, of: (size) => starts[memberCounts.indexOf(Number(size))].pages }
}

/** The processor time of each server of the database is shown by itself, such as that of each node of Citus. */
export const communities = {
  id: 'communities',
  what: 'many communities, on one PostgreSQL or Citus',
  measure({ rounds, seconds, communities: count, database: url, engines }) {
    const members = 1_000
    const work = async (database) => {
      const all = await seed(database, members, count)
      say(`${count} communities of ${members} members`)
      return withServers([{ server: ours, database, access: all[0] }], async ([server]) => {
        const contestant = contestantOf('ours', `${count} communities`, {}, server, { database, access: all })
        const settings = { rounds, seconds, members, connections: poolSize }
        return {
          postgres: database.version,
          settings,
          ...(await measureAll([contestant], workloads, { rounds, seconds })),
        }
      })
    }
    return url === undefined ? withDatabase(work) : withGivenDatabase(url, engines, work)
  },
  render: (result) => renderComparison('Many communities', result),
}
