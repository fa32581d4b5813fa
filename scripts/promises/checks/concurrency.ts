// Concurrent requests.
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { atOnce, keepSending, nameOf, spell, type Reply, type Sent } from '../client'
import { makeCheck, thousands } from '../check'
import { experienceOf, knownMembers, onePoint, whenEnded, whenServed, type Caller } from '../environment'

/** To both servers, alternately quoted. */
export const idempotency = makeCheck({
  id: 'idempotency',
  title: 'each key sent 20 times at once to two servers, bare and quoted; then with another body',
  aim: 'one operation each, only 202; another body: 409',
  sizes: { short: { keys: 15 }, usual: { keys: 1_000 }, long: { keys: 1_000 } },
  async run(environment, { keys }) {
    let [doubled, otherBodies] = [0, 0]
    const others: string[] = []
    const seen = new Map<string, Caller>()
    const one = async (turn: number): Promise<void> => {
      const caller = environment.callers[turn % environment.callers.length] as Caller
      const userId = caller.members[turn % caller.members.length]
      const key = randomUUID()
      const send = (copy: number, rankId = 10): Promise<Reply> =>
        whenServed(environment, caller, environment.servers[(copy % 2) as 0].url, {
          ...{ method: 'POST', path: '/v2/platform-operations/ranks', body: { userId, rankId, deadlineSeconds: 3600 } },
          headers: { 'Idempotency-Key': copy % 4 < 2 ? key : `"${key}"` },
        })
      const replies = await Promise.all(Array.from({ length: 20 }, (_, copy) => send(copy)))
      const accepted = replies.filter(({ status }) => status === 202)
      const ids = new Set(accepted.map(({ body }) => (body as { data: { id: string } }).data.id))
      replies.filter(({ status }) => status !== 202).forEach((reply) => others.push(nameOf(reply)))
      doubled += Math.max(ids.size - 1, 0)
      ids.forEach((id) => seen.set(id, caller))
      if (nameOf(await send(0, 50)) !== '409 idempotency_key_reused') otherBodies++
    }
    await atOnce(4, (turn) => (turn < keys ? one(turn) : null))
    let succeeded = 0
    for (const [id, caller] of seen) {
      const { status } = await whenEnded(caller, environment.servers[0].url, id, 60_000)
      succeeded += Number(status === 'succeeded')
    }
    const told = `${thousands(keys)} keys, ${thousands(keys * 20)} requests: ${thousands(seen.size)} operations, ${thousands(succeeded)} succeeded`
    const kinds = others.length > 0 ? ` (${[...new Set(others)].join(', ')})` : ''
    return {
      figure: `${told}, ${others.length} answers other than 202${kinds}, ${otherBodies} other bodies accepted`,
      kept: others.length + doubled + otherBodies === 0 && seen.size === keys && succeeded === keys,
    }
  },
})

export const oneVersion = makeCheck({
  id: 'one-version',
  title: '64 writers of one form that name one version, over two servers',
  aim: '1 wins, 63 are 409 version_conflict',
  sizes: { short: { rounds: 2 }, usual: { rounds: 20 }, long: { rounds: 100 } },
  async run({ callers: [caller], servers }, { rounds }) {
    const { client } = caller as Caller
    const definition = (name: string) => ({ name, questions: [{ type: 'short', title: 'Why?' }] })
    const path = '/v2/applications'
    const made = await client.send(servers[0].url, { method: 'POST', path, body: { definition: definition('Form') } })
    const { applicationId } = (made.body as { data: { applicationId: string } }).data
    const courses = new Set<string>()
    for (let version = 1; version <= rounds; version++) {
      const write = (writer: number): Promise<Reply> =>
        client.send(servers[(writer % 2) as 0].url, {
          ...{ method: 'PUT', path: `${path}/${applicationId}` },
          body: { version, definition: definition(`Form of ${writer}`) },
        })
      const names = (await Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)))).map(nameOf)
      const [won, lost] = ['200', '409 version_conflict'].map((name) => names.filter((one) => one === name).length)
      courses.add(`${won} won, ${lost} were 409, ${64 - (won ?? 0) - (lost ?? 0)} something else`)
    }
    const figure = `${rounds} rounds: ${[...courses].join('; ')}`
    return { figure, kept: courses.size === 1 && courses.has('1 won, 63 were 409, 0 something else') }
  },
})

export const increments = makeCheck({
  id: 'increments',
  title: 'increments of five members, 64 at a time, over two servers',
  aim: 'the final values are the acknowledged sums; no 5xx',
  sizes: { short: { count: 1_000 }, usual: { count: 10_000 }, long: { count: 10_000 } },
  async run({ callers: [, caller], servers }, { count }) {
    const { client } = caller as Caller
    const members = await knownMembers(caller as Caller, servers[0].url, 5)
    const values = () => Promise.all(members.map((id) => experienceOf(caller as Caller, servers[0].url, id)))
    const before = await values()
    const replies: Reply[] = []
    const acknowledged = members.map(() => 0)
    await atOnce(64, (turn) => {
      if (turn >= count) return null
      const at = turn % members.length
      return client.send(servers[(turn % 2) as 0].url, onePoint(members[at] ?? 0)).then((reply) => {
        replies.push(reply)
        if (reply.status === 200) acknowledged[at] = (acknowledged[at] ?? 0) + 1
      })
    })
    const stored = (await values()).map((value, at) => value - (before[at] ?? 0))
    const [asked, kept] = [acknowledged, stored].map((counts) => counts.reduce((sum, one) => sum + one, 0))
    return {
      figure: `${spell(replies)}; ${thousands(asked ?? 0)} acknowledged, ${thousands(kept ?? 0)} stored`,
      kept: String(stored) === String(acknowledged) && replies.every(({ status }) => status === 200),
    }
  },
})

/** All writes on few members and one form. */
function mixOf(userId: number, applicationId: string, rankUniqueId: number, turn: number): Sent {
  const member = `/v2/members/${userId}`
  const post = (path: string, body: unknown): Sent => ({ method: 'POST', path, body })
  const entries = [{ userId, experience: { op: 'increment', amount: 1 } }]
  const mix: readonly Sent[] = [
    { path: member },
    { path: '/v2/members' },
    onePoint(userId),
    post(`${member}/quota-points`, { op: 'increment', amount: 1 }),
    post(`${member}/medals`, { name: 'Valor' }),
    { method: 'DELETE', path: `${member}/medals/Valor` },
    post('/v2/award-batches', { batchId: randomUUID(), entries }),
    { method: 'PUT', path: `${member}/rank`, body: { rankId: turn % 3 === 0 ? 10 : 50 } },
    {
      ...post('/v2/platform-operations/ranks', { userId, rankId: 10, supersede: turn % 2 === 0 }),
      headers: { 'Idempotency-Key': randomUUID() },
    },
    post('/v2/blacklist-entries', { userId, reason: 'mixed' }),
    post('/v2/warnings', { userId, reason: 'mixed' }),
    post('/v2/suspensions', { userId, durationSeconds: 60, rankUniqueId }),
    { method: 'POST', path: `/v2/applications/${applicationId}/duplicate`, body: {} },
    { path: '/v2/audit-entries' },
  ]
  return mix[turn % mix.length] as Sent
}

/** Of deadlocks and serialization failures. */
const conflicts = /40P01|40001|deadlock detected|could not serialize/g

export const mixedLoad = makeCheck({
  id: 'mixed-load',
  title:
    'reads, awards, batches, rank changes, blacklist, warnings, suspensions and forms on five members, 24 at a time',
  aim: 'no 5xx, so no deadlock and no serialization error reaches a client',
  sizes: { short: { seconds: 3 }, usual: { seconds: 60 }, long: { seconds: 600 } },
  async run(environment, { seconds }) {
    const { servers } = environment
    const caller = environment.callers[6] as Caller
    const members = await knownMembers(caller, servers[0].url, 5)
    const send = (url: string, sent: Sent) => caller.client.send(url, sent)
    await send(servers[0].url, { method: 'POST', path: '/v2/medals', body: { name: 'Valor' } })
    const definition = { name: 'Mixed', questions: [{ type: 'short', title: 'Why?' }] }
    const form = await send(servers[0].url, { method: 'POST', path: '/v2/applications', body: { definition } })
    const { applicationId } = (form.body as { data: { applicationId: string } }).data
    const role = caller.group.ladder[1]?.roleId ?? 0
    const until = Date.now() + seconds * 1_000
    const load = keepSending(24, (turn) => {
      const drawn = Math.floor(Math.random() * 14)
      return send(servers[(turn % 2) as 0].url, mixOf(members[turn % members.length] ?? 0, applicationId, role, drawn))
    })
    while (Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
    const replies = await load.stop()
    const failed = replies.filter(({ status }) => status === null || status >= 500)
    const said = servers.map(({ logFile }) => readFileSync(logFile, 'utf8').match(conflicts)?.length ?? 0)
    const done = replies.length - failed.length
    const inLogs = said.reduce((sum, one) => sum + one, 0)
    return {
      figure: `${thousands(done)} answered below 500 in ${seconds} s${failed.length ? `; ${spell(failed)}` : ''}; ${inLogs} in the logs`,
      kept: failed.length === 0 && done > 24,
    }
  },
})

export const concurrencyChecks = [idempotency, oneVersion, increments, mixedLoad]
