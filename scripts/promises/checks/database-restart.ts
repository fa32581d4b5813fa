// Restarts of PostgreSQL.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTrialDatabase } from '../../faults/database'
import { keepSending, nameOf, spell, type Reply } from '../client'
import { makeCheck, milliseconds } from '../check'
import { knownMembers, onePoint, openEnvironment, type Caller, type TestEnvironment } from '../environment'

async function experienceOf({ client }: Caller, url: string, userId: number): Promise<number> {
  const reply = await client.send(url, { path: `/v2/members/${userId}` })
  return (reply.body as { data: { experience: number } }).data.experience
}

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
  sizes: { short: { times: 1, servers: 1 }, full: { times: 15, servers: 2 } },
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
