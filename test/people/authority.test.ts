// Nobody gives, changes or takes away more than they hold.
import { scopes as contractScopes } from '../../generated/operations'
import { staffRoles, scopesOf } from '../../src/people/roles'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { staffOf } from '../support/people'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community({ connected: false })
})
afterAll(() => app.close())

it('each role has the scopes of the one before, and the last has all', () => {
  for (const [at, role] of staffRoles.entries()) {
    const [before, own] = [scopesOf(staffRoles[Math.max(0, at - 1)] ?? role), scopesOf(role)]
    expect(before.filter((scope) => !own.includes(scope))).toEqual([])
    expect(new Set(own).size).toBe(own.length)
  }
  expect([...scopesOf('administrator')].sort()).toEqual(Object.keys(contractScopes).sort())
})

it('a key without a scope of the role cannot create, change, invite or end anybody of the role', async () => {
  const { personId, session } = await staffOf(app, home, 'moderator')
  const weak = await home.clientWith(['people.read', 'people.write', ...scopesOf('reviewer')])
  const answers = [
    await weak.post('/v2/people', { name: 'Bea', role: 'moderator' }),
    await weak.patch(`/v2/people/${personId}`, { role: 'viewer' }),
    await weak.post(`/v2/people/${personId}/invite`, undefined),
    await weak.post(`/v2/sessions/${session.sessionId}/revoke`, undefined),
  ]
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    answers.map(() => [403, 'authority_exceeded']),
  )
  expect(answers[0]?.body.error.details.scopes).toContain('warnings.write')
  expect((await weak.post('/v2/people', { name: 'Bea', role: 'reviewer' })).status).toBe(201)
})

it('a person creates no key with a scope that the role lacks, and none after the role was lost', async () => {
  await staffOf(app, home, 'administrator', 'Eve')
  const ana = await staffOf(app, home, 'administrator')
  const made = await ana.client.post('/v2/keys', { name: 'Website', scopes: ['members.read'] })
  expect(made.status).toBe(201)
  expect((await ana.client.patch(`/v2/keys/${made.body.data.keyId}`, { name: 'Site' })).status).toBe(200)
  await home.client.patch(`/v2/people/${ana.personId}`, { role: 'officer' })
  const refused = await ana.client.post('/v2/keys', { name: 'Website', scopes: ['members.read'] })
  expect(refused.body.error.code).toBe('insufficient_scope')
})

it('keys of people count to the limit of the keys of the community', async () => {
  const other = await app.community({ connected: false })
  const ana = await staffOf(app, other, 'administrator')
  const make = () => ana.client.post('/v2/keys', { name: 'Website', scopes: ['members.read'] })
  for (let count = 0; count < 50; count++) expect((await make()).status).toBe(201)
  expect((await make()).body.error.code).toBe('key_limit_reached')
})
