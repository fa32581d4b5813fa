// Sign-in of staff with an account at an OpenID issuer, which is the simulator.
import { sql } from 'kysely'
import { OpenidIssuer, type IssuerOptions } from '../../src/issuer/openid-issuer'
import { signInClient, type SignInFault } from '../../src/simulator/sign-ins'
import { group, makeClient, startTestApp, testSettings } from '../support/app'
import type { Answer, Headers, TestApp, TestCommunity } from '../support/app'
import { browserWith, cookieOf, invite, origin, register, sameOrigin, signIn, staffOf } from '../support/people'
import { until } from '../support/until'

let issuer: OpenidIssuer | null = null
let app: TestApp
let home: TestCommunity

const makeIssuer = (options: Partial<IssuerOptions> = {}): OpenidIssuer =>
  new OpenidIssuer({
    issuer: `${app.simulator.url}/oauth/`,
    name: 'Simulator',
    hasChatAccounts: false,
    timeoutSeconds: 50,
    ...signInClient,
    ...options,
  })

/** The issuer's address is known only when the simulator listens. */
const settings = Object.defineProperty({ ...testSettings }, 'issuer', { get: () => issuer })

beforeAll(async () => {
  app = await startTestApp({ worker: false, settings })
  home = await app.community({ connected: false })
})
beforeEach(() => {
  issuer = makeIssuer()
  const { signIns } = app.world
  Object.assign(signIns, { fault: null, method: 'basic', userId: nextAccount() })
  app.simulator.faults.clear()
})
afterAll(() => app.close())

/** The last account: each test has a new one. */
let accounts = 900_000
function nextAccount(): number {
  accounts += 1
  app.world.addUser({ userId: accounts, username: `Account${accounts}` })
  return accounts
}

const refusal = { status: 401, code: 'sign_in_refused' }
const outcome = ({ status, body }: Answer) => ({ status, code: (body as { error?: { code: string } }).error?.code })

interface Begun {
  readonly answer: Answer
  readonly address: URL
  /** The cookie of the attempt, which the browser keeps. */
  readonly cookie: string
}

async function begin(body: object = {}, headers: Headers = sameOrigin): Promise<Begun> {
  const answer = await makeClient(app.url, headers).post('/v2/sign-in/issuer', body)
  const { authorizationUrl = 'https://none.example' } = answer.body.data ?? {}
  return { answer, address: new URL(authorizationUrl as string), cookie: cookieOf(answer) }
}

type FromIssuer = Record<string, string>

/** Parameters with which the issuer sends the browser back. */
async function authorize(address: URL): Promise<FromIssuer> {
  const { headers, status } = await fetch(address, { redirect: 'manual' })
  expect(status).toBe(302)
  const { origin: at, pathname, searchParams } = new URL(headers.get('location') ?? '')
  expect(`${at}${pathname}`).toBe(`${origin}/console/signed-in`)
  return Object.fromEntries(searchParams)
}

const finish = (from: FromIssuer, cookie: string, headers: Headers = sameOrigin): Promise<Answer> =>
  makeClient(app.url, { ...headers, Cookie: cookie }).post('/v2/sign-in/issuer/finish', from)

async function throughIssuer(body: object = {}): Promise<Answer> {
  const { address, cookie } = await begin(body)
  return finish(await authorize(address), cookie)
}

/** A person who is bound to the current account. */
async function bound(at = home): Promise<{ personId: string; cookie: string }> {
  const { personId, invitation } = await invite(at, 'reviewer')
  const answer = await throughIssuer({ invitation })
  expect(answer.status).toBe(200)
  return { personId, cookie: cookieOf(answer) }
}

const personOf = async (personId: string) => (await home.client.get(`/v2/people/${personId}`)).body.data

it('binds the account to the person whom the invitation names, and signs in with it', async () => {
  const { personId, invitation } = await invite(home, 'reviewer')
  expect(await personOf(personId)).toMatchObject({ state: 'invited', signIn: null })
  const first = await throughIssuer({ invitation })
  expect(first.body.data).toMatchObject({ personId, name: 'Ana', role: 'reviewer', communityId: home.communityId })
  expect(await personOf(personId)).toMatchObject({ state: 'active', signIn: 'issuer', invitationExpiresAt: null })
  const second = await throughIssuer()
  const own = await browserWith(app, cookieOf(second)).get('/v2/session')
  expect(own.body.data).toEqual(second.body.data)
  expect(own.body.data.sessionId).not.toBe(first.body.data.sessionId)
})

it('tells nobody the id of the account', async () => {
  const { personId } = await bound()
  const texts = [`/v2/people/${personId}`, '/v2/people', '/v2/sessions', '/v2/audit-entries'].map(
    async (path) => (await home.client.get(path)).text,
  )
  expect((await Promise.all(texts)).filter((text) => text.includes(String(app.world.signIns.userId)))).toEqual([])
})

it('asks the issuer for the id alone, with PKCE, and to return to one page', async () => {
  const { address } = await begin({})
  const parameters = Object.fromEntries(address.searchParams)
  expect(parameters).toEqual({
    client_id: signInClient.clientId,
    response_type: 'code',
    scope: 'openid',
    code_challenge_method: 'S256',
    redirect_uri: `${origin}/console/signed-in`,
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
})

it('keeps what it compares in a sealed cookie of this host, and removes it with the session', async () => {
  const { invitation } = await invite(home, 'viewer')
  const { answer, address, cookie } = await begin({ invitation })
  const attributes = 'Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure'
  expect(String(answer.headers['set-cookie'])).toMatch(new RegExp(`^__Host-issuer=[\\w-]+; ${attributes}$`))
  const opened = Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString('latin1')
  const secrets = [invitation, address.searchParams.get('state') ?? '', address.searchParams.get('nonce') ?? '']
  expect(secrets.filter((secret) => secret === '' || opened.includes(secret))).toEqual([])
  const [session, removal] = (await finish(await authorize(address), cookie)).headers['set-cookie'] ?? ''
  expect(session).toMatch(/^__Host-session=[a-z2-7_]+; /)
  expect(removal).toBe('__Host-issuer=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure')
})

it('refuses each answer that is not the right one, in the same words', async () => {
  const { personId } = await bound()
  const refused: [string, Answer][] = []
  const with_ = async (what: string, change: (from: FromIssuer, cookie: string) => Promise<Answer>) => {
    const { address, cookie } = await begin()
    refused.push([what, await change(await authorize(address), cookie)])
  }
  const faults: SignInFault[] = ['nonce', 'issuer', 'audience', 'expired', 'signature', 'no-token']
  for (const fault of faults) {
    app.world.signIns.fault = fault
    refused.push([fault, await throughIssuer()])
  }
  app.world.signIns.fault = null
  const other = await begin()
  await with_('another code', (from, cookie) => finish({ ...from, code: 'nonsense' }, cookie))
  await with_('the code of another attempt', async (from, cookie) =>
    finish({ ...from, code: (await authorize(other.address))['code'] ?? '' }, cookie),
  )
  await with_('another state', (from, cookie) => finish({ ...from, state: `${from['state']}x` }, cookie))
  await with_('another issuer', (from, cookie) => finish({ ...from, iss: 'https://evil.example/' }, cookie))
  await with_('no issuer', ({ code = '', state = '' }, cookie) => finish({ code, state }, cookie))
  await with_('the cookie of another browser', (from) => finish(from, other.cookie))
  await with_('no cookie', (from) => finish(from, '__Host-session=nothing'))
  // the first character, since some bits of the last one have no meaning
  await with_('a changed cookie', (from, cookie) =>
    finish(
      from,
      cookie.replace(/=./, (first) => (first === '=A' ? '=B' : '=A')),
    ),
  )
  await with_('a short cookie', (from) => finish(from, '__Host-issuer=AAAA'))
  await with_('two cookies', (from, cookie) => finish(from, `${cookie}; ${other.cookie}`))
  // only the beginning of a sign-in tells a page at another origin where the server is
  await with_('another site', (from, cookie) => finish(from, cookie, { 'Sec-Fetch-Site': 'cross-site' }))
  await with_('no page', (from, cookie) => finish(from, cookie, {}))
  await with_('a late answer', (from, cookie) => {
    app.advance(600_001)
    return finish(from, cookie)
  })
  await home.client.patch(`/v2/people/${personId}`, { enabled: false })
  refused.push(['a disabled person', await throughIssuer()])
  app.world.signIns.userId = nextAccount()
  refused.push(['an unknown account', await throughIssuer()])
  const texts = refused.map(([, { status, text }]) => `${status} ${text}`)
  expect(refused.filter(([, answer]) => outcome(answer).code !== refusal.code).map(([what]) => what)).toEqual([])
  expect(new Set(texts).size).toBe(1)
  expect(refused.filter(([, { headers }]) => headers['set-cookie'] !== undefined)).toEqual([])
})

it('logs why the issuer was refused', async () => {
  app.world.signIns.fault = 'nonce'
  app.logs.length = 0
  expect(outcome(await throughIssuer())).toEqual(refusal)
  const warnings = app.logs.filter(({ level }) => level === 'warn')
  expect(warnings).toMatchObject([{ code: 'sign_in_refused', reason: expect.stringMatching(/nonce/) }])
})

it('accepts an attempt once, also from an issuer that accepts a code twice', async () => {
  await bound()
  app.world.signIns.fault = 'repeat'
  const { address, cookie } = await begin()
  const from = await authorize(address)
  const answers = await Promise.all([1, 2, 3, 4].map(() => finish(from, cookie)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  expect(outcome(await finish(from, cookie))).toEqual(refusal)
})

it('refuses an attempt that was begun with another issuer or another client', async () => {
  await bound()
  for (const changed of [{ issuer: `${app.simulator.url}/oauth` }, { clientId: 'another' }]) {
    issuer = makeIssuer()
    const { address, cookie } = await begin()
    const from = await authorize(address)
    issuer = makeIssuer(changed)
    expect(outcome(await finish(from, cookie))).toEqual(refusal)
  }
})

it('accepts an invitation once when two accounts use it at the same time', async () => {
  const { invitation } = await invite(home, 'viewer')
  const begun = [await begin({ invitation }), await begin({ invitation })]
  const answers = []
  for (const { address, cookie } of begun) {
    app.world.signIns.userId = nextAccount()
    answers.push({ from: await authorize(address), cookie })
  }
  const passkey = register(app, invitation)
  const finished = await Promise.all([...answers.map(({ from, cookie }) => finish(from, cookie)), passkey])
  expect(finished.map(({ status }) => status).sort()).toEqual([200, 401, 401])
})

it('refuses an invitation that is unknown or late, at the begin and at the end', async () => {
  const { invitation } = await invite(home, 'viewer')
  expect(outcome((await begin({ invitation: 'inv_nonsense' })).answer)).toEqual(refusal)
  app.advance(72 * 3_600_000 - 60_000)
  const { address, cookie } = await begin({ invitation })
  app.advance(120_000)
  expect(outcome(await finish(await authorize(address), cookie))).toEqual(refusal)
  expect(outcome((await begin({ invitation })).answer)).toEqual(refusal)
})

it('refuses the account of another person of the community, also at the same time', async () => {
  const people = [await invite(home, 'viewer'), await invite(home, 'viewer'), await invite(home, 'viewer')]
  const answers = await Promise.all(people.map(({ invitation }) => throughIssuer({ invitation })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  const states = await Promise.all(people.map(async ({ personId }) => (await personOf(personId)).state))
  expect(states.sort()).toEqual(['active', 'invited', 'invited'])
})

it('binds an account by the invitation alone, not by an equal id of a user', async () => {
  app.world.signIns.userId = group.owner
  await home.client.post('/v2/people', { name: String(group.owner), role: 'viewer' })
  expect(outcome(await throughIssuer())).toEqual(refusal)
})

it('removes the account and the sessions of a person who is invited again', async () => {
  const { personId, cookie } = await bound()
  const { body } = await home.client.post(`/v2/people/${personId}/invite`, undefined)
  expect(body.data).toMatchObject({ state: 'invited', signIn: null })
  expect((await browserWith(app, cookie).get('/v2/session')).status).toBe(401)
  expect(outcome(await throughIssuer())).toEqual(refusal)
  const invitation = String(body.data.invitation).split('#invitation=')[1]
  expect((await throughIssuer({ invitation })).status).toBe(200)
})

it('refuses the account when a server of the previous release has invited the person again', async () => {
  const { personId } = await bound()
  await sql`update person set invitation_hash = '\\x00', invitation_expires_at = now() where person_id = ${personId}`.execute(
    app.dba,
  )
  expect(await personOf(personId)).toMatchObject({ state: 'invited', signIn: null })
  expect(outcome(await throughIssuer())).toEqual(refusal)
})

it('asks for the community when the account signs in to several, and signs in to that one', async () => {
  const other = await app.community()
  await bound()
  await bound(other)
  const answer = await throughIssuer()
  expect(outcome(answer)).toEqual({ status: 409, code: 'community_choice_required' })
  const offered = answer.body.error.details.communities as {
    communityId: string
    name: string
    groupId: string | null
  }[]
  expect(offered.map(({ communityId }) => communityId).sort()).toEqual([home.communityId, other.communityId].sort())
  expect(offered.map(({ name }) => name)).toEqual(['Test community', 'Test community'])
  // the group distinguishes communities with the same name
  const groupOf = (id: string) => offered.find(({ communityId }) => communityId === id)?.groupId
  expect([groupOf(home.communityId), groupOf(other.communityId)]).toEqual([null, String(group.id)])
  for (const { communityId } of offered) {
    const signedIn = await throughIssuer({ communityId })
    expect(signedIn.body.data).toMatchObject({ communityId })
  }
  const third = await app.community({ connected: false })
  expect(outcome(await throughIssuer({ communityId: third.communityId }))).toEqual(refusal)
})

it('ends the session of the cookie that was sent with a sign-in, and gives a new one', async () => {
  const { cookie } = await bound()
  const begun = await begin()
  const answer = await finish(await authorize(begun.address), `${cookie}; ${begun.cookie}`)
  expect(cookieOf(answer)).not.toBe(cookie)
  expect((await browserWith(app, cookie).get('/v2/session')).status).toBe(401)
})

it.each<[string, Headers]>([
  ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['no page', {}],
])('refuses to begin for %s', async (_, headers) => {
  const { answer } = await begin({}, headers)
  expect(outcome(answer)).toEqual(refusal)
  expect(answer.headers['set-cookie']).toBeUndefined()
})

it('limits the attempts of an address at the begin and at the end', async () => {
  const limited = await startTestApp({
    worker: false,
    settings,
    rateLimits: { key: 1_000, address: 4, access: 1_000 },
  })
  try {
    const browser = makeClient(limited.url, sameOrigin)
    const answers = []
    for (let attempt = 0; attempt < 3; attempt++) {
      answers.push(await browser.post('/v2/sign-in/issuer', { invitation: `inv_${attempt}` }))
      answers.push(await browser.post('/v2/sign-in/issuer/finish', { code: 'guess', state: 'guess' }))
    }
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429, 429])
  } finally {
    await limited.close()
  }
})

it('authenticates itself as the issuer asks', async () => {
  await bound()
  app.world.signIns.method = 'post'
  issuer = makeIssuer()
  expect((await throughIssuer()).status).toBe(200)
})

describe('an issuer that does not answer as it must', () => {
  const down = { status: 503, code: 'issuer_unavailable' }
  const path = '^/oauth/'

  it('stops its own sign-in alone, and works when it answers', async () => {
    await bound()
    const { authenticator } = await staffOf(app, home, 'viewer')
    app.simulator.faults.add({ kind: 'reject', status: 503, path })
    issuer = makeIssuer()
    const { answer } = await begin()
    expect(outcome(answer)).toEqual(down)
    expect(answer.headers['retry-after']).toBe('5')
    expect((await signIn(app, authenticator)).status).toBe(200)
    app.simulator.faults.clear()
    await until('the failure is forgotten', async () => (await begin()).answer.status === 200)
    expect((await throughIssuer()).status).toBe(200)
  })

  it.each([
    { kind: 'drop', path: '/v1/token$' },
    { kind: 'reject', status: 500, path: '/v1/token$' },
    { kind: 'garbage', path: '/v1/token$' },
    { kind: 'drop', path: '/v1/certs$' },
    { kind: 'garbage', path: 'openid-configuration$' },
    { kind: 'redirect', location: 'http://127.0.0.1:1/', path: '/v1/token$' },
  ] as const)('is answered 503 at the end: %j', async (fault) => {
    await bound()
    const { address, cookie } = await begin()
    const from = await authorize(address)
    issuer = makeIssuer()
    app.simulator.faults.add(fault)
    expect(outcome(await finish(from, cookie))).toEqual(down)
  })

  it('is answered 503 when it does not accept the secret of this server, which the log tells', async () => {
    issuer = makeIssuer({ clientSecret: 'hunter2' })
    app.logs.length = 0
    expect(outcome(await throughIssuer())).toEqual(down)
    const [line] = app.logs.filter(({ code }) => code === 'issuer_unavailable')
    expect(line?.['reason']).toMatch(/invalid_client/)
    expect(JSON.stringify(app.logs)).not.toContain('hunter2')
  })
})

it('discovers the issuer once for sign-ins that begin at the same time', async () => {
  const before = app.simulator.requests.length
  const answers = await Promise.all([1, 2, 3, 4].map(() => begin()))
  expect(answers.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200])
  await throughIssuer()
  const paths = app.simulator.requests.slice(before).map((request) => request.path)
  expect(paths.filter((at) => at.endsWith('openid-configuration'))).toHaveLength(1)
})

it('tells the name of the issuer, and 404 without one', async () => {
  const named = async () => (await makeClient(app.url, sameOrigin).post('/v2/sign-in', undefined)).body.data.issuerName
  expect(await named()).toBe('Simulator')
  const { address, cookie } = await begin()
  const from = await authorize(address)
  issuer = null
  expect(await named()).toBeNull()
  const missing = { status: 404, code: 'issuer_not_configured' }
  expect(outcome((await begin()).answer)).toEqual(missing)
  expect(outcome(await finish(from, cookie))).toEqual(missing)
})
