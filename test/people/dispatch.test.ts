// A person's authority is read again before a queued rank change is sent.
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { staffOf } from '../support/people'
import { until } from '../support/until'
import { hold, release, rowOf, watchWrites } from '../operations/fixture'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  // milliseconds; long, for a busy machine
  app = await startTestApp({ settings: { ...testSettings, platformTimeoutMs: 20_000, rankChangeWaitMs: 60_000 } })
  home = await app.community()
})
afterAll(() => app.close())

const [first] = group.members

it('sends the rank change of a person who has the scope', async () => {
  const ana = await staffOf(app, home, 'officer')
  const answer = await ana.client.put(`/v2/members/${first}/rank`, { rankId: 10 })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  expect(app.world.rolesOf(group.id, first)).toContain(group.roles.private)
})

it.each<[string, object]>([
  ['is disabled', { enabled: false }],
  ['loses the role', { role: 'moderator' }],
])('sends nothing when the person %s while it waits', async (_, change) => {
  const ana = await staffOf(app, home, 'officer')
  await home.client.get(`/v2/members/${first}`)
  const writes = watchWrites(app, first)
  await hold(app)
  const key = { 'Idempotency-Key': ana.personId }
  const accepted = await ana.client.post('/v2/platform-operations/ranks', { userId: first, rankId: 50 }, key)
  expect(accepted.status).toBe(202)
  const id = accepted.body.data.id as string
  expect((await home.client.patch(`/v2/people/${ana.personId}`, change)).status).toBe(200)
  await release(app)
  await until('it has ended', async () => (await rowOf(app, id)).status === 'failed', 300_000)
  expect([(await rowOf(app, id)).error_code, writes.applied()]).toEqual(['actor-authorization-revoked', []])
})
