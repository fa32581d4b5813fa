// Measures one cell of a table.
import { countAwards, tidy } from './database.mjs'
import { poolSize, processorSeconds } from './fleet.mjs'
import { withProcessorTime } from './processor.mjs'
import { say } from './progress.mjs'
import { requestTexts } from './workloads.mjs'
import { runWrk } from './wrk.mjs'

/** Before each measurement: opens connections, prepares statements. */
const warmUpSeconds = 1
/** Before the first: compiles all servers. */
const compileSeconds = 4

/**
 * Interleaved rounds: disturbances affect all.
 * @param contestants each with `id`, `label`, `database` and `measure(workload, seconds, warmUpSeconds)`
 * @param options.compiled the contestants that are run before, until their code is compiled
 * @returns id to workload id to the results of the rounds
 */
export async function measureAll(contestants, workloads, { rounds, seconds, compiled = contestants }) {
  const results = Object.fromEntries(
    contestants.map(({ id }) => [id, Object.fromEntries(workloads.map((workload) => [workload.id, []]))]),
  )
  await compileAll(compiled, workloads)
  for (let round = 1; round <= rounds; round++) {
    for (const workload of workloads) {
      for (const { id, label, database, measure } of contestants) {
        await tidy(database)
        const result = await measure(workload, seconds, warmUpSeconds)
        assertStored(await countAwards(database), workload, result)
        results[id][workload.id].push(result)
        say(`round ${round} of ${rounds}, ${workload.id}, ${label}: ${summary(result)}`)
      }
    }
  }
  return results
}

/** One round without measuring. */
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

/**
 * Every answered award; wrk ends before the last answers.
 * @throws when fewer audit entries were stored than awards answered, or more than sent
 */
export function assertStored(stored, workload, { completed, unanswered = 0 }) {
  const [least, most] = workload.id === 'awards' ? [completed, completed + unanswered] : [0, 0]
  if (stored < least || stored > most) throw new Error(`${stored} audit entries were stored for ${least} awards`)
}

/** Servers share the connections equally. */
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
 * @param job of wrk.mjs, without the ports
 * @throws on a status from 400
 */
export function underLoad(servers, database, job) {
  const ownSeconds = () => {
    const all = servers.map(processorSeconds)
    return all.includes(null) ? null : all.reduce((sum, seconds) => sum + seconds, 0)
  }
  return withProcessorTime(ownSeconds, database.postmaster, () =>
    runWrk({ ...job, ports: servers.map(({ port }) => port) }),
  )
}
