// Rank changes, compared with a plain job queue on the same database and simulator.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChild } from './child.mjs'
import { openBenchDatabase, tidy } from './database.mjs'
import { poolSize, processorSeconds, startProcess, stopProcess, whenListening } from './fleet.mjs'
import { say } from './progress.mjs'
import { changeOf, schedulerWorld } from './scheduler-world.mjs'
import { seedScheduler } from './scheduler-seed.mjs'

const scriptAt = (name) => fileURLToPath(new URL(name, import.meta.url))
const main = scriptAt('../../dist/src/main.js')
const plainQueue = scriptAt('servers/plain-queue.mjs')

/** Of a worker. */
export const concurrency = 8
/** Requests. */
const warmUp = 2_000

/** With queries for pending changes. */
const contestants = [
  {
    id: 'ours',
    label: 'this server, everything on',
    script: main,
    environment: { LOG_LEVEL: 'info', RATE_LIMIT_KEY_PER_MINUTE: '1000000000', QUEUE_LIMIT: '1000000' },
    left: `select count(*)::int as left from platform_operation where completed_at is null`,
  },
  {
    id: 'plain',
    label: 'graphile-worker without changes',
    script: plainQueue,
    environment: { CONCURRENCY: String(concurrency) },
    left: `select count(*)::int as left from graphile_worker.jobs where task_identifier = 'plain-change-rank'`,
  },
]

export const schedulerLabels = contestants.map(({ id, label }) => ({ id, label }))

/**
 * Interleaved rounds.
 * @returns PostgreSQL's version and results by contestant
 */
export async function measureScheduler({ rounds, operations }) {
  const database = await openBenchDatabase()
  const simulator = fork(scriptAt('servers/simulator.mjs'))
  try {
    const world = schedulerWorld(operations + warmUp)
    simulator.send(world)
    const [{ url: platformUrl }] = await once(simulator, 'message')
    const encryptionKey = randomBytes(32).toString('hex')
    const access = await seedScheduler(database, world, platformUrl, encryptionKey)
    say(`${world.groups.length} communities of ${world.membersEach} members on the simulator`)
    const environment = {
      DATABASE_URL: database.connectionString,
      DATABASE_POOL_SIZE: String(poolSize),
      PLATFORM_API_URL: platformUrl,
      ENCRYPTION_KEY: encryptionKey,
      GROUPS: JSON.stringify(Object.fromEntries(access.map(({ communityId }, i) => [communityId, world.groups[i]]))),
    }
    const bench = { database, world, access, platformUrl, environment, operations, next: 0 }
    const results = Object.fromEntries(contestants.map(({ id }) => [id, []]))
    for (let round = 1; round <= rounds; round++) {
      for (const contestant of contestants) {
        await tidyOperations(database)
        const result = await measureContestant(bench, contestant)
        results[contestant.id].push(result)
        const [accepted, dispatched] = [result.accepted, result.dispatched].map(({ perSecond }) =>
          Math.round(perSecond),
        )
        say(`round ${round} of ${rounds}, ${contestant.label}: ${accepted}/s accepted, ${dispatched}/s executed`)
      }
    }
    return { postgres: database.version, rounds, results, operations }
  } finally {
    simulator.kill()
    await database.close()
  }
}

async function tidyOperations(database) {
  await tidy(database)
  for (const table of ['platform_operation', 'platform_operation_history', 'idempotency_key']) {
    await database.query(`vacuum analyze ${table}`)
  }
}

async function measureContestant(bench, contestant) {
  const { world, access, next: first } = bench
  const journalFrom = await lastWrite(bench)
  const [lastBefore] = await bench.database.query('select coalesce(max(seq), 0)::int as seq from platform_operation')
  const running = []
  const start = async (role) => {
    const started = await startProcess(contestant, { ...bench.environment, ...contestant.environment, ROLE: role })
    running.push(started)
    return started
  }
  try {
    const api = await start('api')
    await whenListening(api)
    const count = bench.operations + warmUp
    bench.next += count
    const job = { port: api.port, world, access, first, count, warmUp, connections: poolSize }
    const before = processorSeconds(api)
    const { perSecond } = await runChild('scheduler-load.mjs', job)
    const accepted = { perSecond, cpuMicroseconds: ((processorSeconds(api) - before) * 1e6) / count }
    const worker = await start('worker')
    await whenDone(bench, contestant)
    const dispatched = {
      perSecond: await rateOfWrites(bench, journalFrom),
      cpuMicroseconds: (processorSeconds(worker) * 1e6) / count,
    }
    await assertAllDone(bench, { firstChange: first, journalFrom, contestant, lastBefore: lastBefore.seq })
    return { accepted, dispatched }
  } finally {
    for (const one of running.reverse()) await stopProcess(one)
  }
}

const longestMs = 600_000

async function whenDone({ database }, { id, left }) {
  for (const deadline = performance.now() + longestMs; performance.now() < deadline; await sleep(100)) {
    const [row] = await database.query(left)
    if (row.left === 0) return
  }
  throw new Error(`${id} did not complete its changes`)
}

async function writesAfter({ platformUrl }, seq) {
  const response = await fetch(`${platformUrl}/_simulator/journal?after=${seq}`)
  return (await response.json()).entries
}

async function lastWrite({ platformUrl }) {
  const entries = await writesAfter({ platformUrl }, 0)
  return entries.at(-1)?.seq ?? 0
}

/** Between the first and the last write: without the worker's start. */
async function rateOfWrites(bench, journalFrom) {
  const entries = await writesAfter(bench, journalFrom)
  const seconds = (Date.parse(entries.at(-1).at) - Date.parse(entries[0].at)) / 1_000
  return entries.filter(({ verb }) => verb === 'assignRole').length / seconds
}

/** Exactly once. */
async function assertAllDone(bench, { firstChange, journalFrom, contestant, lastBefore }) {
  const expected = []
  for (let number = firstChange; number < bench.next; number++) {
    const { userId, give, take: taken } = changeOf(number, bench.world)
    expected.push(`assignRole ${userId} ${give} true`, `unassignRole ${userId} ${taken} true`)
  }
  const writes = (await writesAfter(bench, journalFrom)).map(
    ({ verb, userId, roleId, changed }) => `${verb} ${userId} ${roleId} ${changed}`,
  )
  expected.sort()
  writes.sort()
  const odd = expected.findIndex((one, index) => one !== writes[index])
  if (odd >= 0 || writes.length !== expected.length) {
    const where = odd >= 0 ? `"${expected[odd]}" where there is "${writes[odd]}"` : 'no more'
    throw new Error(`${contestant.id}: ${writes.length} writes for ${expected.length} expected; expected ${where}`)
  }
  if (contestant.id === 'ours') await assertAllSucceeded(bench, bench.next - firstChange, lastBefore)
}

async function assertAllSucceeded({ database }, changes, lastBefore) {
  const ended = await database.query(
    `select status, result->>'changed' as changed, count(*)::int as count from platform_operation
     where seq > $1 group by 1, 2`,
    [lastBefore],
  )
  const isRight = ended.length === 1 && ended[0].status === 'succeeded' && ended[0].changed === 'true'
  if (isRight && ended[0].count === changes) return
  throw new Error(`of ${changes} operations not all succeeded: ${JSON.stringify(ended)}`)
}
