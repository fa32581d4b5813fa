// Request ids, and what log lines contain.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { issueKey } from '../../src/auth/actions'
import { group, startTestApp, type Headers, type TestApp } from '../support/app'
import { requestsLogged } from '../support/request-log'
import { sendRaw } from './raw'

let app: TestApp
let key: string
let credentials: Headers
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const community = await app.community()
  key = community.key
  credentials = { Authorization: `Bearer ${key}`, 'X-Community-Id': community.communityId }
})
afterAll(() => app.close())

async function linesOf(requestId: unknown): Promise<Record<string, unknown>[]> {
  await requestsLogged()
  return app.logs.filter((line) => line['requestId'] === requestId)
}

describe('the request id', () => {
  it.each(['a', 'A1._-', '0b7a1f8e-6f3b-4d0a-9a53-8ef1a4b7f6d2', 'x'.repeat(64)])(
    'begins with %s, followed by a random part',
    async (given) => {
      const { headers } = await sendRaw(app.url, {
        path: '/v2/ranks',
        headers: { ...credentials, 'X-Request-Id': given },
      })
      const requestId = headers['x-request-id']
      expect(requestId).toMatch(new RegExp(`^${given.replaceAll('.', '\\.')}\\.[0-9a-f-]{36}$`))
      expect(await linesOf(requestId)).toMatchObject([{ msg: 'request', operationId: 'listRanks', status: 200 }])
    },
  )

  it.each(['', 'x'.repeat(65), 'two words', 'a\tb', 'ümlaut', '"}{"', '../../etc', '<script>', 'a,b'])(
    '%j is replaced',
    async (given) => {
      const { headers } = await sendRaw(app.url, {
        path: '/v2/ranks',
        headers: { ...credentials, 'X-Request-Id': given },
      })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(await linesOf(headers['x-request-id'])).toHaveLength(1)
    },
  )

  it.each<[number, string, Headers | null]>([
    [400, '/v2/members?limit=0', null],
    [401, '/v2/ranks', {}],
    [404, '/v2/nothing', {}],
    [404, '/v2/members/987654321', null],
  ])('is in a %d reply and its log line', async (status, path, headers) => {
    const answer = await sendRaw(app.url, { path, headers: headers ?? credentials })
    expect(answer.status).toBe(status)
    const line = (await linesOf(answer.headers['x-request-id'])).find(({ msg }) => msg === 'request')
    expect(line).toMatchObject({ level: 'info', status, code: answer.body.error.code as string })
  })
})

it('logs method, route, community, key, operation, status and duration of each request', async () => {
  const { headers } = await sendRaw(app.url, { path: '/v2/ranks', headers: credentials })
  const [line] = await linesOf(headers['x-request-id'])
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    requestId: headers['x-request-id'],
    method: 'GET',
    route: '/v2/ranks',
    operationId: 'listRanks',
    communityId: credentials['X-Community-Id'],
    keyId: key.split('_')[1],
    status: 200,
    durationMs: expect.any(Number) as number,
    msg: 'request',
  })
})

it('logs the path template, never the path or the query', async () => {
  const sent: readonly [string, string, string | undefined, number][] = [
    ['GET', '/v2/members/987654321?tell=PLANTED', '/v2/members/{userId}', 404],
    ['DELETE', '/v2/webhooks/PLANTED', '/v2/webhooks/{webhookId}', 404],
    ['GET', '/v2/PLANTED/987654321?tell=PLANTED', undefined, 404],
    ['PUT', '/v2/ranks?PLANTED', undefined, 404],
  ]
  for (const [method, at, route, status] of sent) {
    const { headers } = await sendRaw(app.url, { method, path: at, headers: credentials })
    const lines = await linesOf(headers['x-request-id'])
    const line = lines.find(({ msg }) => msg === 'request')
    expect([line?.['method'], line?.['route'], line?.['status']]).toEqual([method, route, status])
    expect(JSON.stringify(lines)).not.toMatch(/PLANTED|987654321/)
  }
})

describe('the address of the client', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await startTestApp({
      worker: false,
      trustProxy: 1,
      rateLimits: { key: 1_000, address: 1, access: 1_000 },
    })
  })
  afterAll(() => limited.close())

  async function lineOf(path: string, headers: Headers): Promise<Record<string, unknown> | undefined> {
    const answer = await sendRaw(limited.url, { path, headers })
    await requestsLogged()
    return limited.logs.find(
      (line) => line['requestId'] === answer.headers['x-request-id'] && line['msg'] === 'request',
    )
  }

  it('is in the log lines of failed requests, as the trusted proxy reports it', async () => {
    const community = await limited.community({ connected: false })
    const { key: narrow } = await issueKey(await community.ctx(), {
      name: 'x',
      scopes: ['ranks.read'],
      expiresAt: null,
    })
    const as = (of: string): Headers => ({ Authorization: `Bearer ${of}`, 'X-Community-Id': community.communityId })
    // the first address is only claimed by the client; the trusted proxy added the second
    const from = (address: string): Headers => ({ 'X-Forwarded-For': `203.0.113.9, ${address}` })
    expect(await lineOf('/v2/ranks', from('198.51.100.7'))).toMatchObject({ status: 401, address: '198.51.100.7' })
    expect(await lineOf('/v2/ranks', from('198.51.100.7'))).toMatchObject({ status: 429, address: '198.51.100.7' })
    expect(await lineOf('/v2/ranks', from('2001:db8::7'))).toMatchObject({ status: 401, address: '2001:db8::7' })
    const forbidden = await lineOf('/v2/members', { ...as(narrow), ...from('::ffff:198.51.100.8') })
    expect(forbidden).toMatchObject({ status: 403, address: '198.51.100.8' })
    const missing = await lineOf('/v2/nothing', { ...as(community.key), ...from('198.51.100.9') })
    expect(missing).toMatchObject({ status: 404, method: 'GET', address: '198.51.100.9' })
    const ok = await lineOf('/v2/ranks', { ...as(community.key), ...from('198.51.100.9') })
    expect([ok?.['status'], ok?.['address']]).toEqual([200, undefined])
    expect(JSON.stringify(limited.logs)).not.toContain(narrow)
  })
})

it('logs no key, header or value of a body', async () => {
  const planted = ['PLANTED-reason', 'PLANTED-name', 'PLANTED-query', 'PLANTED-junk', 'PLANTED-header', 'PLANTED-key']
  const [member] = group.members
  const post = (path: string, body: string, headers: Headers = {}) =>
    sendRaw(app.url, {
      method: 'POST',
      path,
      headers: { ...credentials, 'Content-Type': 'application/json', ...headers },
      body,
    })
  app.simulator.faults.add({ kind: 'reject', status: 500 })
  const answers = [
    await post(
      `/v2/members/${group.outsider}/experience`,
      JSON.stringify({ op: 'set', amount: 1, reason: planted[0] }),
    ),
    await post(`/v2/members/${member}/experience`, JSON.stringify({ op: planted[0], amount: 1 })),
    await post(`/v2/members/${member}/medals`, JSON.stringify({ name: planted[1] })),
    await post(`/v2/members/${member}/experience`, `{"${planted[3]}":`),
    await post(`/v2/members/${member}/experience`, '{}', { 'X-Other': planted[4] ?? '' }),
    await sendRaw(app.url, { path: `/v2/members?cursor=${planted[2]}`, headers: credentials }),
    await sendRaw(app.url, { path: '/v2/ranks', headers: { ...credentials, Authorization: `Bearer ${planted[5]}` } }),
    await sendRaw(app.url, { path: '/v2/ranks', headers: { ...credentials, 'X-Community-Id': planted[4] ?? '' } }),
    await sendRaw(app.url, { path: `/v2/${planted[2]}`, headers: credentials }),
  ]
  app.simulator.faults.clear()
  expect(answers.map(({ status }) => status)).toEqual([502, 400, 404, 400, 400, 400, 401, 401, 404])
  await requestsLogged()
  const text = JSON.stringify(app.logs)
  expect(text.length).toBeGreaterThan(1_000)
  for (const secret of [...planted, key, key.slice(17), group.apiKey]) expect(text).not.toContain(secret)
})

it.each(['process.exit(3)', 'throw new Error("the end")', ''])(
  'writes the log line when the process exits at once: %s',
  async (end) => {
    const script = `
      const { makeLogger } = require('./dist/src/base/logger.js')
      const { logRequest } = require('./dist/src/http/request-context.js')
      logRequest(makeLogger('info'), { requestId: 'the-last', status: 200, durationMs: 1.23456 })
      ${end}`
    const cwd = path.join(__dirname, '../..')
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, ['-e', script], { cwd }, (_error, stdout) => resolve(stdout))
    })
    expect(JSON.parse(output)).toMatchObject({ msg: 'request', requestId: 'the-last', status: 200, durationMs: 1.235 })
  },
)
