// Players who sign in with a one-time code, and what their session may do.
import { sql } from 'kysely'
import { operationTable, signInTable } from '../../generated/operations'
import type { ServedId } from '../../src/contract/types'
import {
  applicant,
  choice,
  makeForm,
  newUserId,
  open,
  refusal,
  respond,
  restrict,
  review,
  status,
  submit,
  update,
} from '../applications/submissions/fixture'
import { makeClient, startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'
import { codeFor, enter, playerOf, type Player } from '../support/applicants'
import { browserWith, cookieOf, sameOrigin, staffOf } from '../support/people'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community({ connected: false })
})
afterAll(() => app.close())

const refused = [401, 'sign_in_refused']
const MINUTE = 60_000
const player = async (): Promise<Player> => playerOf(app, home, await applicant(app))
const formsOf = async ({ client, userId }: Pick<Player, 'client' | 'userId'>) =>
  (await client.get(`/v2/applicants/${userId}/applications`)).body.data

describe('a one-time code', () => {
  it('signs the account in that it was issued for, and names the page', async () => {
    const userId = await applicant(app)
    const { body } = await home.client.post('/v2/applicant-codes', { userId })
    const { code, pageUrl, link } = body.data
    expect(body.data.userId).toBe(String(userId))
    expect(pageUrl).toBe(`https://community.test/console/apply?community=${home.communityId}`)
    expect(link).toBe(`${pageUrl}#code=${code}`)
    const answer = await enter(app, home, code as string)
    const { communityId } = home
    expect(answer.body.data).toMatchObject({ communityId, userId: String(userId), username: null })
    const own = await browserWith(app, cookieOf(answer)).get('/v2/applicant-session')
    expect(own.body.data).toEqual(answer.body.data)
  })

  it('is read without regard to case, spaces and hyphens', async () => {
    const code = await codeFor(home, newUserId())
    expect((await enter(app, home, ` ${code.toLowerCase().replace(/-/g, ' ')} `)).status).toBe(200)
  })

  it('is accepted once, also when several browsers enter it at the same time', async () => {
    const code = await codeFor(home, newUserId())
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter(app, home, code)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401])
    expect(refusal(await enter(app, home, code))).toEqual(refused)
  })

  it('is void when the account gets a new one', async () => {
    const userId = newUserId()
    const [first, second] = [await codeFor(home, userId), await codeFor(home, userId)]
    expect(refusal(await enter(app, home, first))).toEqual(refused)
    expect((await enter(app, home, second)).status).toBe(200)
  })

  it('is void after ten minutes', async () => {
    const userId = newUserId()
    const code = await codeFor(home, userId)
    await sql`update applicant_code set expires_at = expires_at - interval '10 minutes' where user_id = ${userId}`.execute(
      app.dba,
    )
    expect(refusal(await enter(app, home, code))).toEqual(refused)
  })

  it('is void in another community', async () => {
    const other = await app.community({ connected: false })
    const code = await codeFor(home, newUserId())
    expect(refusal(await enter(app, other, code))).toEqual(refused)
    expect((await enter(app, home, code)).status).toBe(200)
  })

  it('is refused in the same words, whatever is wrong', async () => {
    const used = await codeFor(home, newUserId())
    await enter(app, home, used)
    const valid = await codeFor(home, newUserId())
    const answers = [
      await enter(app, home, used),
      await enter(app, home, 'BCD-FGH-JKL-MNP'),
      await enter(app, home, 'x'),
      await enter(app, { communityId: `cmt_${'a'.repeat(20)}` }, valid),
      await enter(app, home, valid, { 'Sec-Fetch-Site': 'cross-site' }),
    ]
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(refusal(answers[0] as (typeof answers)[0])).toEqual(refused)
  })

  it('is stored as a hash alone, and so is the cookie', async () => {
    const userId = newUserId()
    const code = await codeFor(home, userId)
    const stored = async (table: string) =>
      JSON.stringify((await sql`select * from ${sql.table(table)} where user_id = ${userId}`.execute(app.dba)).rows)
    const rows = await stored('applicant_code')
    expect(rows).toContain(String(userId))
    expect(rows).not.toContain(code)
    const { cookie } = { cookie: cookieOf(await enter(app, home, code)) }
    const sessions = await stored('applicant_session')
    expect(sessions).toContain(String(userId))
    expect(sessions).not.toContain(cookie.split('_').at(-1))
  })

  it('is not issued while the community has 5,000 valid ones', async () => {
    const full = await app.community({ connected: false })
    await sql`insert into applicant_code (community_id, code_hash, user_id, expires_at)
      select ${full.communityId}, sha256(i::text::bytea), i, now() + interval '1 minute' from generate_series(1, 5000) i`.execute(
      app.dba,
    )
    const answer = await full.client.post('/v2/applicant-codes', { userId: 9_999 })
    expect(refusal(answer)).toEqual([409, 'applicant_code_limit_reached'])
    expect((await full.client.post('/v2/applicant-codes', { userId: 5_000 })).status).toBe(201)
  })

  it('costs an attempt of the address, so that nobody guesses, and leaves known sessions alone', async () => {
    const limited = await startTestApp({ worker: false, rateLimits: { key: 1_000, address: 5, access: 1_000 } })
    try {
      const there = await limited.community({ connected: false })
      const { client } = await playerOf(limited, there, newUserId())
      expect((await client.get('/v2/applicant-session')).status).toBe(200)
      const answers = []
      for (let attempt = 0; attempt < 6; attempt++) answers.push(await enter(limited, there, `BCDFGHJKLMN${attempt}`))
      expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 429, 429])
      expect((await client.get('/v2/applicant-session')).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('the forms for a player', () => {
  it('are those that are open, and those that the account applied to, each with its own result alone', async () => {
    const there = await app.community({ connected: false })
    const own = async (userId: number) => playerOf(app, there, userId)
    const [ana, bea] = [await own(await applicant(app)), await own(await applicant(app))]
    const closed = await makeForm(there.client, { name: 'Closed' })
    const left = await makeForm(there.client, { name: 'Left' })
    const locked = await makeForm(there.client, { name: 'Locked' }, 'aviation')
    const shown = await makeForm(there.client, { name: 'Open' })
    await respond(ana.client, left, ana.userId)
    await respond(ana.client, locked, ana.userId, { password: 'aviation' })
    const response = await respond(ana.client, shown, ana.userId)
    await review(there.client, response, { applicantFeedback: 'Welcome.' })
    for (const form of [closed, left]) await update(there.client, form, 1, { state: 'closed' })
    const facts = (forms: { name: string; state: string; mayApply: boolean; response: { status: string } | null }[]) =>
      forms.map((form) => [form.name, form.state, form.mayApply, form.response?.status ?? null])
    expect(facts(await formsOf(ana))).toEqual([
      ['Open', 'open', false, 'Passed'],
      ['Locked', 'open', true, null],
      ['Left', 'closed', false, 'Pending'],
    ])
    expect(facts(await formsOf(bea))).toEqual([
      ['Open', 'open', true, null],
      ['Locked', 'open', true, null],
    ])
    expect(JSON.stringify(await formsOf(ana))).not.toContain('Welcome.')
  })

  it('may be applied to again in a new round', async () => {
    const there = await app.community({ connected: false })
    const ana = await playerOf(app, there, await applicant(app))
    const form = await makeForm(there.client)
    await respond(ana.client, form, ana.userId)
    expect((await formsOf(ana))[0]).toMatchObject({ mayApply: false })
    await update(there.client, form, 1, { name: 'Second round' })
    expect((await formsOf(ana))[0]).toMatchObject({ mayApply: true, response: { applicationVersion: 1 } })
  })

  it('are read page by page', async () => {
    const there = await app.community({ connected: false })
    const ana = await playerOf(app, there, await applicant(app))
    for (const name of ['One', 'Two', 'Three']) await makeForm(there.client, { name })
    const path = `/v2/applicants/${ana.userId}/applications?limit=2`
    const first = await ana.client.get(path)
    const second = await ana.client.get(`${path}&cursor=${first.body.meta.nextCursor}`)
    const names = [first, second].map(({ body }) => (body.data as { name: string }[]).map(({ name }) => name))
    expect([names, second.body.meta.nextCursor]).toEqual([[['Three', 'Two'], ['One']], null])
  })

  it.each<[string, (userId: number) => Promise<unknown>]>([
    ['applicant_unverified', () => Promise.resolve()],
    [
      'applicant_restricted',
      async (userId) => {
        await sql`insert into verified_account (user_id, chat_user_id) values (${userId}, ${userId})`.execute(app.dba)
        await restrict(app, userId)
      },
    ],
  ])('are refused as the form is: %s', async (code, prepare) => {
    const userId = newUserId()
    await prepare(userId)
    const { client } = await playerOf(app, home, userId)
    expect(refusal(await client.get(`/v2/applicants/${userId}/applications`))).toEqual([403, code])
    const form = await makeForm(home.client)
    expect(refusal(await open(client, form, { userId }))).toEqual([403, code])
  })
})

it('lets the player open a form, submit, and read the result, and the audit log names the session', async () => {
  const form = await makeForm(home.client)
  const ana = await player()
  const opened = await open(ana.client, form, { userId: ana.userId })
  expect(opened.body.data).toMatchObject({ name: 'Pilot school', submittedVersion: null })
  const sent = await submit(ana.client, form, ana.userId)
  expect(sent.body.data.response).toMatchObject({ status: 'Pending' })
  const read = await status(ana.client, form, { userId: ana.userId })
  expect(read.body.data.response.responseId).toBe(sent.body.data.response.responseId)
  const query = `order=newest&userId=${ana.userId}`
  const entries = (await home.client.get(`/v2/audit-entries?${query}`)).body.data as { action: string; actor: object }[]
  const actor = { kind: 'applicant', id: ana.session.sessionId }
  expect(entries.map((entry) => [entry.action, entry.actor])).toEqual([
    ['application.response.submit', actor],
    ['applicant.sign-in', actor],
    ['applicant.code', { kind: 'key', id: expect.any(String) }],
  ])
})

it('gives what a pass gives, whose right is that of the form', async () => {
  const pilot = await app.community()
  await pilot.client.post('/v2/medals', { name: 'Wings' })
  const form = await makeForm(pilot.client, {
    questions: [choice('q', ['a'])],
    joinRequests: 'accept',
    grading: { passPercentage: 100 },
    passAwards: { medals: ['Wings'] },
  })
  const userId = await applicant(app)
  app.world.addUser({ userId, username: `Flyer${userId}` })
  const { client, session } = await playerOf(app, pilot, userId)
  const sent = await client.post(`${form.path}/responses`, { userId, version: 1, answers: { q: ['a'] } })
  expect(sent.body.data.response.status).toBe('Passed')
  const member = await pilot.client.get(`/v2/members/${userId}`)
  expect(member.body.data.medals).toMatchObject([{ name: 'Wings' }])
  const queued = (await pilot.client.get('/v2/platform-operations')).body.data as { kind: string; actor: object }[]
  expect(queued.map((operation) => [operation.kind, operation.actor])).toEqual([
    ['join.accept', { kind: 'applicant', id: session.sessionId }],
  ])
})

describe('a session of an applicant', () => {
  it('is of its own account alone', async () => {
    const form = await makeForm(home.client)
    const [ana, bea] = [await player(), await player()]
    await respond(bea.client, form, bea.userId)
    const access = { userId: bea.userId }
    const answers = [
      await ana.client.get(`/v2/applicants/${bea.userId}/applications`),
      await open(ana.client, form, access),
      await submit(ana.client, form, bea.userId),
      await status(ana.client, form, access),
      await status(ana.client, form, { userId: String(bea.userId) }),
    ]
    expect(answers.map(refusal)).toEqual(answers.map(() => [403, 'other_applicant']))
  })

  it('is of its own community alone', async () => {
    const other = await app.community({ connected: false })
    const form = await makeForm(other.client)
    const ana = await player()
    const headers = { ...sameOrigin, 'X-Community-Id': other.communityId }
    const elsewhere = browserWith(app, ana.cookie, headers)
    expect(refusal(await open(elsewhere, form, { userId: ana.userId }))).toEqual([401, 'unauthorized'])
    expect(refusal(await elsewhere.get('/v2/applicant-session'))).toEqual([401, 'unauthorized'])
    const here = browserWith(app, ana.cookie, sameOrigin)
    expect(refusal(await open(here, form, { userId: ana.userId }))).toEqual([404, 'application_not_found'])
    expect((await here.get('/v2/applicant-session')).body.data.communityId).toBe(home.communityId)
  })

  const every = { ...operationTable, ...signInTable }
  const ids = Object.keys(every) as ServedId[]
  const taken = ids.filter((id) => every[id].takesApplicant)

  it('is taken by six operations', () => {
    expect(taken.sort()).toEqual(
      [
        ...['endApplicantSession', 'getApplicantSession', 'listApplicantForms'],
        ...['getApplicationStatus', 'openApplication', 'submitResponse'],
      ].sort(),
    )
  })

  it('is no credential of any other operation', async () => {
    const { cookie } = await player()
    const others = ids.filter((id) => !every[id].takesApplicant && (every[id].scope !== null || every[id].takesSession))
    expect(others.length).toBeGreaterThan(120)
    for (const id of others) {
      const { method, path } = every[id]
      const response = await fetch(`${app.url}${path.replace(/\{[^}]+\}/g, '1')}`, {
        method: method.toUpperCase(),
        headers: { ...sameOrigin, Cookie: cookie, 'Content-Type': 'application/json' },
        ...(method === 'get' ? {} : { body: '{}' }),
      })
      const { error } = (await response.json()) as { error: { code: string } }
      expect([id, response.status, error.code]).toEqual([id, 401, 'missing_credentials'])
    }
  })

  it('acts for no member', async () => {
    const form = await makeForm(home.client)
    const { client, userId } = await player()
    const answer = await client.post(`${form.path}/open`, { userId }, { 'X-On-Behalf-Of': '101' })
    expect(refusal(answer)).toEqual([403, 'acting_not_allowed'])
  })

  it('is sent to this host only, over TLS, and not to scripts', async () => {
    const header = String((await enter(app, home, await codeFor(home, newUserId()))).headers['set-cookie'])
    expect(header).toMatch(/^__Host-applicant=[a-z2-7_]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/)
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour of the host', { Origin: 'https://www.community.test', 'Sec-Fetch-Site': 'same-site' }],
    ['a page without an origin', { Origin: 'null' }],
    ['no page', {}],
  ])('counts in no write that comes from %s', async (_, headers) => {
    const form = await makeForm(home.client)
    const { cookie, userId } = await player()
    const elsewhere = browserWith(app, cookie, headers)
    expect(refusal(await submit(elsewhere, form, userId))).toEqual([401, 'missing_credentials'])
    expect(refusal(await elsewhere.post('/v2/applicant-session/end', undefined))).toEqual([401, 'missing_credentials'])
    expect((await browserWith(app, cookie).get('/v2/applicant-session')).status).toBe(200)
  })

  it('counts before that of a person in the same browser, and only where it is taken', async () => {
    const form = await makeForm(home.client)
    const ana = await player()
    const staff = await staffOf(app, home, 'viewer')
    const both = browserWith(app, `${staff.cookie}; ${ana.cookie}`)
    expect((await open(both, form, { userId: ana.userId })).status).toBe(200)
    expect((await both.get('/v2/session')).body.data.personId).toBe(staff.personId)
    expect((await both.get('/v2/applications')).status).toBe(200)
  })

  it('does not count when two cookies of the name are sent', async () => {
    const { cookie } = await player()
    const answer = await browserWith(app, `${cookie}; __Host-applicant=other`).get('/v2/applicant-session')
    expect(refusal(answer)).toEqual([401, 'missing_credentials'])
  })
})

const isEnded = async (client: Client): Promise<boolean> => {
  const answer = await client.get('/v2/applicant-session')
  expect([200, 401]).toContain(answer.status)
  return answer.status === 401
}

describe('the session of an applicant ends', () => {
  it('when the player signs out, and its cookie is removed', async () => {
    const { client } = await player()
    const answer = await client.post('/v2/applicant-session/end', undefined)
    expect([answer.status, String(answer.headers['set-cookie'])]).toEqual([
      204,
      '__Host-applicant=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ])
    expect(await isEnded(client)).toBe(true)
  })

  it('after an hour without a request', async () => {
    const { client } = await player()
    app.advance(59 * MINUTE)
    expect(await isEnded(client)).toBe(false)
    app.advance(60 * MINUTE)
    expect(await isEnded(client)).toBe(true)
  })

  it('after twelve hours, however often it is used', async () => {
    const { client } = await player()
    for (let half = 0; half < 23; half++) {
      app.advance(30 * MINUTE)
      expect(await isEnded(client)).toBe(false)
    }
    app.advance(30 * MINUTE)
    expect(await isEnded(client)).toBe(true)
  })

  it('when its browser signs in again, with a new cookie', async () => {
    const ana = await player()
    const code = await codeFor(home, newUserId())
    const answer = await enter(app, home, code, { ...sameOrigin, Cookie: ana.cookie })
    expect(cookieOf(answer)).not.toBe(ana.cookie)
    expect(await isEnded(ana.client)).toBe(true)
  })

  it('when the account has five newer ones', async () => {
    const userId = newUserId()
    const sessions: Client[] = []
    for (let n = 0; n < 6; n++) {
      app.advance(1_000)
      sessions.push((await playerOf(app, home, userId)).client)
    }
    expect(await Promise.all(sessions.map(isEnded))).toEqual([true, false, false, false, false, false])
  })

  it('when the community is switched off, for every act', async () => {
    const there = await app.community({ connected: false })
    const { client, userId } = await playerOf(app, there, await applicant(app))
    await sql`update community set api_enabled = false where community_id = ${there.communityId}`.execute(app.dba)
    expect(refusal(await client.get(`/v2/applicants/${userId}/applications`))).toEqual([403, 'api_disabled'])
  })
})

it('refuses an unknown cookie, a wrong secret and a malformed one alike', async () => {
  const { cookie } = await player()
  const wrong = [
    `__Host-applicant=${'a'.repeat(20)}_${'b'.repeat(20)}_${'c'.repeat(40)}`,
    cookie.slice(0, -1) + (cookie.endsWith('a') ? 'b' : 'a'),
    "__Host-applicant=' or 1=1",
  ]
  const answers = await Promise.all(wrong.map((one) => browserWith(app, one).get('/v2/applicant-session')))
  expect(answers.map(refusal)).toEqual(wrong.map(() => [401, 'unauthorized']))
})

it('lets a key decide when both are sent', async () => {
  const { cookie } = await player()
  const headers = {
    ...sameOrigin,
    Cookie: cookie,
    Authorization: 'Bearer nonsense',
    'X-Community-Id': home.communityId,
  }
  const answer = await makeClient(app.url, headers).get('/v2/applicant-session')
  expect(refusal(answer)).toEqual([401, 'missing_credentials'])
})
