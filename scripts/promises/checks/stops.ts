// Restarts and slow clients.
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTrialDatabase } from '../../faults/database'
import { keepSending, nameOf, percentile, spell, type Reply } from '../client'
import { makeCheck, milliseconds, thousands } from '../check'
import {
  experienceOf,
  knownMembers,
  onePoint,
  openEnvironment,
  type Caller,
  type TestEnvironment,
} from '../environment'

/** Acknowledged and stored points. */
async function tally(caller: Caller, url: string, members: readonly number[]) {
  const values = () => Promise.all(members.map((userId) => experienceOf(caller, url, userId)))
  const before = await values()
  const told = members.map(() => 0)
  return {
    send: async (to: string, turn: number): Promise<Reply> => {
      const at = turn % members.length
      const reply = await caller.client.send(to, onePoint(members[at] ?? 0))
      if (reply.status === 200) told[at] = (told[at] ?? 0) + 1
      return reply
    },
    /** Stored only, and acknowledged only. */
    async difference(): Promise<{ unacknowledged: number; lost: number }> {
      const extra = (await values()).map((value, at) => value - (before[at] ?? 0) - (told[at] ?? 0))
      const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
      return {
        unacknowledged: sum(extra.map((one) => Math.max(one, 0))),
        lost: sum(extra.map((one) => Math.max(-one, 0))),
      }
    },
  }
}

export const terminated = makeCheck({
  id: 'sigterm',
  title: 'SIGTERM while 16 keep-alive clients award; each award counted afterwards',
  aim: 'no 5xx, no truncated response, no unacknowledged award; exit 0 within 10 s',
  sizes: { short: { times: 2 }, usual: { times: 20 }, long: { times: 20 } },
  async run(environment, { times }) {
    const caller = environment.callers[0] as Caller
    const [, server] = environment.servers
    const members = await knownMembers(caller, server.url, 8)
    const points = await tally(caller, server.url, members)
    const load = keepSending(16, (turn) => points.send(server.url, turn))
    const ends: { exitCode: number | null; ms: number }[] = []
    for (let turn = 0; turn < times; turn++) {
      await sleep(400)
      ends.push(await server.terminate())
      await server.ready(60_000)
    }
    const replies = await load.stop()
    const { unacknowledged, lost } = await points.difference()
    const bad = replies.filter(({ status, isCut }) => isCut || (status !== null && status >= 500)).length
    const slowest = Math.max(...ends.map(({ ms }) => ms))
    const dirty = ends.filter(({ exitCode }) => exitCode !== 0).length
    return {
      figure: `${times} times: ${spell(replies)}; ${unacknowledged} done unanswered, ${lost} lost; exit within ${milliseconds(slowest)}, ${dirty} not 0`,
      kept: bad + unacknowledged + lost + dirty === 0 && slowest < 10_000 && replies.length > times * 10,
    }
  },
})

/** After PostgreSQL's restart, of a later request. */
function firstSuccess(replies: readonly Reply[], back: number): number {
  const found = replies.filter(({ status, at, ms }) => status === 200 && at - ms >= back).map(({ at }) => at - back)
  return Math.min(...found, Infinity)
}

async function restarts(environment: TestEnvironment, restart: () => Promise<void>, times: number) {
  const caller = environment.callers[0] as Caller
  const [one, other] = environment.servers
  const points = await tally(caller, one.url, await knownMembers(caller, one.url, 8))
  const load = keepSending(16, (turn) => points.send(turn % 2 === 0 ? one.url : other.url, turn))
  const backs: number[] = []
  for (let turn = 0; turn < times; turn++) {
    await sleep(1_000)
    await restart()
    backs.push(performance.now())
    // or far beyond the limit
    for (let wait = 0; wait < 100 && firstSuccess(load.replies, backs.at(-1) ?? 0) === Infinity; wait++)
      await sleep(100)
  }
  const replies = await load.stop()
  const crashes = environment.servers.reduce((sum, { crashes: ended }) => sum + ended(), 0)
  return { replies, waits: backs.map((back) => firstSuccess(replies, back)), crashes, ...(await points.difference()) }
}

export const databaseRestarts = makeCheck({
  id: 'database-restart',
  title: 'PostgreSQL stopped and started while 16 clients award at two servers',
  aim: 'no crash; only 200 and 503 dependency_unavailable or server_busy with Retry-After; first success within 2 s; none lost',
  sizes: { short: { times: 1, servers: 1 }, usual: { times: 15, servers: 2 }, long: { times: 15, servers: 2 } },
  async run({ directory: above, checksTimes, say }, { times, servers }) {
    const directory = path.join(above, 'restarts')
    mkdirSync(directory, { mode: 0o711, recursive: true })
    const database = await openTrialDatabase(directory)
    try {
      const environment = await openEnvironment(
        { directory, databaseUrl: database.url, checksTimes, say },
        { communities: 1, servers },
      )
      try {
        const { replies, waits, crashes, lost } = await restarts(environment, () => database.kill('SIGINT'), times)
        const refusals = replies.filter(({ status }) => status !== 200)
        const wrong = refusals.filter(
          (one) =>
            !['503 dependency_unavailable', '503 server_busy'].includes(nameOf(one)) || !one.headers['retry-after'],
        )
        const slowest = Math.max(...waits)
        return {
          figure: `${times} times: ${spell(replies)}; first success after ${milliseconds(slowest)} at most; ${crashes} crashes, ${lost} acknowledged and lost`,
          kept: wrong.length + crashes + lost === 0 && (checksTimes ? slowest <= 2_000 : slowest < Infinity),
        }
      } finally {
        await environment.close()
      }
    } finally {
      await database.stop()
    }
  },
})

const beginnings = [
  '',
  'GET /v2/ra',
  'GET /v2/ranks HTTP/1.1\r\nHost: x\r\nX-A: ',
  'POST /v2/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
]

/** Slow bytes without end; returns lifetimes. */
async function openSlow(url: string, count: number) {
  const { hostname, port } = new URL(url)
  const lives: number[] = []
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const socket = net.connect(Number(port), hostname)
      const openedAt = performance.now()
      socket.on('error', () => undefined).resume()
      socket.on('close', () => lives.push(performance.now() - openedAt))
      await once(socket, 'connect')
      socket.write(beginnings[number % beginnings.length] ?? '')
      return socket
    }),
  )
  const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 1_000)
  return {
    lives,
    close: () => {
      clearInterval(drip)
      sockets.forEach((socket) => socket.destroy())
    },
  }
}

export const slowConnections = makeCheck({
  id: 'slow-connections',
  title: '200 connections that send a byte per second, with 8 normal clients',
  aim: 'p99 of the others under 2 ×; each slow one closed within 15 s',
  sizes: { short: { waitsForEnd: false }, usual: { waitsForEnd: true }, long: { waitsForEnd: true } },
  async run({ callers, servers, checksTimes }, { waitsForEnd }) {
    const caller = callers[1] as Caller
    const { url } = servers[1]
    const members = await knownMembers(caller, url, 10)
    const measure = async (ms: number): Promise<readonly Reply[]> => {
      const load = keepSending(8, (turn) => caller.client.send(url, { path: `/v2/members/${members[turn % 10]}` }))
      await sleep(ms)
      return load.stop()
    }
    await measure(500)
    const calm = await measure(waitsForEnd ? 5_000 : 500)
    const slow = await openSlow(url, 200)
    const beside = await measure(waitsForEnd ? 16_000 : 1_000)
    const { length: closed } = slow.lives
    slow.close()
    const p99 = (replies: readonly Reply[]): number =>
      percentile(
        replies.map(({ ms }) => ms),
        0.99,
      )
    const failed = [...calm, ...beside].filter(({ status }) => status !== 200).length
    const ended = waitsForEnd ? `; ${closed} closed, the last after ${milliseconds(Math.max(...slow.lives))}` : ''
    const isInTime = !waitsForEnd || (closed === 200 && Math.max(...slow.lives) <= 15_000)
    return {
      figure: `${thousands(beside.length)} answers beside 200 slow connections, ${failed} failed, p99 ${milliseconds(p99(beside))} against ${milliseconds(p99(calm))}${ended}`,
      kept: failed === 0 && beside.length > 0 && isInTime && (!checksTimes || p99(beside) < p99(calm) * 2),
    }
  },
})

export const stopChecks = [terminated, databaseRestarts, slowConnections]
