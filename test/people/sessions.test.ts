// Sessions: for which requests a cookie is accepted, and how sessions end.
import { operationTable } from '../../generated/operations'
import type { OperationId } from '../../src/contract/types'
import { makeClient, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { browserWith, cookieOf, sameOrigin, signIn, staffOf, type Staff } from '../support/people'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community({ connected: false })
})
afterAll(() => app.close())

const HOUR = 3_600_000
const medal = { name: 'Valor' }

it('acts with the scopes of the role, in the community of the person, and is named in the audit log', async () => {
  const ana = await staffOf(app, home, 'officer')
  expect((await ana.client.post('/v2/medals', { name: 'Honour' })).status).toBe(201)
  const entries = (await home.client.get('/v2/audit-entries?order=newest&action=medal.create')).body.data
  expect(entries[0]).toMatchObject({ actor: { kind: 'person', id: ana.personId }, after: { name: 'Honour' } })
  expect((await ana.client.post('/v2/webhooks', { url: 'https://example.com/' })).body.error.code).toBe(
    'insufficient_scope',
  )
})

it('is refused beside the id of another community, and accepted beside its own', async () => {
  const other = await app.community({ connected: false })
  const ana = await staffOf(app, home, 'viewer')
  const beside = (communityId: string, cookie = ana.cookie) =>
    browserWith(app, cookie, { ...sameOrigin, 'X-Community-Id': communityId }).get('/v2/session')
  const foreign = await beside(other.communityId)
  expect([foreign.status, foreign.body.error.code]).toEqual([401, 'unauthorized'])
  const own = await beside(home.communityId)
  expect([own.status, own.body.data.communityId]).toEqual([200, home.communityId])
})

describe('the own sessions', () => {
  it.each(['viewer', 'administrator'] as const)('of a %s are listed and revoked without a scope', async (role) => {
    const ana = await staffOf(app, home, role)
    const bea = await staffOf(app, home, role)
    const elsewhere = browserWith(app, cookieOf(await signIn(app, ana.authenticator)))
    const { body } = await ana.client.get('/v2/own-sessions')
    const listed = body.data as { sessionId: string; personId: string }[]
    expect(listed.map(({ personId }) => personId)).toEqual([ana.personId, ana.personId])
    const lost = listed.find(({ sessionId }) => sessionId !== ana.session.sessionId)
    const revoke = (sessionId = '') => ana.client.post(`/v2/own-sessions/${sessionId}/revoke`, undefined)
    const ended = await revoke(lost?.sessionId)
    expect([ended.status, (await elsewhere.get('/v2/session')).status]).toEqual([200, 401])
    expect(Date.parse(ended.body.data.endedAt)).toBeGreaterThan(0)
    const foreign = await revoke(bea.session.sessionId)
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'session_not_found'])
    expect((await bea.client.get('/v2/session')).status).toBe(200)
    expect((await ana.client.get('/v2/own-sessions?limit=1')).body.meta.nextCursor).not.toBeNull()
  })

  it('are read and ended without any scope, and not by a key', async () => {
    const ana = await staffOf(app, home, 'viewer')
    await home.client.patch(`/v2/people/${ana.personId}`, { paused: true })
    app.advance(300_001)
    expect((await ana.client.get('/v2/own-sessions')).status).toBe(200)
    expect((await home.client.get('/v2/own-sessions')).body.error.code).toBe('missing_credentials')
    expect((await ana.client.post(`/v2/own-sessions/${ana.session.sessionId}/revoke`, undefined)).status).toBe(200)
    expect((await ana.client.get('/v2/own-sessions')).status).toBe(401)
  })
})

describe('a write with a cookie is refused', () => {
  it.each<[string, Record<string, string>]>([
    ['from another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['from a neighbour of the host', { Origin: 'https://www.community.test', 'Sec-Fetch-Site': 'same-site' }],
    ['from a page without an origin', { Origin: 'null' }],
    ['without both headers', {}],
    ['that a form of another site sent', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('%s', async (_, headers) => {
    const { cookie } = await staffOf(app, home, 'administrator')
    const answer = await browserWith(app, cookie, headers).post('/v2/medals', medal)
    expect([answer.status, answer.body.error.code]).toEqual([401, 'missing_credentials'])
  })

  it('as a form, which needs no permission of the server', async () => {
    const { client } = await staffOf(app, home, 'administrator')
    const answer = await client.post('/v2/medals', 'name=Valor', {
      'Content-Type': 'application/x-www-form-urlencoded',
    })
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed'])
  })
})

it('accepts a write without Origin from a browser that says same-origin', async () => {
  const { cookie } = await staffOf(app, home, 'administrator')
  const answer = await browserWith(app, cookie, { 'Sec-Fetch-Site': 'same-origin' }).post('/v2/medals', {
    name: 'Merit',
  })
  expect(answer.status).toBe(201)
})

it('lets a key decide when both are sent', async () => {
  const { cookie } = await staffOf(app, home, 'administrator')
  const client = makeClient(app.url, {
    Cookie: cookie,
    ...sameOrigin,
    Authorization: 'Bearer nonsense',
    'X-Community-Id': home.communityId,
  })
  expect((await client.get('/v2/session')).body.error.code).toBe('missing_credentials')
  expect((await client.get('/v2/members')).body.error.code).toBe('unauthorized')
})

it('does not read the key of a request for a session, nor a session for a key', async () => {
  const { client } = await staffOf(app, home, 'administrator')
  expect((await client.get('/v2/key')).body.error.code).toBe('missing_credentials')
  expect((await home.client.get('/v2/session')).body.error.code).toBe('missing_credentials')
})

it('accepts no cookie when two of the name are sent', async () => {
  const { cookie } = await staffOf(app, home, 'viewer')
  const answer = await browserWith(app, `${cookie}; __Host-session=other`).get('/v2/session')
  expect(answer.body.error.code).toBe('missing_credentials')
})

const isEnded = async ({ client }: Pick<Staff, 'client'>): Promise<boolean> => {
  const { status, body } = await client.get('/v2/session')
  expect([200, 401]).toContain(status)
  if (status === 401) expect(body.error.code).toBe('unauthorized')
  return status === 401
}

describe('a session ends', () => {
  it('when the person signs out, and its cookie is removed', async () => {
    const ana = await staffOf(app, home, 'viewer')
    const answer = await ana.client.post('/v2/session/end', undefined)
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-session=; Path=\/; Max-Age=0; /)
    expect(await isEnded(ana)).toBe(true)
  })

  it('when it is revoked, also for whoever stole the cookie; others of the person stay', async () => {
    const ana = await staffOf(app, home, 'viewer')
    const elsewhere = { client: browserWith(app, cookieOf(await signIn(app, ana.authenticator))) }
    const thief = { client: browserWith(app, ana.cookie) }
    expect(await isEnded(thief)).toBe(false)
    const sessions = (await home.client.get('/v2/sessions')).body.data as { sessionId: string; personId: string }[]
    expect(sessions.filter(({ personId }) => personId === ana.personId)).toHaveLength(2)
    const { status } = await home.client.post(`/v2/sessions/${ana.session.sessionId}/revoke`, undefined)
    expect([status, await isEnded(thief), await isEnded(ana), await isEnded(elsewhere)]).toEqual([
      200,
      true,
      true,
      false,
    ])
  })

  it.each<[string, (ana: Staff) => Promise<unknown>]>([
    ['when the person is disabled', ({ personId }) => home.client.patch(`/v2/people/${personId}`, { enabled: false })],
    [
      'when the person is invited again',
      ({ personId }) => home.client.post(`/v2/people/${personId}/invite`, undefined),
    ],
    ['after 12 hours without a request', () => Promise.resolve(app.advance(12 * HOUR))],
  ])('%s', async (_, end) => {
    const ana = await staffOf(app, home, 'viewer')
    expect(await isEnded(ana)).toBe(false)
    await end(ana)
    expect(await isEnded(ana)).toBe(true)
  })

  it('after seven days, however often it is used', async () => {
    const ana = await staffOf(app, home, 'viewer')
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      app.advance(8 * HOUR)
      expect(await isEnded(ana)).toBe(false)
    }
    app.advance(8 * HOUR)
    expect(await isEnded(ana)).toBe(true)
  })
})

it('changes the scopes of a live session with the role', async () => {
  const ana = await staffOf(app, home, 'officer')
  await home.client.patch(`/v2/people/${ana.personId}`, { role: 'viewer' })
  expect((await ana.client.post('/v2/medals', { name: 'Late' })).body.error.code).toBe('insufficient_scope')
})

const ids = (Object.keys(operationTable) as OperationId[]).filter((id) => operationTable[id].takesSession)

it('is taken by every operation of a community but the one that reads a key', () => {
  const others = (Object.keys(operationTable) as OperationId[]).filter((id) => !operationTable[id].takesSession)
  expect(others).toEqual(['getKey', 'receivePlatformNotification'])
})

it.each<[string, (staff: Staff) => Promise<string>, { status: number; code: string; challenge: string }]>([
  [
    'an unknown session',
    () => Promise.resolve(`__Host-session=${'a'.repeat(20)}_${'b'.repeat(20)}_${'c'.repeat(40)}`),
    { status: 401, code: 'unauthorized', challenge: 'Bearer error="invalid_token"' },
  ],
  [
    'a wrong secret',
    ({ cookie }) => Promise.resolve(cookie.slice(0, -1) + (cookie.endsWith('a') ? 'b' : 'a')),
    { status: 401, code: 'unauthorized', challenge: 'Bearer error="invalid_token"' },
  ],
  [
    'a malformed cookie',
    () => Promise.resolve("__Host-session=' or 1=1"),
    { status: 401, code: 'unauthorized', challenge: 'Bearer error="invalid_token"' },
  ],
])('every operation refuses %s', async (_, cookieFor, expected) => {
  const cookie = await cookieFor(await staffOf(app, home, 'administrator'))
  const answers: object[] = []
  for (const id of ids) answers.push({ id, ...(await knock(id, cookie)) })
  expect(answers).toEqual(ids.map((id) => ({ id, ...expected })))
})

it('every operation refuses a role without its scope', async () => {
  const viewer = await staffOf(app, home, 'viewer')
  const lacking = ids.filter((id) => !['any', ...viewer.session.scopes].includes(operationTable[id].scope ?? ''))
  expect(lacking.length).toBeGreaterThan(60)
  for (const id of lacking) {
    const { code } = await knock(id, viewer.cookie)
    expect([id, code]).toEqual([id, 'insufficient_scope'])
  }
})

async function knock(id: OperationId, cookie: string): Promise<{ status: number; code: string; challenge: string }> {
  const { method, path } = operationTable[id]
  const url = path.replace('{userId}', '%20').replace(/\{[^}]+\}/g, 'x')
  const response = await fetch(`${app.url}${url}`, {
    method: method.toUpperCase(),
    headers: { ...sameOrigin, Cookie: cookie, 'Content-Type': 'application/json' },
    ...(method === 'get' ? {} : { body: '{' }),
  })
  const { error } = (await response.json()) as { error: { code: string } }
  return { status: response.status, code: error.code, challenge: response.headers.get('www-authenticate') ?? '' }
}
