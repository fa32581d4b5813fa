// Measures one cell of a table: one or more servers, or the database, with one workload.
import { runChild } from './child.mjs'
import { countAwards, tidy } from './database.mjs'
import { poolSize, processorSeconds } from './fleet.mjs'
import { withProcessorTime } from './processor.mjs'
import { say } from './progress.mjs'
import { requestTexts } from './workloads.mjs'

/** Seconds before each measurement: connections are opened, statements prepared and code compiled. */
const warmUpSeconds = 1
/** Seconds before the first measurement, until the code of all servers is compiled. */
const compileSeconds = 4

/**
 * Measures every contestant with every workload in interleaved rounds, so that disturbances affect all.
 * @param contestants each with `id`, `label`, `database` and `measure(workload, seconds, warmUpSeconds)`
 * @returns id to workload id to the results of the rounds
 */
export async function measureAll(contestants, workloads, { rounds, seconds }) {
  const results = Object.fromEntries(
    contestants.map(({ id }) => [id, Object.fromEntries(workloads.map((workload) => [workload.id, []]))]),
  )
  await compileAll(contestants, workloads)
  for (let round = 1; round <= rounds; round++) {
    for (const workload of workloads) {
      for (const { id, label, database, measure } of contestants) {
        await tidy(database)
        const result = await measure(workload, seconds, warmUpSeconds)
        await assertAllStored(id, workload, result, database)
        results[id][workload.id].push(result)
        say(`round ${round} of ${rounds}, ${workload.id}, ${label}: ${summary(result)}`)
      }
    }
  }
  return results
}

/** Runs one round without measuring. */
async function compileAll(contestants, workloads) {
  for (const workload of workloads) {
    for (const { measure } of contestants) await measure(workload, compileSeconds, warmUpSeconds)
  }
  say('warm-up complete')
}

function summary({ perSecond, busyMicroseconds }) {
  const cost = busyMicroseconds === null ? '' : `, ${Math.round(busyMicroseconds)} µs of processor time per request`
  return `${Math.round(perSecond)}/s${cost}`
}

/** Verifies that every award with a response was stored. */
async function assertAllStored(id, workload, { completed }, database) {
  const stored = await countAwards(database)
  const expected = workload.id === 'awards' ? completed : 0
  if (stored !== expected) throw new Error(`${id} stored ${stored} audit entries for ${expected} awards`)
}

/** A contestant of `measureAll`: servers that share the connections equally. */
export function contestantOf(id, label, servers, { database, access, connections = poolSize }) {
  const measure = (workload, seconds, warmUp) => {
    const own = typeof workload.of === 'function' ? workload.of(id) : workload
    const members = access.memberCount - (own.notAsked ?? 0)
    const job = { texts: requestTexts(own, access), members, connections, seconds }
    return underLoad(servers, database, { ...job, warmUpSeconds: warmUp })
  }
  return { id, label, database, measure }
}

/**
 * Runs the load generator in a child process.
 * @param job of load.mjs, without the ports
 * @throws on a status other than 200
 */
export function underLoad(servers, database, job) {
  const ownSeconds = () => {
    const all = servers.map(processorSeconds)
    return all.includes(null) ? null : all.reduce((sum, seconds) => sum + seconds, 0)
  }
  return withProcessorTime(ownSeconds, database.postmaster, () =>
    runChild('load.mjs', { ...job, ports: servers.map(({ port }) => port) }),
  )
}
