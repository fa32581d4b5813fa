// Passwords of forms: wrong, missing, guessed at; and a server that stays awake while it checks them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { hashPassword, passwordMatches } from '../../../src/applications/forms/password'
import { startTestApp, tasksOf, type Answer, type Client, type TestApp } from '../../support/app'
import { applicant, makeForm, open, refusal, status, submit, type Form } from './fixture'

const password = 'open sesame'
const wrong = [403, 'password_incorrect']
const delayed = [403, 'password_attempts_exceeded']
const locked = [403, 'password_locked']

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
    expect(refusal(refused)).toEqual(delayed)
    const seconds = Number(refused.headers['retry-after'])
    expect(refused.body.error.details).toEqual({ scope: 'password', resetMs: seconds * 1_000 })
    expect(refused.body.error.message).toContain(`${seconds} seconds`)
    delays.push(seconds)
    await wait(userId)
    expect(refusal(await guess(userId))).toEqual(wrong)
  }
  expect(delays).toEqual([5, 10, 20, 40])
})

it('a refused attempt is no guess, and the wait is an hour at most', async () => {
  const userId = await applicant(app)
  await guesses(userId, 5)
  expect(await guesses(userId, 5)).toEqual(Array(5).fill(delayed))
  await sql`update password_guess set failures = 97, blocked_until = now()
    where user_id = ${userId}`.execute(app.app.db)
  await guess(userId)
  const seconds = Number((await guess(userId)).headers['retry-after'])
  expect(seconds).toBeGreaterThan(3_590)
  expect(seconds).toBeLessThanOrEqual(3_600)
})

it('the hundredth wrong guess locks for a day, without a Retry-After, the right password too', async () => {
  const [userId, other] = [await applicant(app), await applicant(app)]
  const guarded = await makeForm(client, {}, password)
  await guesses(userId, 5, guarded)
  await sql`update password_guess set failures = 99, blocked_until = now() where user_id = ${userId}`.execute(
    app.app.db,
  )
  expect(refusal(await guess(userId, guarded))).toEqual(wrong)
  const barred = [await guess(userId, guarded), await open(client, guarded, { userId, password })]
  expect(barred.map(refusal)).toEqual(Array(2).fill(locked))
  expect(barred.map(({ headers }) => headers['retry-after'])).toEqual([undefined, undefined])
  expect((await open(client, guarded, { userId: other, password })).status).toBe(200)
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from blocked_until - now())::float8 / 3600 as hours from password_guess
    where user_id = ${userId}`.execute(app.app.db)
  expect(rows[0]?.hours).toBeGreaterThan(23.9)
  expect(rows[0]?.hours).toBeLessThanOrEqual(24)
})

it.each(['a new password', 'a day'])('the lock is lifted by %s', async (by) => {
  const userId = await applicant(app)
  const guarded = await makeForm(client, {}, password)
  await guesses(userId, 5, guarded)
  await sql`update password_guess set failures = 99, blocked_until = now() where user_id = ${userId}`.execute(
    app.app.db,
  )
  await guess(userId, guarded)
  expect(refusal(await guess(userId, guarded))).toEqual(locked)
  if (by === 'a day') {
    await wait(userId)
    // a wrong one after the lock is the first of a new count
    expect(await guesses(userId, 5, guarded)).toEqual(Array(5).fill(wrong))
    await wait(userId)
    expect((await open(client, guarded, { userId, password })).status).toBe(200)
    return
  }
  const { definition } = guarded
  expect((await client.put(guarded.path, { version: 1, definition, password: 'a new one' })).status).toBe(200)
  expect((await open(client, guarded, { userId, password: 'a new one' })).status).toBe(200)
})

it('counts fifty guesses at once exactly: each that is judged is counted, the others wait', async () => {
  const userId = await applicant(app)
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess(userId)))
  const judged = answers.filter((answer) => answer.body.error.code === 'password_incorrect')
  for (const answer of answers.filter((one) => !judged.includes(one))) expect(refusal(answer)).toEqual(delayed)
  // five, and one more for each delay that was over before a slow machine had answered them all
  expect(judged.length).toBeGreaterThanOrEqual(5)
  expect(judged.length).toBeLessThan(10)
  const { rows } = await sql`select failures from password_guess where user_id = ${userId}`.execute(app.app.db)
  expect(rows).toEqual([{ failures: judged.length }])
})

it('deletes counts that no guess was added to for 30 days', async () => {
  const [idle, recent] = [await applicant(app), await applicant(app)]
  await guesses(idle, 2)
  await guesses(recent, 2)
  await sql`update password_guess set blocked_until = now() - interval '31 days' where user_id = ${idle}`.execute(
    app.app.db,
  )
  await tasksOf(app)['forget-password-guesses']()
  const { rows } = await sql`select user_id from password_guess where user_id in (${idle}, ${recent})`.execute(
    app.app.db,
  )
  expect(rows).toEqual([{ user_id: recent }])
})

it('of wrong guesses made at once no more than five are told so, and a right one among them no more', async () => {
  const userId = await applicant(app)
  const answers = await Promise.all(Array.from({ length: 30 }, () => guess(userId)))
  const told = answers.filter((answer) => answer.body.error.code === 'password_incorrect')
  expect(told.map(refusal)).toEqual(Array(5).fill(wrong))
  for (const answer of answers.filter((one) => !told.includes(one))) {
    expect(refusal(answer)).toEqual(delayed)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(refusal(await open(client, form, { userId, password }))).toEqual(delayed)
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
  expect(refusal(await guess(userId))).toEqual(delayed)
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
