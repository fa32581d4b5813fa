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
import { percentile } from './statistics.mjs'
import { changeOf, schedulerWorld } from './scheduler-world.mjs'
import { seedScheduler } from './scheduler-seed.mjs'

const scriptAt = (name) => fileURLToPath(new URL(name, import.meta.url))
const main = scriptAt('../../dist/src/main.js')
const plainQueue = scriptAt('servers/plain-queue.mjs')

/** Of the simulator, when measuring latency. */
export const platformDelayMs = 20
/** Of a worker. */
export const concurrency = 8
/** Requests. */
const warmUp = { accept: 2_000, wait: 16 }
const waited = { alone: 60, together: 160 }
const together = 8
const unwaited = { count: 100, everyMs: 50 }
/** Each needs a different member. */
const maxInSeries = (operations) => Math.max(operations + warmUp.accept, waited.together + warmUp.wait)

/** With queries for pending and completed changes. */
const contestants = [
  {
    id: 'ours',
    label: 'this server, everything on',
    script: main,
    environment: { LOG_LEVEL: 'info', RATE_LIMIT_KEY_PER_MINUTE: '1000000000', QUEUE_LIMIT: '1000000' },
    left: `select count(*)::int as left from platform_operation where completed_at is null`,
    ends: async ({ database }) => {
      const rows = await database.query(
        `select user_id::int, extract(epoch from completed_at)::float8 * 1000 as ended_at
         from platform_operation where actor_id <> 'bench' and not awaited order by seq desc limit ${unwaited.count}`,
      )
      return new Map(rows.map((row) => [row.user_id, row.ended_at]))
    },
  },
  {
    id: 'plain',
    label: 'graphile-worker without changes',
    script: plainQueue,
    hasChannel: true,
    environment: { CONCURRENCY: String(concurrency) },
    left: `select count(*)::int as left from graphile_worker.jobs where task_identifier = 'plain-change-rank'`,
    ends: async ({ worker }) => {
      worker.child.send('ended')
      const [ended] = await once(worker.child, 'message')
      return new Map(ended)
    },
  },
]

export const schedulerLabels = [
  { id: 'direct', label: "the platform's four calls only" },
  ...contestants.map(({ id, label }) => ({ id, label })),
]

/**
 * Interleaved rounds.
 * @returns PostgreSQL's version and results by contestant
 */
export async function measureScheduler({ rounds, operations }) {
  const database = await openBenchDatabase()
  const simulator = fork(scriptAt('servers/simulator.mjs'))
  try {
    const world = schedulerWorld(maxInSeries(operations))
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
    const results = Object.fromEntries(schedulerLabels.map(({ id }) => [id, []]))
    for (let round = 1; round <= rounds; round++) {
      results.direct.push(await measureDirect(bench))
      for (const contestant of contestants) {
        await tidyOperations(database)
        const result = await measureContestant(bench, contestant)
        results[contestant.id].push(result)
        say(`round ${round} of ${rounds}, rank changes, ${contestant.label}: ${summary(result)}`)
      }
    }
    return { postgres: database.version, rounds, results, operations }
  } finally {
    simulator.kill()
    await database.close()
  }
}

function summary({ accepted, dispatched, alone }) {
  return `${Math.round(accepted.perSecond)}/s accepted, ${Math.round(dispatched.perSecond)}/s executed, ${alone.p50Ms.toFixed(1)} ms`
}

async function tidyOperations(database) {
  await tidy(database)
  for (const table of ['platform_operation', 'platform_operation_history', 'idempotency_key']) {
    await database.query(`vacuum analyze ${table}`)
  }
}

/** One change and eight at a time. */
async function measureDirect(bench) {
  await setDelay(bench, platformDelayMs)
  const rowOf = async (connections, count) => {
    const { first, ...row } = take(bench, { count, warmUp: warmUp.wait })
    const { world, platformUrl } = bench
    const { latencies } = await runChild('scheduler-direct.mjs', { world, platformUrl, connections, first, ...row })
    return percentiles(latencies)
  }
  return { alone: await rowOf(1, waited.alone), together: await rowOf(together, waited.together) }
}

async function measureContestant(bench, contestant) {
  const firstChange = bench.next
  const journalFrom = await lastWrite(bench)
  const [lastBefore] = await bench.database.query('select coalesce(max(seq), 0)::int as seq from platform_operation')
  await setDelay(bench, 0)
  const running = []
  const start = async (role) => {
    const environment = { ...bench.environment, ...contestant.environment, ROLE: role }
    const started = await startProcess(contestant, environment)
    running.push(started)
    return started
  }
  try {
    const api = await start('api')
    await whenListening(api)
    const ask = (what) => askFor(bench, api, what)
    const accepted = await withProcessorTime(api, bench.operations + warmUp.accept, () =>
      ask({ kind: 'accept', status: 202, count: bench.operations, warmUp: warmUp.accept, connections: poolSize }),
    )
    const worker = await start('worker')
    await whenDone(bench, contestant)
    const dispatched = {
      perSecond: await rateOfWrites(bench, journalFrom),
      cpuMicroseconds: (processorSeconds(worker) * 1e6) / (bench.operations + warmUp.accept),
    }
    await setDelay(bench, platformDelayMs)
    const wait = { kind: 'wait', status: 200, warmUp: warmUp.wait }
    const alone = percentiles((await ask({ ...wait, count: waited.alone, connections: 1 })).latencies)
    const eight = percentiles((await ask({ ...wait, count: waited.together, connections: together })).latencies)
    await contestant.ends({ database: bench.database, worker })
    const { sent } = await ask({ kind: 'accept', status: 202, warmUp: 0, connections: poolSize, ...unwaited })
    await whenDone(bench, contestant)
    const ends = await contestant.ends({ database: bench.database, worker })
    const later = percentiles(sent.map(([userId, sentAt]) => ends.get(userId) - sentAt))
    await assertAllDone(bench, { firstChange, journalFrom, contestant, lastBefore: lastBefore.seq })
    return { accepted, dispatched, alone, together: eight, later }
  } finally {
    for (const one of running.reverse()) await stopProcess(one)
  }
}

function take(bench, { count, warmUp: before }) {
  const first = bench.next
  bench.next += count + before
  return { first, count: count + before, warmUp: before }
}

async function askFor(bench, { port }, { count, warmUp: before, everyMs = null, ...what }) {
  const { world, access } = bench
  const row = take(bench, { count, warmUp: before })
  return runChild('scheduler-load.mjs', { port, world, access, everyMs, ...what, ...row })
}

async function withProcessorTime(server, requests, work) {
  const before = processorSeconds(server)
  const { perSecond, latencies } = await work()
  const cpuMicroseconds = ((processorSeconds(server) - before) * 1e6) / requests
  return { perSecond, cpuMicroseconds, ...percentiles(latencies) }
}

function percentiles(latencies) {
  const ascending = [...latencies].sort((a, b) => a - b)
  return { p50Ms: percentile(ascending, 50), p99Ms: percentile(ascending, 99) }
}

const longestMs = 600_000

async function whenDone({ database }, { id, left }) {
  for (const deadline = performance.now() + longestMs; performance.now() < deadline; await sleep(100)) {
    const [row] = await database.query(left)
    if (row.left === 0) return
  }
  throw new Error(`${id} did not complete its changes`)
}

async function setDelay({ platformUrl }, ms) {
  await fetch(`${platformUrl}/_simulator/faults`, { method: 'DELETE' })
  if (ms === 0) return
  const fault = { kind: 'delay', ms, path: '^/cloud/' }
  await fetch(`${platformUrl}/_simulator/faults`, { method: 'POST', body: JSON.stringify(fault) })
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
