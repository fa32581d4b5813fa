// Rank changes: accepted without a worker, then executed by one, with the simulator in a separate process.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, say } from '../command.ts'
import { renderRows, thousands } from '../markdown.mjs'
import { tidy } from './database.mjs'
import { communities, withChanges } from './changes.mjs'
import { poolSize, startProcess, stopProcess, whenListening } from './fleet.mjs'
import { processorSeconds } from './processor.mjs'
import { ours } from './servers/index.mjs'
import { spread } from './tables.mjs'

const changes = 2_000
/** Changes of a round before those that are measured. */
const warmUp = 2_000
/** The run fails when the changes of a round are not executed by then. */
const longestMs = 600_000
const leastAccepted = 1_000

async function measure({ rounds }) {
  return withChanges(changes + warmUp, async (bench) => {
    const { database } = bench
    // operations are accepted without a worker: there is one that beats forever
    await database.query(`insert into worker_process (worker_id, beat_at) values ('bench', 'infinity')`)
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
}

async function measureRound(bench, round) {
  const { database, changes: all } = bench
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
    return {
      accepted: { perSecond: accepted, cpuMicroseconds: acceptedMicroseconds },
      executed: { perSecond: await rateOf(database, round), cpuMicroseconds: executedMicroseconds },
    }
  } finally {
    for (const one of running.reverse()) await stopProcess(one)
  }
}

/** @returns the changes accepted a second, after the warm-up */
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

/**
 * Changes a second between the first end and the last: without the worker's start.
 * @throws unless every change of the round succeeded
 */
async function rateOf(database, round) {
  const [{ changed, seconds }] = await database.query(
    `select count(*) filter (where status = 'succeeded' and (result->>'changed')::boolean)::int as changed,
       extract(epoch from max(completed_at) - min(completed_at))::float8 as seconds
     from (select * from platform_operation order by seq offset $1) as of_round`,
    [round * (changes + warmUp)],
  )
  if (changed !== changes + warmUp) throw new Error(`${changed} of ${changes + warmUp} changes succeeded`)
  return changed / seconds
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
        'rate is measured between the first end and the last. Every change has four calls: read, assign, unassign, read.',
      ].join(' '),
    ]
  },
  goals({ results }) {
    const rate = median(results.map(({ accepted }) => accepted.perSecond))
    return [
      {
        goal: 'Operations accepted a second',
        aim: `≥ ${thousands(leastAccepted)}`,
        measured: thousands(rate),
        isReached: rate >= leastAccepted,
      },
    ]
  },
}
