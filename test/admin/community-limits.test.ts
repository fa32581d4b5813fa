// Limits of one community, set by `community set`, and what they refuse.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allScopes } from '../../src/auth/actions'
import { setRankThreshold } from '../../src/ranks/actions'
import { outcomesOf, plus } from '../awards/batches/fixture'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { adminOf } from './support'

let app: TestApp
let limited: TestCommunity
let other: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  await sql`insert into worker_process (worker_id) values ('elsewhere')`.execute(app.app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  limited = await app.community()
  other = await app.community()
})

/** Sets limits, then uses a new key: the limits of the old one are cached for a minute. */
async function set(...flags: string[]): Promise<void> {
  await adminOf(app).json(['community', 'set', '--community', limited.communityId, ...flags])
  limited = { ...limited, client: await limited.clientWith(allScopes) }
}

const codeOf = ({ status, body }: Answer) => [status, body.error?.code]

async function queue(community: TestCommunity, userId: number): Promise<Answer> {
  await community.client.get(`/v2/members/${userId}`)
  const headers = { 'Idempotency-Key': randomUUID() }
  return community.client.post('/v2/platform-operations/ranks', { userId, rankId: 50 }, headers)
}

test('a community queues rank changes up to its own limit', async () => {
  await set('--queue-limit', '1')
  const [first, second] = group.members
  expect((await queue(limited, first)).status).toBe(202)
  const refused = await queue(limited, second)
  expect(codeOf(refused)).toEqual([429, 'queue-full'])
  expect(refused.body.error.message).toMatch(/^1 rank changes of this community are already queued/)
  expect([(await queue(other, first)).status, (await queue(other, second)).status]).toEqual([202, 202])
  await set('--queue-limit', 'default')
  expect((await queue(limited, second)).status).toBe(202)
})

test('an award batch queues rank changes up to the own limit of the community', async () => {
  await setRankThreshold(await limited.ctx(), group.roles.private, 100)
  await Promise.all(group.members.map((userId) => limited.client.get(`/v2/members/${userId}`)))
  await set('--queue-limit', '2')
  const entries = group.members.map((userId) => ({ userId, experience: plus(100) }))
  const outcomes = await outcomesOf(limited.client, entries)
  const reasons = outcomes.map(({ autoRank }) => autoRank?.reason ?? autoRank?.outcome)
  expect(reasons).toEqual(['queued', 'queued', 'queue-full', 'queue-full', 'queue-full'])
})

test('the keys of a community create as many live keys as it may have', async () => {
  await set('--key-limit', '1')
  const create = ({ client }: TestCommunity) => client.post('/v2/keys', { name: 'Website', scopes: ['members.read'] })
  expect((await create(limited)).status).toBe(201)
  const refused = await create(limited)
  expect(codeOf(refused)).toEqual([409, 'key_limit_reached'])
  expect(refused.body.error.message).toMatch(/can create 1 keys/)
  expect([(await create(other)).status, (await create(other)).status]).toEqual([201, 201])
})

test('a community has as many webhook endpoints as it may have', async () => {
  await set('--webhook-limit', '1')
  const create = ({ client }: TestCommunity) => client.post('/v2/webhooks', { url: 'http://127.0.0.1:9/' })
  expect((await create(limited)).status).toBe(201)
  const refused = await create(limited)
  expect(codeOf(refused)).toEqual([409, 'webhook_limit_reached'])
  expect(refused.body.error.message).toMatch(/at most 1 webhook endpoints/)
  expect([(await create(other)).status, (await create(other)).status]).toEqual([201, 201])
  await set('--webhook-limit', '0')
  expect((await limited.client.get('/v2/webhooks')).body.data).toHaveLength(1)
})
