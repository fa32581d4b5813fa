// Writes of all kinds on few members and one form, 24 at a time. `npm run test:long` sends fifty times as many.
import { randomUUID } from 'node:crypto'
import { group, startTestApp, type Client, type TestApp } from '../support/app'
import { isWhole } from '../support/runs'

const requests = isWhole ? 30_000 : 600
const callers = 24

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Send = (client: Client, userId: number, turn: number) => Promise<{ status: number }>

const mixOf = (applicationId: string): readonly Send[] => [
  (client, userId) => client.get(`/v2/members/${userId}`),
  (client) => client.get('/v2/members'),
  (client, userId) => client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 1 }),
  (client, userId) => client.post(`/v2/members/${userId}/quota-points`, { op: 'increment', amount: 1 }),
  (client, userId) => client.post(`/v2/members/${userId}/medals`, { name: 'Valor' }),
  (client, userId) => client.delete(`/v2/members/${userId}/medals/Valor`),
  (client, userId) => {
    const entries = [{ userId, experience: { op: 'increment', amount: 1 } }]
    return client.post('/v2/award-batches', { batchId: randomUUID(), entries })
  },
  (client, userId, turn) => client.put(`/v2/members/${userId}/rank`, { rankId: turn % 3 === 0 ? 10 : 50 }),
  (client, userId, turn) => {
    const change = { userId, rankId: 10, supersede: turn % 2 === 0 }
    return client.post('/v2/platform-operations/ranks', change, { 'Idempotency-Key': randomUUID() })
  },
  (client, userId) => client.post('/v2/blacklist-entries', { userId, reason: 'mixed' }),
  (client, userId) => client.post('/v2/warnings', { userId, reason: 'mixed' }),
  (client, userId) => {
    const suspension = { userId, durationSeconds: 60, rankUniqueId: group.roles.private }
    return client.post('/v2/suspensions', suspension)
  },
  (client) => client.post(`/v2/applications/${applicationId}/duplicate`, {}),
  (client) => client.get('/v2/audit-entries'),
]

it('no deadlock and no serialization error reaches a client or the log', async () => {
  const { client } = await app.community()
  await client.post('/v2/medals', { name: 'Valor' })
  const definition = { name: 'Mixed', questions: [{ type: 'short', title: 'Why?' }] }
  const { applicationId } = (await client.post('/v2/applications', { definition })).body.data
  const mix = mixOf(applicationId)
  const counts = new Map<number, number>()
  let next = 0
  const caller = async (): Promise<void> => {
    for (let turn = next++; turn < requests; turn = next++) {
      const send = mix[Math.floor(Math.random() * mix.length)] as Send
      const { status } = await send(client, group.members[turn % group.members.length] ?? 0, turn)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  process.stdout.write(`mixed load, answers by status: ${JSON.stringify([...counts])}\n`)
  expect([...counts.keys()].filter((status) => status >= 500)).toEqual([])
  expect(counts.get(200)).toBeGreaterThan(requests / 10)
  expect(JSON.stringify(app.logs)).not.toMatch(/40P01|40001|deadlock detected|could not serialize/)
})
