// Passwords of forms: wrong, missing, guessed at; and a server that stays awake while it checks them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { hashPassword, passwordMatches } from '../../src/applications/password'
import { startTestApp, type Answer, type Client, type TestApp } from '../support/app'
import { applicant, makeForm, open, refusal, status, submit, type Form } from './fixture'

const password = 'open sesame'
const wrong = [403, 'password_incorrect']

let app: TestApp
let client: Client
let form: Form
beforeAll(async () => {
  app = await startTestApp()
  client = (await app.community()).client
  form = await makeForm(client, {}, password)
})
afterAll(() => app.close())

const guess = (userId: number, on: Form = form): Promise<Answer> => open(client, on, { userId, password: 'guess' })

/** So many wrong guesses, one after the other. */
async function guesses(userId: number, count: number, on: Form = form): Promise<unknown[]> {
  const answers = []
  for (let made = 0; made < count; made++) answers.push(refusal(await guess(userId, on)))
  return answers
}

/** What a later moment would do: the wait is over. */
async function wait(userId: number): Promise<void> {
  await sql`update password_guess set blocked_until = now() where user_id = ${userId}`.execute(app.app.db)
}

it.each([
  ['open', (more: object) => open(client, form, more)],
  ['status', (more: object) => status(client, form, more)],
])('%s refuses a wrong and a missing one and takes the right one', async (_name, call) => {
  const userId = await applicant(app)
  expect(refusal(await call({ userId, password: 'Open sesame' }))).toEqual(wrong)
  expect(refusal(await call({ userId }))).toEqual(wrong)
  expect((await call({ userId, password })).status).toBe(200)
})

it('submit refuses a wrong and a missing one and takes the right one', async () => {
  const userId = await applicant(app)
  expect(refusal(await submit(client, form, userId, { password: 'guess' }))).toEqual(wrong)
  expect(refusal(await submit(client, form, userId))).toEqual(wrong)
  expect((await submit(client, form, userId, { password })).status).toBe(201)
})

it('a password is not asked for where the form has none, and not looked at', async () => {
  const userId = await applicant(app)
  const free = await makeForm(client)
  expect((await open(client, free, { userId, password: 'whatever' })).status).toBe(200)
})

it('a missing one is no guess', async () => {
  const userId = await applicant(app)
  for (let made = 0; made < 10; made++) expect(refusal(await open(client, form, { userId }))).toEqual(wrong)
  expect((await open(client, form, { userId, password })).status).toBe(200)
})

it('from the sixth guess on each one waits, longer each time, the right one too', async () => {
  const userId = await applicant(app)
  expect(await guesses(userId, 5)).toEqual(Array(5).fill(wrong))
  const delays: number[] = []
  for (let round = 0; round < 4; round++) {
    const refused = await open(client, form, { userId, password })
    expect(refusal(refused)).toEqual([429, 'rate_limit_exceeded'])
    const seconds = Number(refused.headers['retry-after'])
    expect(refused.body.error.details).toEqual({ limit: 5, remaining: 0, resetMs: seconds * 1_000 })
    delays.push(seconds)
    await wait(userId)
    expect(refusal(await guess(userId))).toEqual(wrong)
  }
  expect(delays).toEqual([5, 10, 20, 40])
})

it('a refused attempt is no guess, and the wait is an hour at most', async () => {
  const userId = await applicant(app)
  await guesses(userId, 5)
  expect(await guesses(userId, 5)).toEqual(Array(5).fill([429, 'rate_limit_exceeded']))
  await sql`update password_guess set failures = 98, blocked_until = now()
    where user_id = ${userId}`.execute(app.app.db)
  await guess(userId)
  const seconds = Number((await guess(userId)).headers['retry-after'])
  expect(seconds).toBeGreaterThan(3_590)
  expect(seconds).toBeLessThanOrEqual(3_600)
})

it('the hundredth wrong guess is the last, whatever comes, until the form has another password', async () => {
  const [userId, other] = [await applicant(app), await applicant(app)]
  const guarded = await makeForm(client, {}, password)
  await guesses(userId, 5, guarded)
  await sql`update password_guess set failures = 99, blocked_until = now() where user_id = ${userId}`.execute(
    app.app.db,
  )
  expect(refusal(await guess(userId, guarded))).toEqual(wrong)
  await wait(userId)
  const barred = [await guess(userId, guarded), await open(client, guarded, { userId, password })]
  expect(barred.map(refusal)).toEqual(Array(2).fill([429, 'rate_limit_exceeded']))
  expect(barred.map(({ headers }) => headers['retry-after'])).toEqual(['3600', '3600'])
  expect((await open(client, guarded, { userId: other, password })).status).toBe(200)
  const { definition } = guarded
  expect((await client.put(guarded.path, { version: 1, definition, password: 'a new one' })).status).toBe(200)
  expect((await open(client, guarded, { userId, password: 'a new one' })).status).toBe(200)
})

it('of wrong guesses made at once no more than five are told so, and a right one among them no more', async () => {
  const userId = await applicant(app)
  const answers = await Promise.all(Array.from({ length: 30 }, () => guess(userId)))
  const told = answers.filter((answer) => answer.status === 403)
  expect(told.map(refusal)).toEqual(Array(5).fill(wrong))
  for (const answer of answers.filter((one) => one.status !== 403)) {
    expect(refusal(answer)).toEqual([429, 'rate_limit_exceeded'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await open(client, form, { userId, password })).status).toBe(429)
})

it('twenty right ones of one account at once are all taken', async () => {
  const userId = await applicant(app)
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(client, form, { userId, password })))
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
})

it('another account and another form are not affected', async () => {
  const [userId, other] = [await applicant(app), await applicant(app)]
  await guesses(userId, 5)
  const second = await makeForm(client, {}, password)
  expect((await open(client, form, { userId: other, password })).status).toBe(200)
  expect((await open(client, second, { userId, password })).status).toBe(200)
  expect((await guess(userId)).status).toBe(429)
})

it('guesses are kept in the database, for every process and over a restart', async () => {
  const userId = await applicant(app)
  await guesses(userId, 5)
  const { rows } = await sql`select failures from password_guess where user_id = ${userId}`.execute(app.app.db)
  expect(rows).toEqual([{ failures: 5 }])
})

it('the right one forgets the wrong ones', async () => {
  const userId = await applicant(app)
  await guesses(userId, 5)
  await wait(userId)
  expect((await open(client, form, { userId, password })).status).toBe(200)
  expect(await guesses(userId, 5)).toEqual(Array(5).fill(wrong))
})

it('twenty checks at once do not hold up the event loop', async () => {
  const stored = await hashPassword(password)
  let settled = 0
  const checks = Array.from({ length: 20 }, () => passwordMatches(stored, password).finally(() => (settled += 1)))
  // a check on the event loop itself would be over before its next turn
  await nextTurn()
  expect(settled).toBeLessThan(20)
  expect(await Promise.all(checks)).toEqual(Array(20).fill(true))
})

it('twenty accounts may give the password at once', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => applicant(app)))
  const answers = await Promise.all(people.map((userId) => open(client, form, { userId, password })))
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
})

it('what is stored is argon2id with its parameters, and another for the same password', async () => {
  const [first, second] = [await hashPassword(password), await hashPassword(password)]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
})
