// Restarts of PostgreSQL.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTrialDatabase } from '../../faults/database'
import { keepSending, nameOf, spell, type Reply } from '../client'
import { milliseconds, type Check } from '../check'
import { knownMembers, onePoint, withEnvironment, type Caller, type TestEnvironment } from '../environment'

async function experienceOf({ client }: Caller, url: string, userId: number): Promise<number> {
  const reply = await client.send(url, { path: `/v2/members/${userId}` })
  return (reply.body as { data: { experience: number } }).data.experience
}

/** Milliseconds from the restart of PostgreSQL to the first success of a request that was sent after it. */
function firstSuccess(replies: readonly Reply[], back: number): number {
  const found = replies.filter(({ status, at, ms }) => status === 200 && at - ms >= back).map(({ at }) => at - back)
  return Math.min(...found, Infinity)
}

/** @returns `lost`: points that were acknowledged and are not stored */
async function restarts({ callers, servers }: TestEnvironment, restart: () => Promise<void>, times: number) {
  const caller = callers[0] as Caller
  const urls = servers.map(({ url }) => url)
  const urlOf = (turn: number): string => urls[turn % urls.length] ?? ''
  const members = await knownMembers(caller, urlOf(0), 8)
  const values = () => Promise.all(members.map((userId) => experienceOf(caller, urlOf(0), userId)))
  const before = await values()
  const told = members.map(() => 0)
  const load = keepSending(16, async (turn) => {
    const at = turn % members.length
    const reply = await caller.client.send(urlOf(turn), onePoint(members[at] ?? 0))
    if (reply.status === 200) told[at] = (told[at] ?? 0) + 1
    return reply
  })
  const backs: number[] = []
  for (let turn = 0; turn < times; turn++) {
    await sleep(1_000)
    await restart()
    const back = performance.now()
    backs.push(back)
    // waits for the first success, or until far beyond the limit
    for (let wait = 0; wait < 100 && firstSuccess(load.replies, back) === Infinity; wait++) await sleep(100)
  }
  const replies = await load.stop()
  const stored = await values()
  const missing = told.map((points, at) => Math.max(0, (before[at] ?? 0) + points - (stored[at] ?? 0)))
  return {
    replies,
    slowest: Math.max(...backs.map((back) => firstSuccess(replies, back))),
    crashes: servers.reduce((sum, { crashes }) => sum + crashes(), 0),
    lost: missing.reduce((sum, points) => sum + points, 0),
  }
}

const allowed = ['200', '503 dependency_unavailable', '503 server_busy']

export const databaseRestarts: Check = {
  id: 'database-restart',
  title: 'PostgreSQL stopped and started while 16 clients award at two servers',
  aim: 'no crash; only 200 and 503 dependency_unavailable or server_busy with Retry-After; first success within 2 s; none lost',
  async run(place, size) {
    const [times, servers] = size === 'short' ? [1, 1] : [15, 2]
    const directory = path.join(place.directory, 'restarts')
    mkdirSync(directory, { mode: 0o711, recursive: true })
    const database = await openTrialDatabase(directory)
    try {
      const own = { ...place, directory, databaseUrl: database.url }
      const found = await withEnvironment(own, { communities: 1, servers }, (environment) =>
        restarts(environment, () => database.kill('SIGINT'), times),
      )
      const { replies, slowest, crashes, lost } = found
      const isWrong = (one: Reply) =>
        !allowed.includes(nameOf(one)) || (one.status === 503 && !one.headers['retry-after'])
      const wrong = replies.filter(isWrong).length
      return {
        figure: `${times} times: ${spell(replies)}; first success after ${milliseconds(slowest)} at most; ${crashes} crashes, ${lost} acknowledged and lost`,
        kept: wrong + crashes + lost === 0 && slowest < (place.checksTimes ? 2_000 : Infinity),
      }
    } finally {
      await database.stop()
    }
  },
}
