// Rank changes: accepted without a worker, then executed by one, with the simulator in a separate process.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, say } from '../command.ts'
import { makeCallers, serverEnvironment } from '../faults/fleet.ts'
import { controlOf } from '../faults/simulator-control.ts'
import { makeWorld } from '../faults/world.ts'
import { renderRows, thousands } from '../markdown.mjs'
import { tidy, withDatabase } from './database.mjs'
import { poolSize, startProcess, stopProcess, whenListening, withSimulator } from './fleet.mjs'
import { processorSeconds } from './processor.mjs'
import { ours } from './servers/index.mjs'
import { spread } from './tables.mjs'

const changes = 2_000
/** Of each round, before them. */
const warmUp = 500
const communities = 4
const longestMs = 600_000
const leastAccepted = 1_000

/** As many as the changes of a round. The platform is not read for what is fresh. */
const members = `
  insert into member (community_id, user_id, username, display_name, rank_unique_id, synced_at)
  select $1, user_id, 'Player_' || user_id, 'Player ' || user_id, role_id, now()
  from unnest($2::bigint[], $3::bigint[]) as one (user_id, role_id)`

async function measure({ rounds }) {
  return withDatabase(async (database) => {
    const stateFile = path.join(database.directory, 'simulator.json')
    // a fifth has the base role alone
    const count = Math.ceil(((changes + warmUp) * 5) / 4)
    const groups = makeWorld(stateFile, { communities, members: count, roles: 'single' })
    return withSimulator(stateFile, async (url) => {
      const environment = { ...serverEnvironment(database.url, url), QUEUE_LIMIT: '1000000' }
      const callers = await makeCallers(groups, environment, [])
      await seed(database, callers)
      const bench = { database, environment, control: controlOf(url), changes: changesOf(callers) }
      say(`${callers.length} communities of ${groups[0].members.size} members on the simulator`)
      const results = []
      for (let round = 0; round < rounds; round++) {
        await tidy(database)
        const result = await measureRound(bench, round)
        results.push(result)
        const [accepted, executed] = [result.accepted, result.executed].map(({ perSecond }) => Math.round(perSecond))
        say(`round ${round + 1} of ${rounds}: ${accepted}/s accepted, ${executed}/s executed`)
      }
      return { postgres: database.version, rounds, results }
    })
  })
}

/** Operations are accepted without a worker: there is one that beats forever. */
async function seed(database, callers) {
  for (const { communityId, group } of callers) {
    const held = [...group.members].map(([userId, [roleId = group.ladder[0].roleId]]) => [userId, roleId])
    await database.query(members, [communityId, held.map(([userId]) => userId), held.map(([, roleId]) => roleId)])
  }
  await database.query(`insert into worker_process (worker_id, beat_at) values ('bench', 'infinity')`)
  await database.query('vacuum analyze')
}

/** Every round moves each member to another rank or back, in turns of the communities. */
function changesOf(callers) {
  const all = callers.flatMap(({ communityId, key, group: { ladder, members: of } }) =>
    [...of].flatMap(([userId, [held]], turn) => {
      const [, one, two] = ladder.map(({ roleId }) => roleId)
      return held === undefined ? [] : { communityId, key, userId, turn, ranks: [held === one ? two : one, held] }
    }),
  )
  return all.sort((one, other) => one.turn - other.turn).slice(0, changes + warmUp)
}

async function measureRound(bench, round) {
  const { control, database, changes: all } = bench
  const journalFrom = (await control.journal()).at(-1)?.seq ?? 0
  const running = []
  const start = async (role) => {
    const started = await startProcess(ours, { ...bench.environment, ROLE: role, DATABASE_POOL_SIZE: String(poolSize) })
    running.push(started)
    return started
  }
  try {
    const api = await start('api')
    await whenListening(api)
    const before = processorSeconds(api.pid)
    const accepted = await acceptAll(api.port, all, round)
    const acceptedMicroseconds = ((processorSeconds(api.pid) - before) * 1e6) / all.length
    const worker = await start('worker')
    await whenDone(database)
    const executedMicroseconds = (processorSeconds(worker.pid) * 1e6) / all.length
    const writes = (await control.journal(journalFrom)).filter(({ verb, changed }) => verb === 'assignRole' && changed)
    await assertAllDone(database, writes, all.length * (round + 1))
    // between the first and the last write: without the worker's start
    const perSecond = (writes.length * 1_000) / (writes.at(-1).at - writes[0].at)
    return {
      accepted: { perSecond: accepted, cpuMicroseconds: acceptedMicroseconds },
      executed: { perSecond, cpuMicroseconds: executedMicroseconds },
    }
  } finally {
    for (const one of running.reverse()) await stopProcess(one)
  }
}

/** @returns the number accepted in a second, after the warm-up */
async function acceptAll(port, all, round) {
  let [next, startedAt] = [0, 0]
  const drive = async () => {
    while (next < all.length) {
      if (next === warmUp) startedAt = performance.now()
      await accept(port, all[next++], round)
    }
  }
  await Promise.all(Array.from({ length: poolSize }, drive))
  return (changes * 1_000) / (performance.now() - startedAt)
}

async function accept(port, { communityId, key, userId, ranks }, round) {
  const response = await fetch(`http://127.0.0.1:${port}/v2/platform-operations/ranks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'x-community-id': communityId,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ userId, rankUniqueId: ranks[round % 2], deadlineSeconds: 3_600 }),
  })
  const text = await response.text()
  if (response.status !== 202) throw new Error(`the response status is not 202: ${response.status} ${text}`)
}

async function whenDone(database) {
  for (const deadline = performance.now() + longestMs; performance.now() < deadline; await sleep(100)) {
    const [row] = await database.query(
      'select count(*)::int as left from platform_operation where completed_at is null',
    )
    if (row.left === 0) return
  }
  throw new Error('the changes were not executed in time')
}

/** @throws unless every change of all rounds succeeded, and those of this round changed as many members once */
async function assertAllDone(database, writes, expected) {
  const ended = await database.query(
    `select status, result->>'changed' as changed, count(*)::int as count from platform_operation group by 1, 2`,
  )
  const isRight = ended.length === 1 && ended[0].status === 'succeeded' && ended[0].changed === 'true'
  if (!isRight || ended[0].count !== expected)
    throw new Error(`of ${expected} operations not all succeeded: ${JSON.stringify(ended)}`)
  const once = new Set(writes.map(({ userId }) => userId))
  if (writes.length !== changes + warmUp || once.size !== writes.length)
    throw new Error(`${writes.length} writes of ${once.size} members for ${changes + warmUp} changes`)
}

export const scheduler = {
  id: 'scheduler',
  what: 'acceptance and execution of rank changes',
  measure,
  render({ rounds, results }) {
    const row = (label, part) => {
      const rates = results.map((result) => result[part].perSecond)
      const cpu = median(results.map((result) => result[part].cpuMicroseconds))
      return [label, thousands(median(rates)), spread(rates), thousands(cpu)]
    }
    return [
      '**Rank changes: acceptance and execution**',
      renderRows(
        ['', 'a second', 'min–max', 'CPU µs each'],
        [row('accepted', 'accepted'), row('executed', 'executed')],
      ),
      [
        `Medians of ${rounds} rounds. ${thousands(changes)} changes of as many members of ${communities} communities are accepted on ${poolSize}`,
        'keep-alive connections without a worker, then executed by one worker, with the simulator in a separate process; the',
        'rate is measured between its first and last write. Every change has four calls: read, assign, unassign, read. All',
        'succeeded and are in the journal of the simulator once.',
      ].join(' '),
    ]
  },
  goals({ results }) {
    const rate = median(results.map(({ accepted }) => accepted.perSecond))
    return [
      {
        ...{ goal: 'Operations accepted a second', aim: `≥ ${thousands(leastAccepted)}`, measured: thousands(rate) },
        isReached: rate >= leastAccepted,
      },
    ]
  },
}
