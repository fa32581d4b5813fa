// Open, submit and status share exactly 20 requests per minute and key.
import { sql } from 'kysely'
import { issueKey } from '../../../src/auth/actions'
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../../support/app'
import { at, createForm, failure, form } from './form'

// 20 seconds into a window, until a test advances it
let now = Math.floor(Date.now() / 60_000) * 60_000 + 20_000
let first: TestApp
let second: TestApp
let community: TestCommunity
let applicationId: string
beforeAll(async () => {
  const rateLimits = { key: 10_000, address: 60, access: 20 }
  first = await startTestApp({ worker: false, rateLimits, now: () => new Date(now) })
  second = await startTestApp({
    worker: false,
    rateLimits,
    now: () => new Date(now),
    connectionString: first.databaseUrl,
  })
  await sql`insert into verified_account (user_id, chat_user_id) values (101, '1')`.execute(first.app.db)
})
beforeEach(async () => {
  community = await first.community({ connected: false })
  applicationId = await createForm(community.client, form({ state: 'open' }))
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const routes: [string, object][] = [
  ['/open', { userId: 101 }],
  ['/responses', { userId: 101, version: 1, answers: { why: 'I like to fly.' } }],
  ['/status', { userId: 101 }],
]

/** Call `i` of a sequence that alternates routes and instances. */
function call(i: number, key = community.key): Promise<Answer> {
  const [route, body] = routes[i % 3] ?? ['', {}]
  const app = i % 2 === 0 ? first : second
  return app.clientFor(key, community.communityId).post(at(applicationId, route), body)
}

const isLimited = ({ status }: Answer): boolean => status === 429

it('admits exactly 20 of 60 concurrent requests on two instances', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => call(i)))
  expect(answers.filter((answer) => !isLimited(answer))).toHaveLength(20)
  for (const answer of answers.filter(isLimited)) {
    expect(answer.body.error).toEqual({
      code: 'rate_limit_exceeded',
      message: expect.stringContaining('60 seconds') as string,
      details: { limit: 20, remaining: 0, resetMs: 60_000 },
    })
    expect([answer.headers['retry-after'], answer.headers['ratelimit-limit']]).toEqual(['60', '20'])
  }
})

it('admits the first 20 requests whatever their status, and the next one a minute after the first', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 22; i++) statuses.push((await call(i)).status)
  // the second submission of the account is a duplicate
  expect(statuses.slice(0, 6)).toEqual([200, 201, 200, 200, 409, 200])
  expect([statuses.slice(0, 20).includes(429), statuses.slice(20)]).toEqual([false, [429, 429]])
  now += 59_999
  expect((await call(0)).status).toBe(429)
  now += 1
  expect((await call(0)).status).toBe(200)
})

it('does not admit 20 more requests at the start of the next minute', async () => {
  now = Math.ceil(now / 60_000) * 60_000 + 59_000
  const before = await Promise.all(Array.from({ length: 20 }, (_, i) => call(i)))
  now += 2_100
  const after = await Promise.all(Array.from({ length: 20 }, (_, i) => call(i)))
  expect([before, after].map((answers) => answers.filter(isLimited).length)).toEqual([0, 20])
  expect(new Set(after.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['58']))
})

it('never refuses a caller who is evenly paced at the limit', async () => {
  now += 500
  const statuses: number[] = []
  for (let i = 0; i < 45; i++, now += 3_000) statuses.push((await call(i)).status)
  now -= 500
  expect(statuses).not.toContain(429)
})

it('sends its own limit in the headers, or the key’s limit where that has fewer requests left', async () => {
  const shown = async () => {
    const { headers } = await call(0)
    return [headers['ratelimit-limit'], headers['ratelimit'], headers['ratelimit-policy']]
  }
  expect(await shown()).toEqual(['20', '"access";r=19;t=60', '"access";q=20;w=60'])
  now += 10_000
  expect(await shown()).toEqual(['20', '"access";r=18;t=50', '"access";q=20;w=60'])
  const narrow = await startTestApp({
    worker: false,
    rateLimits: { key: 5, address: 60, access: 20 },
    now: () => new Date(now),
    connectionString: first.databaseUrl,
  })
  const { headers } = await narrow
    .clientFor(community.key, community.communityId)
    .post(at(applicationId, '/status'), { userId: 101 })
  await narrow.close()
  expect([headers['ratelimit-limit'], headers['ratelimit-policy']]).toEqual(['5', '"key";q=5;w=60'])
})

it('applies in addition to the key’s limit and does not affect other routes', async () => {
  await Promise.all(Array.from({ length: 25 }, (_, i) => call(i)))
  const answer = await community.client.get(at(applicationId))
  expect([answer.status, answer.headers['ratelimit-limit']]).toEqual([200, '10000'])
  // this instance counted 13 of the 25 calls, rejected ones included, and two later requests
  expect(Number(answer.headers['ratelimit-remaining'])).toBeLessThanOrEqual(10_000 - 15)
})

it('is counted per key', async () => {
  const { key } = await issueKey(await community.ctx(), {
    name: 'second',
    scopes: ['applications.submit'],
    expiresAt: null,
  })
  await Promise.all(Array.from({ length: 21 }, (_, i) => call(i)))
  expect([(await call(0)).status, (await call(0, key)).status]).toEqual([429, 200])
})

it('counts invalid bodies and unknown forms, and does not count callers without the scope', async () => {
  const client = await community.clientWith(['applications.read'])
  const refused = await Promise.all(Array.from({ length: 25 }, () => client.post(at(applicationId, '/open'), {})))
  expect(refused.map(failure)).toEqual(Array(25).fill([403, 'insufficient_scope']))
  const { client: full } = community
  const statuses = [
    ...(await Promise.all(Array.from({ length: 10 }, () => full.post(at(applicationId, '/open'), {})))),
    ...(await Promise.all(
      Array.from({ length: 10 }, () => full.post(at(`app_${'z'.repeat(20)}`, '/status'), { userId: 101 })),
    )),
  ].map(({ status }) => status)
  expect(statuses).toEqual([...Array<number>(10).fill(400), ...Array<number>(10).fill(404)])
  expect((await call(0)).status).toBe(429)
})
