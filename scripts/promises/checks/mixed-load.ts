// Concurrent writes of all kinds.
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepSending, spell, type Sent } from '../client'
import { makeCheck, thousands } from '../check'
import { knownMembers, onePoint, type Caller } from '../environment'

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
  sizes: { short: { seconds: 3 }, full: { seconds: 60 } },
  async run(environment, { seconds }) {
    const { servers } = environment
    const caller = environment.callers[0] as Caller
    const members = await knownMembers(caller, servers[0].url, 5)
    const send = (url: string, sent: Sent) => caller.client.send(url, sent)
    await send(servers[0].url, { method: 'POST', path: '/v2/medals', body: { name: 'Valor' } })
    const definition = { name: 'Mixed', questions: [{ type: 'short', title: 'Why?' }] }
    const form = await send(servers[0].url, { method: 'POST', path: '/v2/applications', body: { definition } })
    const { applicationId } = (form.body as { data: { applicationId: string } }).data
    const role = caller.group.ladder[1]?.roleId ?? 0
    const load = keepSending(24, (turn) => {
      const drawn = Math.floor(Math.random() * 14)
      return send(servers[(turn % 2) as 0].url, mixOf(members[turn % members.length] ?? 0, applicationId, role, drawn))
    })
    await sleep(seconds * 1_000)
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
