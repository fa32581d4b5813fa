// getKey: what the key that sends the request may do.
import { issueKey } from '../../src/auth/actions'
import { timeOf } from '../../src/base/time'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  // a fixed clock: no window of the limits ends between two requests
  const now = new Date()
  app = await startTestApp({ worker: false, rateLimits: { key: 50, address: 1_000, access: 7 }, now: () => now })
  community = await app.community()
})
afterAll(() => app.close())

it('returns the community, scopes, expiry, networks and limits of a key, and no secret', async () => {
  const expiresAt = timeOf(Date.now() + 3_600_000)
  const allowedAddresses = ['127.0.0.0/8', '::1/128', '2001:db8::/32']
  const request = { name: 'Game server', scopes: ['ranks.read', 'members.read'], expiresAt, allowedAddresses }
  const { key, keyId } = await issueKey(await community.ctx(), request)
  const answer = await app.clientFor(key, community.communityId).get('/v2/key')
  expect([answer.status, answer.body.data]).toEqual([
    200,
    {
      communityId: community.communityId,
      keyId,
      name: 'Game server',
      scopes: ['ranks.read', 'members.read'],
      expiresAt,
      allowedAddresses,
      domain: null,
      highestRankGiven: 255,
      lowestRankTouched: 0,
      highestRankTouched: 255,
      takesPerHourLimit: 300,
      actFor: false,
      pausedAt: null,
      rateLimit: { limit: 50, remaining: 49, resetMs: expect.any(Number) as number },
      accessLimit: 7,
    },
  ])
  expect(answer.text).not.toContain(key.slice(-20))
  expect(answer.headers['ratelimit-remaining']).toBe('49')
})

it('counts down what is left', async () => {
  const client = await community.clientWith(['events.read'])
  const left = async (): Promise<number> => (await client.get('/v2/key')).body.data.rateLimit.remaining as number
  expect([await left(), await left()]).toEqual([49, 48])
})

it('returns null for a key without expiry and networks', async () => {
  const client = await community.clientWith(['events.read'])
  const { body } = await client.get('/v2/key')
  expect(body.data).toMatchObject({ scopes: ['events.read'], expiresAt: null, allowedAddresses: null })
})
