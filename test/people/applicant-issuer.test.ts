// A player signs in with the chat account at an OpenID issuer, which is the simulator.
import { OpenidIssuer } from '../../src/issuer/openid-issuer'
import { signInClient } from '../../src/simulator/sign-ins'
import { newUserId, refusal, verify } from '../applications/submissions/fixture'
import { makeClient, startTestApp, testSettings } from '../support/app'
import type { Answer, Headers, TestApp, TestCommunity } from '../support/app'
import { browserWith, cookieOf, invite, sameOrigin } from '../support/people'

let issuer: OpenidIssuer | null = null
let app: TestApp
let home: TestCommunity
const settings = Object.defineProperty({ ...testSettings }, 'issuer', { get: () => issuer })
const makeIssuer = (hasChatAccounts: boolean): OpenidIssuer =>
  new OpenidIssuer({
    issuer: `${app.simulator.url}/oauth/`,
    name: 'Simulator',
    ...signInClient,
    hasChatAccounts,
    timeoutSeconds: 50,
  })

beforeAll(async () => {
  app = await startTestApp({ worker: false, settings })
  home = await app.community({ connected: false })
})
let chatAccounts = 700_000
beforeEach(() => {
  issuer = makeIssuer(true)
  chatAccounts += 1
  app.world.addUser({ userId: chatAccounts, username: `Chat${chatAccounts}` })
  Object.assign(app.world.signIns, { fault: null, method: 'basic', userId: chatAccounts })
})
afterAll(() => app.close())

const refused = [401, 'sign_in_refused']
/** `sub` of the account that the issuer signs in. */
const subject = (): string => String(app.world.signIns.userId)
const link = (at: TestCommunity, userId: number, chatUserId = subject()) =>
  at.client.put(`/v2/verifications/${userId}`, { chatUserId, transfer: true })

const begin = (body: object, headers: Headers = sameOrigin): Promise<Answer> =>
  makeClient(app.url, headers).post('/v2/sign-in/issuer', body)

async function authorize(begun: Answer): Promise<Record<string, string>> {
  const { headers } = await fetch(begun.body.data.authorizationUrl as string, { redirect: 'manual' })
  return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams)
}

const finish = (from: object, cookie: string, path = '/v2/applicant-session/issuer'): Promise<Answer> =>
  makeClient(app.url, { ...sameOrigin, Cookie: cookie }).post(path, from)

async function throughIssuer(more: object = {}, at = home): Promise<Answer> {
  const begun = await begin({ communityId: at.communityId, applicant: true, ...more })
  return finish(await authorize(begun), cookieOf(begun))
}

const sessionIn = (answer: Answer): string => {
  const [session = ''] = [answer.headers['set-cookie'] ?? []].flat()
  return session.split(';', 1)[0] ?? ''
}
const stateOf = async (answer: Answer) =>
  (await browserWith(app, sessionIn(answer)).get('/v2/applicant-session')).status

it('signs in the account that the community linked to the chat account, and names it in the audit log', async () => {
  const userId = newUserId()
  await link(home, userId)
  const answer = await throughIssuer()
  expect(answer.body.data).toMatchObject({ communityId: home.communityId, userId: String(userId) })
  expect([answer.headers['set-cookie']].flat().map((cookie) => cookie?.replace(/=[a-z2-7_]+;.*/, ''))).toEqual([
    '__Host-applicant',
    '__Host-issuer=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
  ])
  expect(await stateOf(answer)).toBe(200)
  const [entry] = (await home.client.get(`/v2/audit-entries?order=newest&userId=${userId}`)).body.data
  expect(entry).toMatchObject({ action: 'applicant.sign-in', after: { by: 'issuer' }, actor: { kind: 'applicant' } })
})

it('signs in the account that the operator linked, unless the community linked it to another one', async () => {
  const userId = newUserId()
  await verify(app, userId, subject())
  expect((await throughIssuer()).body.data.userId).toBe(String(userId))
  await link(home, userId, 'another-chat-account')
  expect(refusal(await throughIssuer())).toEqual(refused)
})

it('knows no account of another community', async () => {
  const other = await app.community({ connected: false })
  await link(other, newUserId())
  expect(refusal(await throughIssuer())).toEqual(refused)
  expect((await throughIssuer({}, other)).status).toBe(200)
})

it('lets the player choose one of several accounts, and none that is not linked', async () => {
  const [one, other] = [newUserId(), newUserId()]
  for (const userId of [one, other]) await link(home, userId)
  const answer = await throughIssuer()
  expect(refusal(answer)).toEqual([409, 'account_choice_required'])
  expect(answer.body.error.details.accounts).toEqual(
    [one, other].map((userId) => ({ userId: String(userId), username: null })),
  )
  expect((await throughIssuer({ userId: String(other) })).body.data.userId).toBe(String(other))
  expect(refusal(await throughIssuer({ userId: '101' }))).toEqual(refused)
})

it.each<[string, (userId: number) => Promise<unknown>]>([
  ['removed', (userId) => home.client.delete(`/v2/verifications/${userId}`)],
  ['moved to another chat account', (userId) => link(home, userId, 'the-new-owner')],
])('ends with the link: %s', async (_, change) => {
  const userId = newUserId()
  await link(home, userId)
  const answer = await throughIssuer()
  expect(await stateOf(answer)).toBe(200)
  await change(userId)
  expect(await stateOf(answer)).toBe(401)
})

it('is off until the operator says what the ids at the issuer are', async () => {
  await link(home, newUserId())
  const begun = await begin({ communityId: home.communityId, applicant: true })
  issuer = makeIssuer(false)
  expect(refusal(await begin({ communityId: home.communityId, applicant: true }))).toEqual([
    404,
    'issuer_not_configured',
  ])
  expect(refusal(await finish(await authorize(begun), cookieOf(begun)))).toEqual([404, 'issuer_not_configured'])
  const offered = async () => (await makeClient(app.url, sameOrigin).post('/v2/sign-in', undefined)).body.data
  expect(await offered()).toMatchObject({ issuerName: 'Simulator', applicantIssuerName: null })
  issuer = makeIssuer(true)
  expect(await offered()).toMatchObject({ issuerName: 'Simulator', applicantIssuerName: 'Simulator' })
})

it('needs the community, and takes no invitation', async () => {
  const { invitation } = await invite(home, 'viewer')
  const { communityId } = home
  for (const body of [{ applicant: true }, { applicant: true, communityId, invitation }])
    expect(refusal(await begin(body))).toEqual([400, 'validation_failed'])
})

it('makes no session of a person, and a sign-in of a person none of a player', async () => {
  await link(home, newUserId())
  const forPlayer = await begin({ communityId: home.communityId, applicant: true })
  const path = '/v2/sign-in/issuer/finish'
  expect(refusal(await finish(await authorize(forPlayer), cookieOf(forPlayer), path))).toEqual(refused)
  const forPerson = await begin({ communityId: home.communityId })
  expect(refusal(await finish(await authorize(forPerson), cookieOf(forPerson)))).toEqual(refused)
})

it('accepts an attempt once, also from an issuer that accepts a code twice, and after the player signed out', async () => {
  await link(home, newUserId())
  app.world.signIns.fault = 'repeat'
  const begun = await begin({ communityId: home.communityId, applicant: true })
  const from = await authorize(begun)
  const answers = await Promise.all([1, 2, 3].map(() => finish(from, cookieOf(begun))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  const [first] = answers.filter(({ status }) => status === 200)
  await browserWith(app, sessionIn(first as Answer)).post('/v2/applicant-session/end', undefined)
  expect(refusal(await finish(from, cookieOf(begun)))).toEqual(refused)
})

it('accepts an attempt once, also after so many sign-ins that its session ended', async () => {
  await link(home, newUserId())
  app.world.signIns.fault = 'repeat'
  const begun = await begin({ communityId: home.communityId, applicant: true })
  const from = await authorize(begun)
  const first = await finish(from, cookieOf(begun))
  const sessions = []
  for (let count = 0; count < 5; count += 1) {
    const another = await begin({ communityId: home.communityId, applicant: true })
    sessions.push(await finish(await authorize(another), cookieOf(another)))
  }
  expect(refusal(await finish(from, cookieOf(begun)))).toEqual(refused)
  const read = async (answer: Answer) => (await browserWith(app, sessionIn(answer)).get('/v2/applicant-session')).status
  expect([await read(first), ...(await Promise.all(sessions.map(read)))]).toEqual([401, 200, 200, 200, 200, 200])
})

it('refuses the answer of another browser, of another site, and of a faulty issuer', async () => {
  await link(home, newUserId())
  const [begun, other] = [
    await begin({ communityId: home.communityId, applicant: true }),
    await begin({ communityId: home.communityId, applicant: true }),
  ]
  const from = await authorize(begun)
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', Cookie: cookieOf(begun) }
  const answers = [
    await finish(from, cookieOf(other)),
    await makeClient(app.url, headers).post('/v2/applicant-session/issuer', from),
  ]
  app.world.signIns.fault = 'nonce'
  answers.push(await throughIssuer())
  expect(answers.map(refusal)).toEqual(answers.map(() => refused))
})
