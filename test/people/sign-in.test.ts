// Invitations, sign-in with passkeys, and what is refused.
import { sql } from 'kysely'
import { startTestApp, makeClient, type TestApp, type TestCommunity } from '../support/app'
import { Authenticator } from '../support/authenticator'
import { browserWith, cookieOf, invite, origin, register, sameOrigin, signIn, staffOf } from '../support/people'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community({ connected: false })
})
afterAll(() => app.close())

const refusal = { status: 401, code: 'sign_in_refused' }
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) => ({
  status,
  code: body.error?.code,
})

it('registers a passkey with an invitation, and signs in with it', async () => {
  const { personId, invitation } = await invite(home, 'reviewer')
  const authenticator = new Authenticator(origin)
  const registered = await register(app, invitation, authenticator)
  expect(registered.body.data).toMatchObject({ personId, name: 'Ana', role: 'reviewer', communityId: home.communityId })
  const signedIn = await signIn(app, authenticator)
  expect(signedIn.status).toBe(200)
  const own = await browserWith(app, cookieOf(signedIn)).get('/v2/session')
  expect(own.body.data).toEqual(signedIn.body.data)
  expect(own.body.data.sessionId).not.toBe(registered.body.data.sessionId)
})

it('sends the cookie to this host only, over TLS, and not to scripts', async () => {
  const { invitation } = await invite(home, 'viewer')
  const header = String((await register(app, invitation)).headers['set-cookie'])
  expect(header).toMatch(/^__Host-session=[a-z2-7_]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/)
})

it('stores neither the invitation nor the cookie', async () => {
  const { invitation } = await invite(home, 'viewer')
  const { cookie } = await staffOf(app, home, 'viewer')
  const rows = await sql<{
    text: string
  }>`select p::text as text from person p union all select s::text from person_session s`.execute(app.dba)
  const text = rows.rows.map((row) => row.text).join('\n')
  const secrets = [invitation, cookie].map((secret) => secret.split('_').at(-1) ?? '')
  expect(secrets.filter((secret) => secret.length !== 40 || text.includes(secret))).toEqual([])
})

it('refuses an invitation that was used', async () => {
  const { invitation } = await invite(home, 'viewer')
  expect((await register(app, invitation)).status).toBe(200)
  expect(outcome(await register(app, invitation))).toEqual(refusal)
})

it('accepts an invitation once when two browsers use it at the same time', async () => {
  const { invitation } = await invite(home, 'viewer')
  const answers = await Promise.all([1, 2, 3, 4].map(() => register(app, invitation)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
})

it('refuses an invitation after 72 hours', async () => {
  const { invitation } = await invite(home, 'viewer')
  app.advance(72 * 3_600_000 + 1)
  expect(outcome(await register(app, invitation))).toEqual(refusal)
})

it('refuses the earlier invitation of a person who is invited again', async () => {
  const { personId, invitation } = await invite(home, 'viewer')
  await home.client.post(`/v2/people/${personId}/invite`, undefined)
  expect(outcome(await register(app, invitation))).toEqual(refusal)
})

it('accepts an assertion once', async () => {
  const { authenticator } = await staffOf(app, home, 'viewer')
  const browser = makeClient(app.url, sameOrigin)
  const assertion = authenticator.assert((await browser.post('/v2/sign-in', undefined)).body.data)
  const answers = await Promise.all([1, 2, 3].map(() => browser.post('/v2/sign-in/finish', assertion)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
})

it('refuses a challenge after five minutes, one of a registration, and one that it did not make', async () => {
  const { authenticator } = await staffOf(app, home, 'viewer')
  const browser = makeClient(app.url, sameOrigin)
  const { invitation } = await invite(home, 'viewer')
  const { relyingPartyId, challenge } = (await browser.post('/v2/sign-in', undefined)).body.data
  const other = (await browser.post('/v2/sign-in/registration', { invitation })).body.data.challenge as string
  const forged = Buffer.from(challenge as string, 'base64url').map((byte, at) => (at === 10 ? byte ^ 1 : byte))
  for (const wrong of [other, Buffer.from(forged).toString('base64url'), 'AAAA']) {
    const assertion = authenticator.assert({ challenge: wrong, relyingPartyId })
    expect(outcome(await browser.post('/v2/sign-in/finish', assertion))).toEqual(refusal)
  }
  app.advance(300_001)
  const late = authenticator.assert({ challenge, relyingPartyId })
  expect(outcome(await browser.post('/v2/sign-in/finish', late))).toEqual(refusal)
})

it('refuses a passkey of another origin, another host, another person, or without the user', async () => {
  const [ana, bea] = [await staffOf(app, home, 'viewer', 'Ana'), await staffOf(app, home, 'viewer', 'Bea')]
  const browser = makeClient(app.url, sameOrigin)
  const asked = async () => (await browser.post('/v2/sign-in', undefined)).body.data
  const wrong = [
    ana.authenticator.assert({ ...(await asked()), origin: 'https://community.test.evil.example' }),
    ana.authenticator.assert({ ...(await asked()), relyingPartyId: 'evil.example' }),
    { ...ana.authenticator.assert(await asked()), userHandle: bea.authenticator.userHandle },
    { ...ana.authenticator.assert(await asked()), credentialId: bea.authenticator.credentialId },
    // flags: user present, but not verified by PIN or fingerprint
    ana.authenticator.assert(await asked(), 0x01),
  ]
  for (const assertion of wrong) expect(outcome(await browser.post('/v2/sign-in/finish', assertion))).toEqual(refusal)
})

it('gives the same answer for whatever is wrong, so that nobody learns who exists', async () => {
  const { personId, invitation } = await invite(home, 'viewer')
  const known = await staffOf(app, home, 'viewer')
  await home.client.patch(`/v2/people/${known.personId}`, { enabled: false })
  const unknown = invitation.replace(/_[a-z2-7]{20}_/, `_${'a'.repeat(20)}_`)
  const wrongSecret = invitation.slice(0, -1) + (invitation.endsWith('a') ? 'b' : 'a')
  const stranger = new Authenticator(origin)
  stranger.userHandle = Buffer.from(`${home.communityId} per_${'a'.repeat(20)}`).toString('base64url')
  const answers = [
    await register(app, unknown),
    await register(app, wrongSecret),
    await register(app, 'nonsense'),
    await signIn(app, stranger),
    await signIn(app, known.authenticator),
  ]
  const texts = answers.map(({ status, text }) => `${status} ${text}`)
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).not.toContain(personId)
})

it('tells a page at another address which one works, before a device is asked, and says nothing of who exists', async () => {
  const { invitation } = await invite(home, 'viewer')
  const elsewhere = { Origin: 'http://127.0.0.1:8080', 'Sec-Fetch-Site': 'same-origin' }
  const page = makeClient(app.url, elsewhere)
  const answers = [
    await page.post('/v2/sign-in'),
    await page.post('/v2/sign-in/registration', { invitation }),
    await page.post('/v2/sign-in/registration', { invitation: 'unknown' }),
    await page.post('/v2/applicant-session', { communityId: home.communityId, code: 'BCD-FGH-JKL-MNP' }),
  ]
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(401)
  expect(answers[0]?.body.error.message).toContain(`Open it at ${origin}`)
  expect((await makeClient(app.url, sameOrigin).post('/v2/sign-in')).status).toBe(200)
  expect((await makeClient(app.url, {}).post('/v2/sign-in')).status).toBe(200)
})

it.each<[string, Record<string, string>]>([
  ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['another port of the host', { Origin: `${origin}:8443`, 'Sec-Fetch-Site': 'same-site' }],
  ['no page', {}],
  ['a page without an origin', { Origin: 'null' }],
])('refuses a sign-in that comes from %s', async (_, headers) => {
  const { authenticator } = await staffOf(app, home, 'viewer')
  const { invitation } = await invite(home, 'viewer')
  expect(outcome(await signIn(app, authenticator, headers))).toEqual(refusal)
  expect(outcome(await register(app, invitation, undefined, headers))).toEqual(refusal)
})

it('ends the session of the cookie that was sent with a sign-in, and gives a new one', async () => {
  const { authenticator, cookie, client } = await staffOf(app, home, 'viewer')
  const answer = await signIn(app, authenticator, { ...sameOrigin, Cookie: cookie })
  expect(cookieOf(answer)).not.toBe(cookie)
  expect((await client.get('/v2/session')).status).toBe(401)
})

it('gives a new session, whatever cookie was set before the sign-in', async () => {
  const { authenticator } = await staffOf(app, home, 'viewer')
  const attacker = await staffOf(app, home, 'viewer')
  const chosen = `__Host-session=${'a'.repeat(20)}_${'b'.repeat(20)}_${'c'.repeat(40)}`
  const answer = await signIn(app, authenticator, { ...sameOrigin, Cookie: chosen })
  expect(cookieOf(answer)).not.toBe(chosen)
  expect((await browserWith(app, chosen).get('/v2/session')).status).toBe(401)
  // with the id of another session but a wrong secret, a sign-in does not end that session
  const secret = attacker.cookie.split('_').at(-1) ?? ''
  await signIn(app, authenticator, { ...sameOrigin, Cookie: attacker.cookie.replace(secret, 'c'.repeat(40)) })
  expect((await attacker.client.get('/v2/session')).status).toBe(200)
})

it('limits the attempts of an address, also with new invitations each time', async () => {
  const limited = await startTestApp({ worker: false, rateLimits: { key: 1_000, address: 5, access: 1_000 } })
  try {
    const browser = makeClient(limited.url, sameOrigin)
    const answers = []
    for (let attempt = 0; attempt < 8; attempt++)
      answers.push(await browser.post('/v2/sign-in/registration', { invitation: `inv_${attempt}` }))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  } finally {
    await limited.close()
  }
})
