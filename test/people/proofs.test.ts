// Changes of credentials need a fresh proof, so a stolen cookie alone is not enough.
import { operationTable } from '../../generated/operations'
import type { OperationId } from '../../src/contract/types'
import { OpenidIssuer } from '../../src/issuer/openid-issuer'
import { signInClient, type SignInFault } from '../../src/simulator/sign-ins'
import { makeClient, startTestApp, testSettings, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { browserWith, cookieOf, invite, sameOrigin, signIn, staffOf, type Staff } from '../support/people'

let issuer: OpenidIssuer | null = null
let app: TestApp
let home: TestCommunity

/** The issuer's address is known only when the simulator listens. */
const settings = Object.defineProperty({ ...testSettings }, 'issuer', { get: () => issuer })

beforeAll(async () => {
  app = await startTestApp({ worker: false, settings })
  home = await app.community({ connected: false })
  issuer = new OpenidIssuer({
    issuer: `${app.simulator.url}/oauth/`,
    name: 'Simulator',
    hasChatAccounts: false,
    timeoutSeconds: 50,
    ...signInClient,
  })
})
beforeEach(() => {
  app.world.signIns.fault = null
})
afterAll(() => app.close())

const LATE = 300_001
const key = { name: 'Website', scopes: ['members.read'] }

const outcome = ({ status, body }: Answer) => [status, (body as { error?: { code: string } } | null)?.error?.code]
const REQUIRED = [403, 'proof_required']
const REFUSED = [401, 'sign_in_refused']

const prove = async ({ client, authenticator }: Pick<Staff, 'client' | 'authenticator'>): Promise<Answer> => {
  const { body } = await makeClient(app.url, sameOrigin).post('/v2/sign-in', undefined)
  return client.post('/v2/session/proof', { passkey: authenticator.assert(body.data) })
}

const marked = (Object.keys(operationTable) as OperationId[]).filter((id) => operationTable[id].needsProof)

const knock = ({ client }: Pick<Staff, 'client'>, id: OperationId): Promise<Answer> => {
  const { method, path } = operationTable[id]
  return client.send(method, path.replace(/\{[^}]+\}/g, 'x'), {})
}

describe('a session whose proof is older than five minutes', () => {
  it('changes no credentials, by no operation, and is told how to go on', async () => {
    const ana = await staffOf(app, home, 'administrator')
    app.advance(LATE)
    expect(marked).toEqual(
      expect.arrayContaining(['createKey', 'updateKey', 'rotateKey', 'createPerson', 'createWebhook']),
    )
    for (const id of marked) expect([id, outcome(await knock(ana, id))]).toEqual([id, REQUIRED])
    const { body } = await ana.client.post('/v2/keys', key)
    expect(body.error.details).toEqual({ operation: 'proveSession', signIn: 'passkey', maxAgeSeconds: 300 })
    expect(body.error.message).toContain('POST /v2/session/proof')
  })

  it('does not send the messages of a webhook elsewhere, which the person does after a proof', async () => {
    const ana = await staffOf(app, home, 'administrator')
    const { body } = await ana.client.post('/v2/webhooks', { url: 'https://bot.example.com/hooks' })
    const path = `/v2/webhooks/${body.data.webhookId}`
    app.advance(LATE)
    const thief = browserWith(app, ana.cookie)
    const elsewhere = { url: 'https://thief.example.com/hooks' }
    expect(outcome(await thief.patch(path, elsewhere))).toEqual(REQUIRED)
    expect((await home.client.get(path)).body.data.url).toBe('https://bot.example.com/hooks')
    expect((await prove(ana)).status).toBe(200)
    expect((await ana.client.patch(path, elsewhere)).status).toBe(200)
    expect((await home.client.patch(path, { enabled: false })).status).toBe(200)
  })

  it('does not invite its own person, which would replace the passkey', async () => {
    const ana = await staffOf(app, home, 'administrator')
    app.advance(LATE)
    const thief = browserWith(app, ana.cookie)
    expect(outcome(await thief.post(`/v2/people/${ana.personId}/invite`, undefined))).toEqual(REQUIRED)
    expect((await signIn(app, ana.authenticator)).status).toBe(200)
  })

  it('does everything else, and ends sessions', async () => {
    const ana = await staffOf(app, home, 'administrator')
    app.advance(LATE)
    expect((await ana.client.get('/v2/keys')).status).toBe(200)
    expect((await ana.client.post('/v2/medals', { name: 'Proven' })).status).toBe(201)
    expect((await ana.client.post(`/v2/sessions/${ana.session.sessionId}/revoke`, undefined)).status).toBe(200)
  })

  it('learns first that the role lacks the scope', async () => {
    const viewer = await staffOf(app, home, 'viewer')
    app.advance(LATE)
    expect(outcome(await viewer.client.post('/v2/keys', key))).toEqual([403, 'insufficient_scope'])
  })
})

it('needs no proof from a key', async () => {
  app.advance(LATE)
  expect((await home.client.post('/v2/keys', key)).status).toBe(201)
})

it('accepts a sign-in as a proof for five minutes', async () => {
  const ana = await staffOf(app, home, 'administrator')
  app.advance(299_000)
  const { status, body } = await ana.client.post('/v2/keys', key)
  expect(status).toBe(201)
  expect((await ana.client.post(`/v2/keys/${body.data.keyId}/revoke`, undefined)).status).toBe(200)
})

it('accepts a proof of the session for another five minutes, with the same cookie', async () => {
  const ana = await staffOf(app, home, 'administrator')
  app.advance(LATE)
  const proved = await prove(ana)
  expect(proved.status).toBe(200)
  expect(proved.headers['set-cookie']).toBeUndefined()
  const { sessionId, expiresAt } = ana.session
  expect(proved.body.data).toMatchObject({ sessionId, expiresAt, personId: ana.personId })
  expect(Date.parse(proved.body.data.provedAt) - Date.parse(ana.session.provedAt)).toBeGreaterThanOrEqual(LATE)
  expect((await ana.client.get('/v2/session')).body.data).toEqual(proved.body.data)
  expect((await ana.client.post('/v2/keys', key)).status).toBe(201)
  const [entry] = (await home.client.get('/v2/audit-entries?order=newest&action=session.prove')).body.data
  expect(entry).toMatchObject({ actor: { kind: 'person', id: ana.personId }, after: { sessionId } })
  app.advance(LATE)
  expect(outcome(await ana.client.post('/v2/keys', key))).toEqual(REQUIRED)
})

it('accepts a proof only for the session that sent it', async () => {
  const ana = await staffOf(app, home, 'administrator')
  const elsewhere = browserWith(app, cookieOf(await signIn(app, ana.authenticator)))
  app.advance(LATE)
  expect((await prove(ana)).status).toBe(200)
  expect(outcome(await elsewhere.post('/v2/keys', key))).toEqual(REQUIRED)
})

describe('refuses a proof', () => {
  it.each<[string, (ana: Staff, other: Staff) => Promise<Answer>]>([
    [
      'with the passkey of another person',
      (ana, other) => prove({ client: ana.client, authenticator: other.authenticator }),
    ],
    [
      'with the handle of the person and the passkey of another',
      async (ana, other) => {
        const { body } = await makeClient(app.url, sameOrigin).post('/v2/sign-in', undefined)
        const passkey = { ...other.authenticator.assert(body.data), userHandle: ana.authenticator.userHandle }
        return ana.client.post('/v2/session/proof', { passkey })
      },
    ],
    [
      'that is sent a second time',
      async (ana) => {
        const { body } = await makeClient(app.url, sameOrigin).post('/v2/sign-in', undefined)
        const passkey = ana.authenticator.assert(body.data)
        const used = await makeClient(app.url, sameOrigin).post('/v2/sign-in/finish', passkey)
        expect(used.status).toBe(200)
        return ana.client.post('/v2/session/proof', { passkey })
      },
    ],
    [
      'for a challenge of six minutes ago',
      async (ana) => {
        const { body } = await makeClient(app.url, sameOrigin).post('/v2/sign-in', undefined)
        app.advance(360_000)
        return ana.client.post('/v2/session/proof', { passkey: ana.authenticator.assert(body.data) })
      },
    ],
    [
      'by the issuer of who signs in with a passkey',
      async (ana) => ana.client.post('/v2/session/proof', { issuer: { code: 'x', state: 'x' } }),
    ],
  ])('%s', async (_, send) => {
    const ana = await staffOf(app, home, 'administrator')
    const other = await staffOf(app, home, 'administrator')
    app.advance(LATE)
    expect(outcome(await send(ana, other))).toEqual(REFUSED)
    expect(outcome(await ana.client.post('/v2/keys', key))).toEqual(REQUIRED)
  })

  it('of a key, of nobody, from another site, or of two kinds', async () => {
    const ana = await staffOf(app, home, 'administrator')
    const { body } = await makeClient(app.url, sameOrigin).post('/v2/sign-in', undefined)
    const proof = { passkey: ana.authenticator.assert(body.data) }
    const foreign = browserWith(app, ana.cookie, { Origin: 'https://evil.example' })
    for (const client of [home.client, makeClient(app.url, sameOrigin), foreign])
      expect(outcome(await client.post('/v2/session/proof', proof))).toEqual([401, 'missing_credentials'])
    const both = { ...proof, issuer: { code: 'x', state: 'x' } }
    for (const wrong of [both, {}])
      expect(outcome(await ana.client.post('/v2/session/proof', wrong))).toEqual([400, 'validation_failed'])
  })
})

describe('with the issuer', () => {
  let accounts = 910_000
  const nextAccount = (): void => {
    accounts += 1
    app.world.addUser({ userId: accounts, username: `Account${accounts}` })
    app.world.signIns.userId = accounts
  }

  interface Returned {
    readonly from: Record<string, string>
    readonly attempt: string
    readonly address: URL
  }

  async function returned(body: object): Promise<Returned> {
    const begun = await makeClient(app.url, sameOrigin).post('/v2/sign-in/issuer', body)
    expect(begun.status).toBe(200)
    const address = new URL(begun.body.data.authorizationUrl as string)
    const { headers } = await fetch(address, { redirect: 'manual' })
    const { searchParams } = new URL(headers.get('location') ?? '')
    return { from: Object.fromEntries(searchParams), attempt: cookieOf(begun), address }
  }

  const finish = ({ from, attempt }: Returned): Promise<Answer> =>
    browserWith(app, attempt).post('/v2/sign-in/issuer/finish', from)

  async function bound() {
    nextAccount()
    const { personId, invitation } = await invite(home, 'administrator')
    const cookie = cookieOf(await finish(await returned({ invitation })))
    return { personId, cookie, client: browserWith(app, cookie) }
  }

  const send = (cookie: string, { from, attempt }: Returned): Promise<Answer> =>
    browserWith(app, `${cookie}; ${attempt}`).post('/v2/session/proof', { issuer: from })

  it('asks it to have seen the person within five minutes, and accepts its answer once', async () => {
    const ana = await bound()
    app.advance(LATE)
    const { body } = await ana.client.post('/v2/keys', key)
    expect(body.error.details).toMatchObject({ signIn: 'issuer' })
    app.world.signIns.fault = 'repeat'
    const answer = await returned({ prove: true })
    expect(answer.address.searchParams.get('max_age')).toBe('300')
    expect((await send(ana.cookie, answer)).status).toBe(200)
    expect((await ana.client.post('/v2/keys', key)).status).toBe(201)
    expect(outcome(await send(ana.cookie, answer))).toEqual(REFUSED)
  })

  it.each<[string, () => Promise<Returned>]>([
    [
      'that saw the person an hour ago',
      () => {
        app.world.signIns.fault = 'seen-before' satisfies SignInFault
        return returned({ prove: true })
      },
    ],
    [
      'of another account',
      () => {
        nextAccount()
        return returned({ prove: true })
      },
    ],
    ['to a sign-in, which it was not asked for within five minutes', () => returned({})],
  ])('refuses an answer %s', async (_, answer) => {
    const ana = await bound()
    app.advance(LATE)
    expect(outcome(await send(ana.cookie, await answer()))).toEqual(REFUSED)
    expect(outcome(await ana.client.post('/v2/keys', key))).toEqual(REQUIRED)
  })

  it('signs nobody in with a proof, and begins none for an invitation or a player', async () => {
    await bound()
    expect(outcome(await finish(await returned({ prove: true })))).toEqual(REFUSED)
    const { invitation } = await invite(home, 'viewer')
    for (const more of [{ invitation }, { applicant: true, communityId: home.communityId }])
      expect(
        outcome(await makeClient(app.url, sameOrigin).post('/v2/sign-in/issuer', { prove: true, ...more }))[0],
      ).not.toBe(200)
  })
})
