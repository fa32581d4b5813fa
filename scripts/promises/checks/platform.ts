// A failing platform.
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEffect } from '../../../src/simulator/faults'
import type { LoggedRequest } from '../../../src/simulator/listener'
import { keepSending, percentile, spell, type Reply } from '../client'
import { makeCheck, milliseconds, thousands } from '../check'
import { knownMembers, onePoint, whenEnded, type Caller, type Ended, type TestEnvironment } from '../environment'

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
  sizes: { short: { seconds: 1 }, usual: { seconds: 20 }, long: { seconds: 600 } },
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

interface Throttled {
  readonly calls: number
  readonly throttled: number
  /** From a 429 to the member's next call, in milliseconds. */
  readonly soonest: number
  /** During Retry-After, except calls in flight. */
  readonly begun: number
}

/** `users/17` in a filter, or base64 in the membership id. */
function memberOf(path: string): string {
  const [, plain, encoded = ''] = /users\/(\d+)|memberships\/([\w-]+):/.exec(decodeURIComponent(path)) ?? []
  return plain ?? Buffer.from(encoded, 'base64url').toString()
}
const groupOf = (path: string): string => /groups\/(\d+)/.exec(path)?.[1] ?? ''

/** When a rejection arrives. */
const inFlightMs = 250

function readThrottling(requests: readonly LoggedRequest[], waitMs: number): Throttled {
  const calls = requests
    .filter(({ path }) => path.includes('/memberships'))
    .map(({ path, at, status }) => ({ at: at.getTime(), status, member: memberOf(path), group: groupOf(path) }))
  const throttled = calls.filter(({ status }) => status === 429)
  const firsts = calls.filter((one, at) => calls.findIndex(({ member }) => member === one.member) === at)
  const after = throttled.map(
    (one) => calls.find(({ member, at }) => member === one.member && at > one.at)?.at ?? Infinity,
  )
  const begun = firsts.filter(({ group, at }) =>
    throttled.some((one) => one.group === group && at > one.at + inFlightMs && at < one.at + waitMs),
  )
  return {
    calls: calls.length,
    throttled: throttled.length,
    soonest: Math.min(...after.map((at, index) => at - (throttled[index]?.at ?? 0))),
    begun: begun.length,
  }
}

export const retryAfter = makeCheck({
  id: 'retry-after',
  title: 'rank changes while one call in ten is answered 429 with Retry-After 1',
  aim: 'no call is retried before Retry-After; every change succeeds',
  sizes: { short: { changes: 24 }, usual: { changes: 240 }, long: { changes: 240 } },
  async run({ callers, servers, simulator }, { changes }) {
    const { url } = servers[1]
    // others may be suspended or blacklisted
    const some = callers.slice(0, 6)
    const asked = Array.from({ length: changes }, (_, turn) => {
      const caller = some[turn % some.length] as Caller
      return { caller, userId: caller.members[Math.floor(turn / some.length)] ?? 0 }
    })
    for (const caller of some) await knownMembers(caller, url, Math.ceil(changes / some.length))
    const requests = new Set<LoggedRequest>()
    const known = new Set(simulator.requests)
    simulator.faults.add({ kind: 'throttle', retryAfter: 1, path: '/memberships', every: 10 })
    // it keeps 1,000
    const collecting = setInterval(() => simulator.requests.forEach((one) => known.has(one) || requests.add(one)), 200)
    const ids = await Promise.all(
      asked.map(async ({ caller, userId }) => ({ caller, id: await accept(caller, url, userId, 150) })),
    )
    const ends: Ended[] = []
    for (const { caller, id } of ids) ends.push(await whenEnded(caller, url, id, 240_000))
    clearInterval(collecting)
    simulator.requests.forEach((one) => known.has(one) || requests.add(one))
    simulator.faults.clear()
    const { calls, throttled, soonest, begun } = readThrottling([...requests], 1_000)
    const well = ends.filter(({ status }) => status === 'succeeded').length
    const summary = `${thousands(calls)} calls, ${throttled} throttled, retried after ${soonest} ms at the earliest`
    return {
      figure: `${summary}; ${begun} other changes of the group begun during Retry-After; ${well} of ${changes} succeeded`,
      kept: soonest >= 1_000 && well === changes && throttled >= changes / 20,
    }
  },
})

export const storm = makeCheck({
  id: 'throttle-storm',
  title: 'single rank changes of one community while another one with a queue is throttled',
  aim: 'no slower than 2 × of those before the storm (median)',
  sizes: { short: { changes: 6 }, usual: { changes: 30 }, long: { changes: 100 } },
  async run({ callers, servers, simulator, checksTimes }, { changes }) {
    const { url } = servers[0]
    const [stormy, calm] = [callers[3] as Caller, callers[4] as Caller]
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
  sizes: { short: { rounds: 1 }, usual: { rounds: 5 }, long: { rounds: 20 } },
  async run({ callers, servers, simulator }: TestEnvironment, { rounds }) {
    const caller = callers[5] as Caller
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

export const platformChecks = [platformHung, retryAfter, storm, hostileAnswers]
