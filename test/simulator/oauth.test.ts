// OAuth and the group's audit log.
import { demoApiKey, demoGroupId, demoRoles, demoUsers } from '../../src/simulator/demo-world'
import type { Grant } from '../../src/simulator/grants'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { dumpWorld, loadWorld } from '../../src/simulator/world-file'

let simulator: Simulator
let grant: Grant
const client = { clientId: 'app', clientSecret: 'app-secret' }

beforeEach(async () => {
  simulator = await startSimulator({ rateLimits: true })
  grant = simulator.world.addGrant({
    ...client,
    refreshToken: 'first',
    ownerUserId: demoUsers.lieutenant,
    groupIds: [demoGroupId],
  })
})
afterEach(() => simulator.close())

interface Answer {
  readonly status: number
  // a test reads what it expects
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
  readonly headers: Headers
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json(), headers: response.headers }
}

async function refresh(refreshToken: string, fields: Record<string, string> = {}): Promise<Answer> {
  const form = { grant_type: 'refresh_token', client_id: client.clientId, client_secret: client.clientSecret }
  const body = new URLSearchParams({ ...form, refresh_token: refreshToken, ...fields })
  return answerOf(await fetch(`${simulator.url}/oauth/v1/token`, { method: 'POST', body }))
}

async function ask(path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
  return answerOf(await fetch(simulator.url + path, init))
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const group = `/cloud/v2/groups/${demoGroupId}`
const auditLog = `/legacy-groups/v1/groups/${demoGroupId}/audit-log`

test('a refresh token is valid once and returns the next pair', async () => {
  const first = await refresh('first')
  expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 899 } })
  expect(await refresh('first')).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const second = await refresh(first.body.refresh_token)
  expect(second.status).toBe(200)
  expect(second.body.access_token).not.toBe(first.body.access_token)
})

test.each([
  [{ refresh_token: 'unknown' }, 400, 'invalid_grant'],
  [{ client_secret: 'wrong' }, 401, 'invalid_client'],
  [{ client_id: 'another' }, 401, 'invalid_client'],
  [{ grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
  [{ grant_type: 'authorization_code' }, 401, 'invalid_client'],
])('a token request with %j gets %i %s', async (fields, status, error) => {
  expect(await refresh('first', fields)).toMatchObject({ status, body: { error } })
  expect((await refresh('first')).status).toBe(200)
})

test('an access token acts for its account until it expires or is revoked', async () => {
  const { body } = await refresh('first')
  const write = `${group}/memberships/${demoUsers.recruit}:assignRole`
  const role = { role: `groups/${demoGroupId}/roles/${demoRoles.private}` }
  expect(await ask(write, bearer(body.access_token), role)).toMatchObject({ status: 200 })
  const { body: log } = await ask(auditLog, { 'x-api-key': demoApiKey })
  expect(log.data).toMatchObject([{ actor: { user: { userId: demoUsers.lieutenant } } }])

  simulator.world.grants.accessTokenSeconds = 0
  const expired = await refresh(body.refresh_token)
  expect(await ask(group, bearer(expired.body.access_token))).toMatchObject({ status: 401 })
  expect(await ask(group, bearer(body.access_token))).toMatchObject({ status: 200 })
  simulator.world.grants.revokeAccessTokens(grant)
  expect(await ask(group, bearer(body.access_token))).toMatchObject({ status: 401 })
  simulator.world.grants.remove(grant)
  expect(await refresh(expired.body.refresh_token)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
})

test('a grant has separate, lower rate limits', async () => {
  const { access_token: token } = (await refresh('first')).body
  expect((await ask(`${group}/roles`, bearer(token))).headers.get('x-ratelimit-limit')).toBe('90, 90;w=60')
  const user = `/cloud/v2/users/${demoUsers.owner}`
  for (let call = 0; call < 10; call++) expect((await ask(user, bearer(token))).status).toBe(200)
  expect((await ask(user, bearer(token))).status).toBe(429)
  expect((await ask(user, { 'x-api-key': demoApiKey })).status).toBe(200)
})

test('faults apply to the token endpoint', async () => {
  simulator.faults.add({ kind: 'reject', status: 503, path: '^/oauth/v1/token$', count: 1 })
  expect((await refresh('first')).status).toBe(503)
  expect((await refresh('first')).status).toBe(200)
})

test('a dump restores the grant and contains no secret in plain text', async () => {
  const { body } = await refresh('first')
  const text = JSON.stringify(dumpWorld(simulator.world))
  for (const secret of ['app-secret', body.access_token, body.refresh_token]) expect(text).not.toContain(secret)
  const copy = loadWorld(JSON.parse(text))
  expect(copy.grants.exchange('app', body.refresh_token)).not.toBeNull()
})

describe('the audit log', () => {
  const headers = { 'x-api-key': demoApiKey }

  test('lists changes by the API and manual ones, newest first, in pages', async () => {
    const { world } = simulator
    for (let round = 0; round < 6; round++) {
      world.giveRole(demoGroupId, demoUsers.recruit, demoRoles.private, demoUsers.lieutenant)
      world.takeRole(demoGroupId, demoUsers.recruit, demoRoles.private, demoUsers.sergeant)
    }
    const first = await ask(`${auditLog}?limit=10`, headers)
    expect(first.body.data).toHaveLength(10)
    expect(first.body.data[0]).toMatchObject({
      actor: { user: { userId: demoUsers.sergeant, username: 'quiet_harbor' }, role: { rank: 50 } },
      actionType: 'UnassignRole',
      description: { TargetId: demoUsers.recruit, TargetName: 'brambleton42' },
      created: expect.stringMatching(/Z$/),
    })
    const cursor = String(first.body.nextPageCursor)
    const second = await ask(`${auditLog}?limit=10&cursor=${cursor}`, headers)
    expect(second.body).toMatchObject({ nextPageCursor: null, data: [{}, { actionType: 'AssignRole' }] })
    const oldest = await ask(`${auditLog}?sortOrder=Asc&actionType=UnassignRole&userId=${demoUsers.sergeant}`, headers)
    expect(oldest.body.data).toHaveLength(6)
  })

  test('requires legacy-group:manage and an existing group', async () => {
    simulator.world.addKey('no-manage', { auditLog: false })
    simulator.world.addKey('elsewhere', { groupIds: [1] })
    for (const apiKey of ['no-manage', 'elsewhere']) {
      expect(await ask(auditLog, { 'x-api-key': apiKey })).toMatchObject({ status: 403 })
    }
    expect(await ask('/legacy-groups/v1/groups/404/audit-log', headers)).toMatchObject({ status: 400 })
    expect(await ask(`${auditLog}?limit=7`, headers)).toMatchObject({ status: 400 })
  })
})
