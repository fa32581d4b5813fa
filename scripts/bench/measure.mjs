// One cell of the table: one server, or the database alone, under one workload for some seconds.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { countAwards, tidy } from './database.mjs'
import { poolSize, processorSeconds } from './fleet.mjs'
import { headersOf, workloads } from './workloads.mjs'

const loadScript = fileURLToPath(new URL('load.mjs', import.meta.url))
/** Unmeasured, at the start of every cell: connections open, statements are prepared, code is compiled again. */
const warmUpSeconds = 1

/**
 * Measures every contestant under every workload, round by round, so that what the machine does meanwhile meets all.
 * @param contestants each with `id`, `label` and `measure(workload, seconds, warmUpSeconds)`
 * @returns id to workload id to the results of the rounds
 */
export async function measureAll(contestants, { rounds, seconds }, database, say) {
  const results = Object.fromEntries(
    contestants.map(({ id }) => [id, Object.fromEntries(workloads.map((workload) => [workload.id, []]))]),
  )
  for (let round = 1; round <= rounds; round++) {
    for (const workload of workloads) {
      for (const { id, label, measure } of contestants) {
        await tidy(database)
        const result = await measure(workload, seconds, warmUpSeconds)
        await assertAllStored(id, workload, result, database)
        results[id][workload.id].push(result)
        say(`round ${round} of ${rounds}, ${workload.id}, ${label}: ${Math.round(result.perSecond)}/s`)
      }
    }
  }
  return results
}

/** An answer in time is worth nothing if the award is not there. */
async function assertAllStored(id, workload, { completed }, database) {
  const stored = await countAwards(database)
  const expected = workload.id === 'awards' ? completed : 0
  if (stored !== expected) throw new Error(`${id} made ${stored} audit entries for ${expected} answered awards`)
}

/**
 * Puts load on a server from another process.
 * @throws at the first answer that is not a 200
 */
export async function measureServer(server, access, workload, seconds, warmUp) {
  const child = fork(loadScript)
  const [before, after] = workload.path
  const head = Object.entries(headersOf(workload, access)).map(([name, value]) => `${name}: ${value}\r\n`)
  const cpuBefore = processorSeconds(server)
  child.send({
    port: server.port,
    connections: poolSize,
    members: access.memberCount,
    seconds,
    warmUpSeconds: warmUp,
    requestLine: [`${workload.method} ${before}`, after],
    tail: ` HTTP/1.1\r\n${head.join('')}\r\n${workload.body ?? ''}`,
  })
  const [[result]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  if (result.error) throw new Error(`${server.id}: ${result.error}`)
  const cpuAfter = processorSeconds(server)
  // over the warm-up, too: all its requests were answered
  return { ...result, cpuMicroseconds: cpuAfter === null ? null : ((cpuAfter - cpuBefore) * 1e6) / result.completed }
}
