// A failing platform.
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEffect } from '../../../src/simulator/faults'
import { keepSending, percentile, spell, type Reply } from '../client'
import { makeCheck, milliseconds, thousands } from '../check'
import { knownMembers, onePoint, whenEnded, type Caller, type TestEnvironment } from '../environment'

async function accept({ client }: Caller, url: string, userId: number, rankId: number): Promise<string> {
  const reply = await client.send(url, {
    ...{ method: 'POST', path: '/v2/platform-operations/ranks' },
    ...{ body: { userId, rankId, deadlineSeconds: 3600 }, headers: { 'Idempotency-Key': randomUUID() } },
  })
  const { data } = reply.body as { data?: { id: string } }
  if (!data) throw new Error(`not accepted: ${reply.text}`)
  return data.id
}

/** Per second: a single disturbance does not count. */
function medianP99(replies: readonly Reply[]): number {
  const bySecond = new Map<number, number[]>()
  for (const { at, ms } of replies) {
    const times = bySecond.get(Math.floor(at / 1_000)) ?? []
    bySecond.set(Math.floor(at / 1_000), times)
    times.push(ms)
  }
  return percentile(
    [...bySecond.values()].map((times) => percentile(times, 0.99)),
    0.5,
  )
}

export const platformHung = makeCheck({
  id: 'platform-hung',
  title: 'reads, lists and awards while the platform does not respond and 8 callers need it',
  aim: 'all other responses are 200; p99 within 1.2 × of before and after',
  sizes: { short: { seconds: 1 }, full: { seconds: 20 } },
  async run({ callers, servers, simulator, checksTimes }, { seconds }) {
    const [caller, other] = [callers[0] as Caller, callers[1] as Caller]
    const { url } = servers[0]
    const members = await knownMembers(caller, url, 20)
    const measure = async (forSeconds: number): Promise<readonly Reply[]> => {
      const load = keepSending(4, (turn) => {
        const userId = members[turn % members.length] ?? 0
        const sent = [{ path: `/v2/members/${userId}` }, onePoint(userId), { path: '/v2/members?limit=10' }]
        return caller.client.send(url, sent[turn % 3] ?? onePoint(userId))
      })
      await sleep(forSeconds * 1_000)
      return load.stop()
    }
    await measure(seconds / 2)
    const before = await measure(Math.min(seconds, 30))
    simulator.faults.add({ kind: 'hang' })
    const needing = keepSending(8, (turn) =>
      other.client.send(url, { method: 'POST', path: `/v2/members/${other.members[turn % 40]}/rank/promote` }),
    )
    await sleep(300)
    const during = await measure(seconds)
    simulator.faults.clear()
    const waited = await needing.stop()
    const after = await measure(Math.min(seconds, 30))
    const [calm, hung] = [Math.max(medianP99(before), medianP99(after)), medianP99(during)]
    const refused = during.filter(({ status }) => status !== 200)
    const ratio = `p99 ${milliseconds(hung)} against ${milliseconds(calm)}, ${(hung / calm).toFixed(2)} ×`
    return {
      figure: `${thousands(during.length)} answers, ${refused.length} other than 200; ${ratio}; beside them ${spell(waited)}`,
      kept:
        refused.length === 0 && waited.every(({ status }) => status !== 500) && (!checksTimes || hung <= calm * 1.2),
    }
  },
})

export const storm = makeCheck({
  id: 'throttle-storm',
  title: 'single rank changes of one community while another one with a queue is throttled',
  aim: 'no slower than 2 × of those before the storm (median)',
  sizes: { short: { changes: 6 }, full: { changes: 30 } },
  async run({ callers, servers, simulator, checksTimes }, { changes }) {
    const { url } = servers[0]
    const [stormy, calm] = [callers[2] as Caller, callers[3] as Caller]
    const measure = async (): Promise<number[]> => {
      const times: number[] = []
      for (let turn = 0; turn < changes; turn++) {
        const id = await accept(calm, url, calm.members[turn % 40] ?? 0, turn % 2 === 0 ? 10 : 100)
        const { createdAt, completedAt, status } = await whenEnded(calm, url, id, 60_000)
        if (status === 'succeeded') times.push(Date.parse(completedAt ?? '') - Date.parse(createdAt))
      }
      return times
    }
    await knownMembers(stormy, url, stormy.members.length)
    await knownMembers(calm, url, changes)
    const quiet = await measure()
    const path = `/groups/${stormy.group.groupId}/memberships`
    simulator.faults.add({ kind: 'throttle', retryAfter: 1, path })
    const queued = await Promise.all(stormy.members.map((userId) => accept(stormy, url, userId, 50)))
    const busy = await measure()
    simulator.faults.clear()
    const ends = await Promise.all(queued.map((id) => whenEnded(stormy, url, id, 120_000)))
    const [before, beside] = [percentile(quiet, 0.5), percentile(busy, 0.5)]
    const well = ends.filter(({ status }) => status === 'succeeded').length
    return {
      figure: `${milliseconds(before)} before, ${milliseconds(beside)} beside ${queued.length} throttled ones, of which ${well} then succeeded`,
      kept: busy.length === changes && well === queued.length && (!checksTimes || beside <= Math.max(before * 2, 20)),
    }
  },
})

const marker = 'planted-in-an-answer-of-the-platform'

/** Counts requests: redirects must not be followed. */
async function openTrap(): Promise<{ url: string; visits: () => number; close: () => void }> {
  let visits = 0
  const server = http.createServer((_request, response) => {
    visits++
    response.end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    visits: () => visits,
    close: () => void server.close(),
  }
}

function nonsense(trap: string): readonly FaultEffect[] {
  return [
    { kind: 'garbage', body: 'html' },
    { kind: 'garbage', body: 'truncated' },
    { kind: 'garbage', body: 'huge' },
    { kind: 'garbage', body: 'cut' },
    { kind: 'garbage', text: marker.repeat(300_000) },
    { kind: 'garbage', text: JSON.stringify({ groupMemberships: marker, groupRoles: [{ id: marker }], id: marker }) },
    { kind: 'garbage', text: '['.repeat(200_000) },
    { kind: 'garbage', text: `{"__proto__":{"status":"${marker}"},"constructor":{"prototype":{}}}` },
    { kind: 'redirect', location: trap },
    { kind: 'redirect', location: trap, status: 307 },
    { kind: 'reject', status: 403, message: marker, code: marker },
    { kind: 'reject', status: 500, style: 'gateway', message: marker },
  ]
}

export const hostileAnswers = makeCheck({
  id: 'hostile-answers',
  title: 'malformed, 10 MB, HTML, cut, deeply nested and redirected answers to every call of the platform',
  aim: 'no crash, no 500, nothing of them in an answer or a log, no redirect followed',
  sizes: { short: { rounds: 1 }, full: { rounds: 5 } },
  async run({ callers, servers, simulator }: TestEnvironment, { rounds }) {
    const caller = callers[1] as Caller
    const [{ url, logFile, crashes }] = servers
    const trap = await openTrap()
    const replies: Reply[] = []
    const ask = async (method: string, path: string): Promise<void> =>
      void replies.push(await caller.client.send(url, { method, path }))
    for (let round = 0; round < rounds; round++) {
      for (const [number, effect] of nonsense(trap.url).entries()) {
        simulator.faults.add(effect)
        const userId = caller.members[(round + number) % 40]
        await ask('GET', `/v2/members/${userId}?refresh=true`)
        await ask('POST', `/v2/members/${userId}/rank/promote`)
        await ask('POST', '/v2/ranks/sync')
        await ask('GET', `/v2/members/never_seen_${number}?by=username`)
        simulator.faults.clear()
      }
    }
    trap.close()
    const leaked = replies.filter(({ text }) => text.includes(marker)).length
    const logged = readFileSync(logFile, 'utf8').split(marker).length - 1
    const broken = replies.filter(({ status }) => status === null || status === 500).length
    const visits = trap.visits()
    return {
      figure: `${spell(replies)}; ${crashes()} crashes, ${leaked + logged} leaks, ${visits} redirects followed`,
      kept: broken + leaked + logged + visits + crashes() === 0,
    }
  },
})

export const platformChecks = [platformHung, storm, hostileAnswers]
