// One cell of a table: one server, or several, or the database alone, under one workload for some seconds.
import { runChild } from './child.mjs'
import { countAwards, tidy } from './database.mjs'
import { poolSize, processorSeconds } from './fleet.mjs'
import { withProcessorTime } from './processor.mjs'
import { say } from './progress.mjs'
import { requestTexts } from './workloads.mjs'

/** Unmeasured, at the start of every cell: connections open, statements are prepared, code is compiled again. */
const warmUpSeconds = 1
/** Before the first cell: until then a server that was just started runs code that is not compiled, or not for long. */
const compileSeconds = 4

/**
 * Measures every contestant under every workload, round by round, so that what the machine does meanwhile meets all.
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

/** One round that does not count. */
async function compileAll(contestants, workloads) {
  for (const workload of workloads) {
    for (const { measure } of contestants) await measure(workload, compileSeconds, warmUpSeconds)
  }
  say('every server has warmed up')
}

function summary({ perSecond, busyMicroseconds }) {
  const cost = busyMicroseconds === null ? '' : `, ${Math.round(busyMicroseconds)} µs of processor time each`
  return `${Math.round(perSecond)}/s${cost}`
}

/** An answer in time is worth nothing if the award is not there. */
async function assertAllStored(id, workload, { completed }, database) {
  const stored = await countAwards(database)
  const expected = workload.id === 'awards' ? completed : 0
  if (stored !== expected) throw new Error(`${id} made ${stored} audit entries for ${expected} answered awards`)
}

/** A contestant of `measureAll`: one server or several, between which the connections are divided. */
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
 * Puts load on servers from another process.
 * @param job of load.mjs, without the ports
 * @throws at the first answer that is not a 200
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
