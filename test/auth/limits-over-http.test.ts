import { sql } from 'kysely'
import { Client } from 'pg'
import type { AppParts } from '../../src/process/app'
import { issueKey } from '../../src/auth/actions'
import { makeKey } from '../../src/auth/keys'
import { startTestApp, type Answer, type Headers, type TestApp } from '../support/app'
import { sendRaw } from '../http/raw'
import { until } from '../support/until'

let now: number
let app: TestApp | null = null
beforeEach(() => {
  now = Math.floor(Date.now() / 60_000) * 60_000 + 20_000
})
afterEach(async () => {
  await app?.close()
  app = null
})

async function start(rateLimits: AppParts['rateLimits'], trustProxy: AppParts['trustProxy'] = false) {
  const started = await startTestApp({ worker: false, rateLimits, trustProxy, now: () => new Date(now) })
  app = started
  const { key, communityId } = await started.community({ connected: false })
  const valid = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
  return {
    app: started,
    valid,
    communityId,
    get: (headers: Headers = {}, path = '/v2/ranks') => sendRaw(started.url, { path, headers }),
    unknown: { Authorization: `Bearer ${makeKey().key}`, 'X-Community-Id': communityId },
  }
}

/** Limit, remaining, reset and retry-after. The structured fields (RateLimit, RateLimit-Policy) must say the same. */
function rateOf({ headers }: Answer, policy = 'key') {
  const names = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after']
  const [limit, remaining, reset, retryAfter] = names.map((name) => headers[name])
  expect([headers['ratelimit'], headers['ratelimit-policy']]).toEqual([
    `"${policy}";r=${remaining};t=${reset}`,
    `"${policy}";q=${limit};w=60`,
  ])
  return [limit, remaining, reset, retryAfter]
}

const exceeded = (limit: number, seconds: number) => ({
  code: 'rate_limit_exceeded',
  message: expect.stringContaining(`${seconds} seconds`) as string,
  details: { limit, remaining: 0, resetMs: seconds * 1_000 },
})

describe('a key', () => {
  it('gets decreasing limits, then 429 with Retry-After, and is admitted after the wait', async () => {
    const { valid, get } = await start({ key: 3, address: 60, access: 20 })
    for (const [remaining, reset] of [
      ['2', '40'],
      ['1', '40'],
      ['0', '60'],
    ]) {
      const answer = await get(valid)
      expect([answer.status, rateOf(answer)]).toEqual([200, ['3', remaining, reset, undefined]])
    }
    const refused = await get(valid)
    expect([refused.status, refused.body.error]).toEqual([429, exceeded(3, 60)])
    expect(rateOf(refused)).toEqual(['3', '0', '60', '60'])
    now += 59_999
    expect((await get(valid)).status).toBe(429)
    now += 1
    expect(rateOf(await get(valid))).toEqual(['3', '0', '20', undefined])
    now += 120_000
    expect(rateOf(await get(valid))).toEqual(['3', '2', '40', undefined])
  })

  it('gets no second limit at the turn of a minute, on two instances', async () => {
    const rateLimits = { key: 120, address: 60, access: 20 }
    const { app: started, valid } = await start(rateLimits)
    const second = await startTestApp({
      worker: false,
      connectionString: started.databaseUrl,
      rateLimits,
      now: () => new Date(now),
    })
    const admitted = async (): Promise<number> => {
      const urls = [started.url, second.url]
      const send = (i: number) => sendRaw(urls[i % 2] ?? '', { path: '/v2/ranks', headers: valid })
      const answers = await Promise.all(Array.from({ length: 140 }, (_, i) => send(i)))
      return answers.filter(({ status }) => status === 200).length
    }
    now += 39_000
    // an instance that finished first still holds permits; the second round uses them
    const before = (await admitted()) + (await admitted())
    now += 2_100
    const after = await admitted()
    await second.close()
    expect(before).toBeGreaterThanOrEqual(120)
    expect(before).toBeLessThanOrEqual(123)
    // 120 requests a minute × 2.1 of 60 seconds
    expect(after).toBeLessThanOrEqual(5)
  })

  it('is charged for refused, invalid and unknown requests', async () => {
    const { app: started, get } = await start({ key: 3, address: 60, access: 20 })
    const community = await started.community({ connected: false })
    const { key } = await issueKey(await community.ctx(), { name: 'x', scopes: ['members.read'], expiresAt: null })
    const headers = { Authorization: `Bearer ${key}`, 'X-Community-Id': community.communityId }
    const paths = ['/v2/ranks', '/v2/members?limit=0', '/v2/nothing', '/v2/members', '/v2/nothing']
    const statuses: number[] = []
    for (const path of paths) statuses.push((await get(headers, path)).status)
    expect(statuses).toEqual([403, 400, 404, 429, 429])
  })

  it('has a limit of its own', async () => {
    const { app: started, valid, get } = await start({ key: 1, address: 60, access: 20 })
    const other = await started.community({ connected: false })
    const second = { Authorization: `Bearer ${other.key}`, 'X-Community-Id': other.communityId }
    expect([(await get(valid)).status, (await get(valid)).status, (await get(second)).status]).toEqual([200, 429, 200])
  })

  it('shares its limit between instances', async () => {
    const { app: started, valid, get } = await start({ key: 10, address: 60, access: 20 })
    const second = await startTestApp({
      worker: false,
      connectionString: started.databaseUrl,
      rateLimits: { key: 10, address: 60, access: 20 },
      now: () => new Date(now),
    })
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      statuses.push(
        (await get(valid)).status,
        (await sendRaw(second.url, { path: '/v2/ranks', headers: valid })).status,
      )
    }
    await second.close()
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  it('and its address are charged independently', async () => {
    const { valid, unknown, get } = await start({ key: 100, address: 2, access: 20 })
    for (let i = 0; i < 5; i++) expect((await get(valid)).status).toBe(200)
    expect([(await get(unknown)).status, (await get(unknown)).status, (await get(unknown)).status]).toEqual([
      401, 401, 429,
    ])
    const answer = await get(valid)
    expect([answer.status, answer.headers['ratelimit-limit']]).toEqual([200, '100'])
  })
})

describe('an address', () => {
  it('gets 401 with its limit, then 429 with Retry-After and no challenge', async () => {
    const { get } = await start({ key: 100, address: 2, access: 20 })
    for (const [remaining, reset] of [
      ['1', '40'],
      ['0', '70'],
    ]) {
      const answer = await get()
      expect([answer.status, rateOf(answer, 'address')]).toEqual([401, ['2', remaining, reset, undefined]])
    }
    const refused = await get()
    expect([refused.status, refused.body.error, refused.headers['www-authenticate']]).toEqual([
      429,
      exceeded(2, 70),
      undefined,
    ])
    expect(rateOf(refused, 'address')).toEqual(['2', '0', '70', '70'])
    now += 70_000
    expect((await get()).status).toBe(401)
  })

  it('reads pages under a limit of their own, which refused credentials do not use up', async () => {
    const { get } = await start({ key: 100, address: 1, access: 20 })
    expect([(await get()).status, (await get()).status]).toEqual([401, 429])
    const page = await fetch(`${app?.url}/docs`)
    expect([page.status, page.headers.get('ratelimit-policy')]).toEqual([200, '"pages";q=600;w=60'])
    for (let i = 0; i < 100; i++) expect((await fetch(`${app?.url}/docs/icon.svg`)).status).toBe(200)
  })

  it('is charged for every request without valid credentials', async () => {
    const { valid, unknown, get, communityId } = await start({ key: 100, address: 7, access: 20 })
    const statuses = [
      await get(),
      await get({ 'X-Community-Id': communityId }),
      await get(unknown),
      await get({ ...valid, Authorization: 'Bearer nonsense' }),
      await get({}, '/v2/nothing'),
      await get(unknown, '/v2/nothing'),
      await get({}, '/v2/%zz'),
      await get({}, '/v2/nothing'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 401, 404, 404, 400, 429])
  })

  it('is not charged for an unknown route with a valid key', async () => {
    const { valid, get } = await start({ key: 5, address: 1, access: 20 })
    for (const remaining of ['4', '3', '2']) {
      const answer = await get(valid, '/v2/nothing')
      expect([answer.status, rateOf(answer)]).toEqual([404, ['5', remaining, '40', undefined]])
    }
    expect((await get()).status).toBe(401)
  })

  describe('above its limit', () => {
    /** Records the statements on keys and rate windows. */
    function countStatements(): { readonly texts: string[] } {
      const texts: string[] = []
      const real = Client.prototype.query as (...of: unknown[]) => unknown
      const spy = jest.spyOn(Client.prototype, 'query') as unknown as jest.SpyInstance
      spy.mockImplementation(function (this: Client, ...of: unknown[]) {
        const [first] = of as [string | { text: string }]
        const text = typeof first === 'string' ? first : first.text
        if (/api_key|legacy_key|rate_window/.test(text)) texts.push(text)
        return real.apply(this, of)
      })
      return { texts }
    }
    afterEach(() => jest.restoreAllMocks())

    const makeUnknown = (communityId: string): Headers => ({
      Authorization: `Bearer ${makeKey().key}`,
      'X-Community-Id': communityId,
    })

    it('is answered from memory, whatever its keys', async () => {
      const { get, communityId } = await start({ key: 100, address: 60, access: 20 })
      for (let i = 0; i < 61; i++) await get(makeUnknown(communityId))
      const { texts } = countStatements()
      const statuses: number[] = []
      for (let i = 0; i < 200; i++) {
        const headers =
          i % 2 === 0 ? makeUnknown(communityId) : { ...makeUnknown(communityId), Authorization: `Bearer k${i}` }
        statuses.push((await get(headers)).status)
      }
      expect(new Set(statuses)).toEqual(new Set([429]))
      const own = texts.filter((text) => !text.includes('unnest'))
      expect(own).toEqual([])
      expect(texts.length).toBeLessThan(20)
      now += 60_000
      expect((await get(makeUnknown(communityId))).status).toBe(401)
    })

    it('admits a valid key that the process has not seen after one refusal', async () => {
      const { app: started, get, communityId } = await start({ key: 100, address: 2, access: 20 })
      const others = [await started.community({ connected: false }), await started.community({ connected: false })]
      for (let i = 0; i < 4; i++) await get(makeUnknown(communityId))
      const answers = await Promise.all(
        others.map(async ({ key, communityId: of }) => {
          const valid = { Authorization: `Bearer ${key}`, 'X-Community-Id': of }
          const first = await get(valid)
          await until('the key is admitted', async () => (await get(valid)).status === 200)
          return first.status
        }),
      )
      expect(answers).toEqual([429, 429])
    })

    it('admits a known valid key after the cache is invalidated', async () => {
      const { app: started, valid, get, communityId } = await start({ key: 100, address: 2, access: 20 })
      expect((await get(valid)).status).toBe(200)
      for (let i = 0; i < 4; i++) await get(makeUnknown(communityId))
      await sql`notify access_changed, '*'`.execute(started.app.db)
      await sql`update plan set name = name`.execute(started.app.db)
      for (let i = 0; i < 20; i++) expect((await get(valid)).status).toBe(200)
    })

    it('is refused with a revoked key', async () => {
      const { app: started, valid, get, communityId } = await start({ key: 100, address: 2, access: 20 })
      expect((await get(valid)).status).toBe(200)
      for (let i = 0; i < 4; i++) await get(makeUnknown(communityId))
      await sql`update api_key set revoked_at = now() where community_id = ${communityId}`.execute(started.app.db)
      await until('the key is refused', async () => (await get(valid)).status === 429)
    })
  })

  it('is that of the connection, unless a proxy is trusted', async () => {
    const { get } = await start({ key: 100, address: 1, access: 20 })
    expect((await get({ 'X-Forwarded-For': '192.0.2.1' })).status).toBe(401)
    expect((await get({ 'X-Forwarded-For': '192.0.2.2' })).status).toBe(429)
  })

  it('is the one that a trusted proxy reports', async () => {
    const { get } = await start({ key: 100, address: 1, access: 20 }, 1)
    const from = async (list: string) => (await get({ 'X-Forwarded-For': list })).status
    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')]).toEqual([401, 429, 401])
    // of a list, the last address counts: the trusted proxy added it
    expect(await from('198.51.100.9, 192.0.2.2')).toBe(429)
    expect(await from('::ffff:192.0.2.1')).toBe(429)
  })

  it('is a /64 for IPv6', async () => {
    const { get } = await start({ key: 100, address: 1, access: 20 }, 1)
    const from = async (address: string) => (await get({ 'X-Forwarded-For': address })).status
    expect([await from('2001:db8:1:2::1'), await from('2001:db8:1:2:ffff:ffff:ffff:ffff')]).toEqual([401, 429])
    expect([await from('2001:0db8:0001:0002::2'), await from('2001:db8:1:3::1')]).toEqual([429, 401])
  })
})

it('sends no limit headers without limits', async () => {
  const { valid, get } = await start(null)
  for (let i = 0; i < 3; i++) {
    const { headers } = await get(valid)
    expect(Object.keys(headers).filter((name) => /^ratelimit|retry-after/.test(name))).toEqual([])
  }
})
