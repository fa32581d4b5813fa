// Rank changes that the caller waits for, beside the calls to the platform alone.
import { HttpPlatform } from '../../src/platform/http-platform.ts'
import { median, percentile, say } from '../command.ts'
import { controlOf } from '../faults/simulator-control.ts'
import { renderRows, thousands } from '../markdown.mjs'
import { communities, withChanges } from './changes.mjs'
import { startProcess, stopProcess, whenListening } from './fleet.mjs'
import { ours } from './servers/index.mjs'
import { pairedRatio } from './tables.mjs'

/** Of each call; the simulator itself needs less than one. */
const platformDelayMs = 20
/** Changes at a time. */
const widths = [1, 8]
/** Of a round, for each width and contestant. */
const changes = 100
/** Changes before them. */
const warmUp = 16

const contestants = [
  { id: 'calls', label: "the platform's four calls alone" },
  { id: 'server', label: 'this server, `PUT /v2/members/{userId}/rank`' },
]

async function measure({ rounds }) {
  const steps = widths.flatMap((width) => contestants.map(({ id }) => ({ id, width, rounds: [] })))
  const each = warmUp + changes
  return withChanges(steps.length * each, async ({ database, platformUrl, environment, changes: all }) => {
    const server = await startProcess(ours, { ...environment, ROLE: 'all' })
    try {
      await whenListening(server)
      await controlOf(platformUrl).setFaults([{ kind: 'delay', ms: platformDelayMs }])
      const platform = new HttpPlatform({ apiUrl: platformUrl, usersUrl: platformUrl })
      const ways = {
        calls: (change, round) => callPlatform(platform, change, round),
        server: (change, round) => setRank(server.port, change, round),
      }
      for (let round = 0; round < rounds; round++) {
        for (const [index, { id, width, rounds: of }] of steps.entries()) {
          // each step has members of its own, which every round moves to another rank or back
          const own = all.slice(index * each, (index + 1) * each)
          const times = await timeAll(own, width, (change) => ways[id](change, round))
          of.push({ p50Ms: median(times), p99Ms: percentile(times, 0.99) })
          say(`round ${round + 1} of ${rounds}, ${id}, ${width} at a time: ${of.at(-1).p50Ms.toFixed(1)} ms`)
        }
      }
    } finally {
      await stopProcess(server)
    }
    return { postgres: database.version, rounds, steps }
  })
}

/** @returns milliseconds of each after the warm-up */
async function timeAll(all, width, work) {
  const times = []
  let next = 0
  const drive = async () => {
    while (next < all.length) {
      const number = next++
      const startedAt = performance.now()
      await work(all[number])
      if (number >= warmUp) times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: width }, drive))
  return times
}

/** As the server makes them: read, assign, unassign, read. */
async function callPlatform(platform, { group: { groupId, apiKey }, userId, ranks }, round) {
  const connection = { groupId, credential: { kind: 'api_key', apiKey } }
  const { membershipId } = await platform.getMembership(connection, userId)
  await platform.assignRole(connection, membershipId, ranks[round % 2])
  await platform.unassignRole(connection, membershipId, ranks[(round + 1) % 2])
  const { roles } = await platform.getMembership(connection, userId)
  if (!roles.includes(ranks[round % 2])) throw new Error(`the member ${userId} does not have the role`)
}

async function setRank(port, { communityId, key, userId, ranks }, round) {
  const response = await fetch(`http://127.0.0.1:${port}/v2/members/${userId}/rank`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'x-community-id': communityId, 'content-type': 'application/json' },
    body: JSON.stringify({ rankUniqueId: ranks[round % 2] }),
  })
  const text = await response.text()
  if (response.status !== 200 || !JSON.parse(text).meta.changed)
    throw new Error(`the rank was not changed: ${response.status} ${text}`)
}

export const latency = {
  id: 'latency',
  what: 'rank changes that the caller waits for',
  measure,
  render({ rounds, steps }) {
    const rows = steps.map(({ id, width, rounds: of }) => {
      const calls = steps.find((step) => step.id === 'calls' && step.width === width)
      const cells = ['p50Ms', 'p99Ms'].flatMap((figure) => [
        median(of.map((round) => round[figure])).toFixed(1),
        `${pairedRatio(of, calls.rounds, figure).toFixed(2)}×`,
      ])
      return [`${contestants.find((one) => one.id === id).label}, ${width} at a time`, ...cells]
    })
    return [
      `**Rank changes that the caller waits for, where the platform answers a call after ${platformDelayMs} ms**`,
      renderRows(['', 'p50 ms', 'of the calls', 'p99 ms', 'of the calls'], rows),
      [
        `Medians of ${rounds} interleaved rounds of ${thousands(changes)} changes in ${communities} communities; ratios per round. The server is one process`,
        'that answers requests and executes the changes; the simulator is a separate process. The calls are read, assign,',
        "unassign, read, by the server's own client of the platform, without queue, database and checks.",
      ].join(' '),
    ]
  },
}
