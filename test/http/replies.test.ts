// Replies: the contract check, internal errors, and database outages.
import fc from 'fast-check'
import { DomainError } from '../../src/base/errors'
import { ExactLimiter, RateLimiter } from '../../src/limits/limits'
import type { Principal } from '../../src/auth/rules'
import { metricsText } from '../../src/base/telemetry/metrics'
import { freshDatabase } from '../support/database'
import { startTestApp, type Answer } from '../support/app'
import { requestsLogged } from '../support/request-log'
import { until } from '../support/until'
import { sendRaw } from './raw'
import { principal, startStubApi, type StubApi } from './stub-api'
import { startTcpProxy } from './tcp-proxy'
import { runs } from '../support/runs'

const rank = {
  uniqueId: 1,
  rankId: 1,
  name: 'recruit',
  memberCount: null,
  autoRank: null,
  assignable: true,
  givenByPeople: null,
  powers: null,
  managed: true,
}
const given = 'the-request'
const requestId: unknown = expect.stringMatching(/^the-request\.[0-9a-f-]{36}$/)
let handler: () => Promise<unknown>
let change: () => Promise<unknown>
let authenticate: () => Promise<Principal>
let api: StubApi
beforeAll(async () => {
  const handlers = { listRanks: () => handler(), changeQuotaPoints: () => change() }
  api = await startStubApi({ handlers, authenticate: () => authenticate() })
})
afterAll(() => api.close())
beforeEach(async () => {
  await requestsLogged()
  api.logs.length = 0
  authenticate = () => Promise.resolve(principal)
})

function listRanks(answer: () => Promise<unknown>): Promise<Answer> {
  handler = answer
  return sendRaw(api.url, {
    path: '/v2/ranks',
    headers: { 'X-Request-Id': given, Authorization: 'x', 'X-Community-Id': 'x' },
  })
}

const lines = (message: string) => api.logs.filter((line) => line['msg'] === message)

it('sends a reply that matches the contract unchanged', async () => {
  const { status, body, headers } = await listRanks(() => Promise.resolve({ status: 200, body: { data: [rank] } }))
  expect([status, body]).toEqual([200, { data: [rank] }])
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  })
})

it('answers any query string, also with empty names', async () => {
  const part = fc.oneof(fc.constantFrom('', '%', '+', '%00', '%C3%A9', 'é', 'limit', 'a'), fc.string({ maxLength: 8 }))
  const pairs = fc.array(fc.tuple(part, fc.constantFrom('', '='), part), { maxLength: 5 })
  const query = pairs.map((all) => encodeURI(all.map((one) => one.join('')).join('&')).replace('#', '%23'))
  const isAnswered = async (text: string): Promise<void> => {
    handler = () => Promise.resolve({ status: 200, body: { data: [rank] } })
    const path = `/v2/ranks?${text}`
    const { status } = await sendRaw(api.url, { path, headers: { Authorization: 'x', 'X-Community-Id': 'x' } })
    expect([200, 400]).toContain(status)
  }
  await fc.assert(fc.asyncProperty(query, isAnswered), {
    numRuns: runs(150),
    examples: [['=1'], ['&=&'], ['=1&other=2']],
  })
})

describe('a reply outside the contract is logged and not sent', () => {
  const secret = 'SECRET-OF-A-ROW'
  it.each<[string, unknown, string | RegExp]>([
    [
      'an unknown property',
      { status: 200, body: { data: [{ ...rank, keyHash: secret }] } },
      '/data/0 additionalProperties',
    ],
    ['an unknown property at the top level', { status: 200, body: { data: [], secret } }, ' additionalProperties'],
    ['a missing property', { status: 200, body: { data: [{ ...rank, rankId: undefined }] } }, '/data/0 required'],
    ['a property of another type', { status: 200, body: { data: [{ ...rank, name: [secret] }] } }, '/data/0/name type'],
    ['a value out of bounds', { status: 200, body: { data: [{ ...rank, rankId: 256 }] } }, '/data/0/rankId maximum'],
    ['NUL', { status: 200, body: { data: [{ ...rank, name: `${secret}\0` }] } }, '/data/0/name pattern'],
    ['an undeclared status', { status: 201, body: { data: [], secret } }, 'status 201 is not declared'],
    ['an error status, returned', { status: 404, body: { error: { code: secret, message: 'x' } } }, '/error/code enum'],
    [
      'an undeclared header',
      { status: 200, body: { data: [] }, headers: { 'X-Secret': secret } },
      'header X-Secret is not declared',
    ],
    ['no body', { status: 200 }, ' type'],
  ])('%s', async (_, reply, problem) => {
    const { status, body, text, headers } = await listRanks(() => Promise.resolve(reply))
    expect([status, body.error.code]).toEqual([500, 'internal_error'])
    expect(text + JSON.stringify(headers)).not.toContain(secret)
    expect(lines('a reply did not match the contract and was not sent')).toEqual([
      expect.objectContaining({ level: 'error', requestId, operationId: 'listRanks', problem }),
    ])
    await requestsLogged()
    expect(JSON.stringify(api.logs)).not.toContain(secret)
    expect(lines('request')).toEqual([expect.objectContaining({ requestId, status: 500, code: 'internal_error' })])
  })

  it('is sent when it answers a write, whose effect is committed', async () => {
    change = () => Promise.resolve({ status: 200, body: { data: {}, meta: { auditId: 4711 } } })
    // `sendRaw` would refuse a reply outside the contract
    const answer = await fetch(`${api.url}/v2/members/1/quota-points`, {
      method: 'POST',
      headers: { Authorization: 'x', 'X-Community-Id': 'x', 'Content-Type': 'application/json' },
      body: JSON.stringify({ op: 'increment', amount: 1 }),
    })
    expect([answer.status, await answer.json()]).toEqual([200, { data: {}, meta: { auditId: 4711 } }])
    const message = 'a reply did not match the contract and was sent, because the request may have been stored'
    expect(lines(message)).toMatchObject([{ level: 'error', operationId: 'changeQuotaPoints' }])
    expect(await metricsText()).toMatch(
      /community_http_replies_outside_contract_total\{operation="changeQuotaPoints"\} [1-9]/,
    )
  })

  it('an error code that the operation does not declare', async () => {
    const { status, body, text } = await listRanks(() =>
      Promise.reject(new DomainError('medal_limit_reached', 'Full.')),
    )
    expect([status, body.error.code, text.includes('medal')]).toEqual([500, 'internal_error', false])
    expect(lines('a reply did not match the contract and was not sent')).toMatchObject([
      { problem: 'error code medal_limit_reached is not declared for status 409' },
    ])
  })

  it('an error code whose status the operation does not declare', async () => {
    const { status, body } = await listRanks(() => Promise.reject(new DomainError('platform_cloud_timeout', 'Late.')))
    expect([status, body.error.code]).toEqual([500, 'internal_error'])
    expect(lines('a reply did not match the contract and was not sent')).toMatchObject([
      { problem: 'status 504 is not declared' },
    ])
  })
})

describe('an internal error', () => {
  it.each<[string, unknown]>([
    ['an Error', new Error('secret detail')],
    ['a TypeError', new TypeError('secret detail')],
    ['a string', 'secret detail'],
    ['an error of PostgreSQL', Object.assign(new Error('secret detail'), { code: '23505', table: 'member' })],
  ])('shows the client no detail, and logs all: %s', async (_, fault) => {
    const { status, body, text } = await listRanks(() => {
      throw fault
    })
    expect([status, body]).toEqual([
      500,
      {
        error: {
          code: 'internal_error',
          message: 'The server failed. Give the operator the X-Request-Id of this answer.',
        },
      },
    ])
    expect(text).not.toContain('secret')
    const [line] = lines('the request failed')
    expect(line).toMatchObject({ level: 'error', requestId })
    expect(JSON.stringify(line)).toContain('secret detail')
  })

  it('may be a rejected promise', async () => {
    const { status } = await listRanks(() => Promise.reject(new Error('later')))
    expect(status).toBe(500)
  })

  it('in authentication is 500, not 401', async () => {
    authenticate = () => Promise.reject(new Error('x'))
    const { status, headers } = await listRanks(() => Promise.resolve())
    expect([status, headers['www-authenticate']]).toEqual([500, undefined])
  })
})

describe('an unavailable database', () => {
  const errors: [string, Error][] = [
    ['ECONNREFUSED', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['57P01', Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })],
    ['53300', Object.assign(new Error('sorry, too many clients already'), { code: '53300' })],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a pool without a connection', new Error('timeout exceeded when trying to connect')],
  ]

  it.each(errors)('is 503 with Retry-After, in a handler: %s', async (_, error) => {
    const { status, body, headers } = await listRanks(() => Promise.reject(error))
    expect([status, body.error.code, headers['retry-after']]).toEqual([503, 'dependency_unavailable', '1'])
  })

  it.each(errors)('is 503 with Retry-After during authentication, not 401: %s', async (_, error) => {
    authenticate = () => Promise.reject(error)
    const { status, body, headers } = await listRanks(() => Promise.resolve())
    expect([status, body.error.code, headers['retry-after']]).toEqual([503, 'dependency_unavailable', '1'])
    expect(headers['www-authenticate']).toBeUndefined()
  })

  it('does not charge the address for a key that could not be read', async () => {
    const limiter = (limit: number) => new RateLimiter('key', limit, () => Promise.reject(new Error('away')))
    const access = new ExactLimiter('access', 20, () => Promise.reject(new Error('away')))
    const limits = { key: limiter(5), address: limiter(3), access }
    const limited = await startStubApi({
      authenticate: () => Promise.reject(new Error('Connection terminated unexpectedly')),
      limits,
    })
    const statuses: number[] = []
    for (let i = 0; i < 10; i++) statuses.push((await sendRaw(limited.url, { path: '/v2/ranks' })).status)
    await limited.close()
    expect(statuses).toEqual(Array(10).fill(503))
  })

  it('is 503 while the network is cut, and recovers within two seconds', async () => {
    const database = await freshDatabase()
    const proxy = await startTcpProxy(database.url)
    const app = await startTestApp({ worker: false, connectionString: proxy.url })
    try {
      const { client } = await app.community({ connected: false })
      expect((await client.get('/v2/ranks')).status).toBe(200)
      proxy.cut()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => client.get(i % 2 ? '/v2/ranks' : '/v2/members')),
      )
      for (const { status, body, headers } of answers) {
        expect([status, body.error.code, headers['retry-after']]).toEqual([503, 'dependency_unavailable', '1'])
      }
      proxy.restore()
      await until('a read succeeds again', async () => (await client.get('/v2/ranks')).status === 200, 2_000)
    } finally {
      await app.close()
      await proxy.close()
      await database.drop()
    }
  })
})
