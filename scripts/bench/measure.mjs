// Measures contestants in interleaved rounds, so that what else the machine does affects all.
import { say } from '../command.ts'
import { countAwards, tidy } from './database.mjs'
import { poolSize } from './fleet.mjs'
import { postgresSeconds, processorSeconds } from './processor.mjs'
import { requestTexts } from './workloads.mjs'
import { runWrk } from './wrk.mjs'

/** Before each measurement, in which connections are opened and statements prepared. */
const warmUpSeconds = 1
/** Before the first measurement, until V8 has compiled the code of all servers. */
const compileSeconds = 4

/**
 * @param server one, or several that share the connections
 * @param of by title of a column, the id of the contestant that it is compared with
 */
export function contestantOf(id, label, of, server, { database, access, connections = poolSize }) {
  const all = [access].flat()
  const measure = (workload, seconds) => {
    const own = workload.of?.(id) ?? workload
    const members = all[0].memberCount - (own.notAsked ?? 0)
    const texts = all.flatMap((one) => requestTexts(own, one))
    return underLoad(server, database, { texts, members, connections, seconds })
  }
  return { id, label, of, database, connections, measure }
}

/**
 * @returns what the tables are made of: by contestant and workload, the result of each round
 * @throws unless the stored awards are those that were answered, or were in flight at the end
 */
export async function measureAll(contestants, workloads, { rounds, seconds }) {
  const results = Object.fromEntries(
    contestants.map(({ id }) => [id, Object.fromEntries(workloads.map((workload) => [workload.id, []]))]),
  )
  for (const workload of workloads) {
    for (const { measure } of contestants) await measure(workload, compileSeconds)
  }
  for (let round = 1; round <= rounds; round++) {
    for (const workload of workloads) {
      for (const { id, label, database, connections, measure } of contestants) {
        const before = await tidy(database)
        const { completed: warmedUp } = await measure(workload, warmUpSeconds)
        const result = await measure(workload, seconds)
        const stored = (await countAwards(database)) - before
        const answered = workload.id === 'awards' ? warmedUp + result.completed : 0
        if (stored < answered || stored > answered + 2 * connections)
          throw new Error(`${stored} audit entries were stored for ${answered} awards`)
        results[id][workload.id].push(result)
        say(`round ${round} of ${rounds}, ${workload.id}, ${label}: ${Math.round(result.perSecond)}/s`)
      }
    }
  }
  return {
    contestants: contestants.map(({ id, label, of }) => ({ id, label, of })),
    workloads: workloads.map(({ id, label }) => ({ id, label })),
    results,
  }
}

/**
 * @param job of wrk.mjs, without the ports
 * @returns also microseconds of processor time for each request: of the server or servers, of each server of the
 * database, of all
 */
export async function underLoad(server, database, job) {
  const fleet = [server].flat()
  const ofFleet = () => fleet.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
  const read = () => [ofFleet(), ...database.engines.map(postgresSeconds)]
  const before = read()
  const result = await runWrk({ ...job, ports: fleet.map(({ port }) => port) })
  const all = read().map((seconds, index) => ((seconds - before[index]) * 1e6) / result.completed)
  const [ownMicroseconds, ...engineMicroseconds] = all
  return { ...result, ownMicroseconds, engineMicroseconds, allMicroseconds: all.reduce((sum, one) => sum + one) }
}
