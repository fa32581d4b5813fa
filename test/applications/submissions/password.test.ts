// Form passwords: delays, and hashing off the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { hashPassword, passwordMatches } from '../../../src/applications/forms/password'
import { startTestApp, tasksOf, type Answer, type Client, type TestApp } from '../../support/app'
import { applicant, makeForm, open, refusal, status, submit, type Form } from './fixture'

const password = 'open sesame'
/** Argon2 parameters of the stored password: the tests check 300 passwords. */
const cheap = { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 }
const wrong = [403, 'password_incorrect']
const delayed = [403, 'password_attempts_exceeded']
const locked = [403, 'password_locked']

let app: TestApp
let client: Client
let form: Form
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  client = (await app.community()).client
  form = await makeForm(client, {}, password)
  await sql`update application set password_hash = ${await hash(password, cheap)}
    where application_id = ${form.applicationId}`.execute(app.dba)
})
afterAll(() => app.close())

const attempt = (userId: number, on: Form = form): Promise<Answer> => open(client, on, { userId, password: 'guess' })

/** Fails to open the form `count` times, one attempt after the other. */
async function failAttempts(userId: number, count: number, on: Form = form): Promise<unknown[]> {
  const answers = []
  for (let made = 0; made < count; made++) answers.push(refusal(await attempt(userId, on)))
  return answers
}

/** Ends the delay at once. */
async function wait(userId: number): Promise<void> {
  await sql`update password_guess set blocked_until = now() where user_id = ${userId}`.execute(app.app.db)
}

it.each([
  ['open', (more: object) => open(client, form, more)],
  ['status', (more: object) => status(client, form, more)],
])('%s rejects a wrong and a missing password and accepts the right one', async (_name, call) => {
  const userId = await applicant(app)
  expect(refusal(await call({ userId, password: 'Open sesame' }))).toEqual(wrong)
  expect(refusal(await call({ userId }))).toEqual(wrong)
  expect((await call({ userId, password })).status).toBe(200)
})

it('submit rejects a wrong and a missing password and accepts the right one', async () => {
  const userId = await applicant(app)
  expect(refusal(await submit(client, form, userId, { password: 'guess' }))).toEqual(wrong)
  expect(refusal(await submit(client, form, userId))).toEqual(wrong)
  expect((await submit(client, form, userId, { password })).status).toBe(201)
})

it('ignores a password sent to a form without one', async () => {
  const userId = await applicant(app)
  const free = await makeForm(client)
  expect((await open(client, free, { userId, password: 'whatever' })).status).toBe(200)
})

it('does not count a missing password as an attempt', async () => {
  const userId = await applicant(app)
  for (let made = 0; made < 10; made++) expect(refusal(await open(client, form, { userId }))).toEqual(wrong)
  expect((await open(client, form, { userId, password })).status).toBe(200)
})

it('delays attempts after the fifth wrong password, with growing delays, for the right password too', async () => {
  const userId = await applicant(app)
  expect(await failAttempts(userId, 5)).toEqual(Array(5).fill(wrong))
  const delays: number[] = []
  for (let round = 0; round < 4; round++) {
    const refused = await open(client, form, { userId, password })
    expect(refusal(refused)).toEqual(delayed)
    const seconds = Number(refused.headers['retry-after'])
    expect(refused.body.error.details).toEqual({ scope: 'password', resetMs: seconds * 1_000 })
    expect(refused.body.error.message).toContain(`${seconds} seconds`)
    delays.push(seconds)
    await wait(userId)
    expect(refusal(await attempt(userId))).toEqual(wrong)
  }
  expect(delays).toEqual([5, 10, 20, 40])
})

it('does not count a delayed attempt, and limits the delay to an hour', async () => {
  const userId = await applicant(app)
  await failAttempts(userId, 5)
  expect(await failAttempts(userId, 5)).toEqual(Array(5).fill(delayed))
  await sql`update password_guess set failures = 97, blocked_until = now()
    where user_id = ${userId}`.execute(app.app.db)
  await attempt(userId)
  const seconds = Number((await attempt(userId)).headers['retry-after'])
  expect(seconds).toBeGreaterThan(3_590)
  expect(seconds).toBeLessThanOrEqual(3_600)
})

it('locks for a day after 100 wrong passwords, without Retry-After, for the right password too', async () => {
  const [userId, other] = [await applicant(app), await applicant(app)]
  const guarded = await makeForm(client, {}, password)
  await failAttempts(userId, 5, guarded)
  await sql`update password_guess set failures = 99, blocked_until = now() where user_id = ${userId}`.execute(
    app.app.db,
  )
  expect(refusal(await attempt(userId, guarded))).toEqual(wrong)
  const denied = [await attempt(userId, guarded), await open(client, guarded, { userId, password })]
  expect(denied.map(refusal)).toEqual(Array(2).fill(locked))
  expect(denied.map(({ headers }) => headers['retry-after'])).toEqual([undefined, undefined])
  expect((await open(client, guarded, { userId: other, password })).status).toBe(200)
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from blocked_until - now())::float8 / 3600 as hours from password_guess
    where user_id = ${userId}`.execute(app.app.db)
  expect(rows[0]?.hours).toBeGreaterThan(23.9)
  expect(rows[0]?.hours).toBeLessThanOrEqual(24)
})

it.each(['a new password', 'a day'])('ends the lock after %s', async (by) => {
  const userId = await applicant(app)
  const guarded = await makeForm(client, {}, password)
  await failAttempts(userId, 5, guarded)
  await sql`update password_guess set failures = 99, blocked_until = now() where user_id = ${userId}`.execute(
    app.app.db,
  )
  await attempt(userId, guarded)
  expect(refusal(await attempt(userId, guarded))).toEqual(locked)
  if (by === 'a day') {
    await wait(userId)
    // the count of attempts restarts after the lock
    expect(await failAttempts(userId, 5, guarded)).toEqual(Array(5).fill(wrong))
    await wait(userId)
    expect((await open(client, guarded, { userId, password })).status).toBe(200)
    return
  }
  const { definition } = guarded
  expect((await client.put(guarded.path, { version: 1, definition, password: 'a new one' })).status).toBe(200)
  expect((await open(client, guarded, { userId, password: 'a new one' })).status).toBe(200)
})

it('counts 50 concurrent wrong passwords exactly, and delays those that it does not count', async () => {
  const userId = await applicant(app)
  const answers = await Promise.all(Array.from({ length: 50 }, () => attempt(userId)))
  const counted = answers.filter((answer) => answer.body.error.code === 'password_incorrect')
  for (const answer of answers.filter((one) => !counted.includes(one))) expect(refusal(answer)).toEqual(delayed)
  // on a slow machine delays end meanwhile; each lets one more attempt through
  expect(counted.length).toBeGreaterThanOrEqual(5)
  expect(counted.length).toBeLessThan(10)
  const { rows } = await sql`select failures from password_guess where user_id = ${userId}`.execute(app.app.db)
  expect(rows).toEqual([{ failures: counted.length }])
})

it('deletes counts 30 days after the last attempt', async () => {
  const [idle, recent] = [await applicant(app), await applicant(app)]
  await failAttempts(idle, 2)
  await failAttempts(recent, 2)
  await sql`update password_guess set blocked_until = now() - interval '31 days' where user_id = ${idle}`.execute(
    app.app.db,
  )
  await tasksOf(app)['purge-password-attempts']()
  const { rows } = await sql`select user_id from password_guess where user_id in (${idle}, ${recent})`.execute(
    app.app.db,
  )
  expect(rows).toEqual([{ user_id: recent }])
})

it('reports at most five of 30 concurrent wrong passwords as wrong, and delays the rest', async () => {
  const userId = await applicant(app)
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(userId)))
  const reported = answers.filter((answer) => answer.body.error.code === 'password_incorrect')
  expect(reported.map(refusal)).toEqual(Array(5).fill(wrong))
  for (const answer of answers.filter((one) => !reported.includes(one))) {
    expect(refusal(answer)).toEqual(delayed)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(refusal(await open(client, form, { userId, password }))).toEqual(delayed)
})

it('accepts 20 concurrent right passwords of one account', async () => {
  const userId = await applicant(app)
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(client, form, { userId, password })))
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
})

it('does not delay another account or another form', async () => {
  const [userId, other] = [await applicant(app), await applicant(app)]
  await failAttempts(userId, 5)
  const second = await makeForm(client, {}, password)
  expect((await open(client, form, { userId: other, password })).status).toBe(200)
  expect((await open(client, second, { userId, password })).status).toBe(200)
  expect(refusal(await attempt(userId))).toEqual(delayed)
})

it('stores the count in the database', async () => {
  const userId = await applicant(app)
  await failAttempts(userId, 5)
  const { rows } = await sql`select failures from password_guess where user_id = ${userId}`.execute(app.app.db)
  expect(rows).toEqual([{ failures: 5 }])
})

it('resets the count after a right password', async () => {
  const userId = await applicant(app)
  await failAttempts(userId, 5)
  await wait(userId)
  expect((await open(client, form, { userId, password })).status).toBe(200)
  expect(await failAttempts(userId, 5)).toEqual(Array(5).fill(wrong))
})

it('does not block the event loop during 20 concurrent checks', async () => {
  const stored = await hashPassword(password)
  let settled = 0
  const checks = Array.from({ length: 20 }, () => passwordMatches(stored, password).finally(() => (settled += 1)))
  // a synchronous check would have settled by now
  await nextTurn()
  expect(settled).toBeLessThan(20)
  expect(await Promise.all(checks)).toEqual(Array(20).fill(true))
})

it('accepts the password of 20 accounts concurrently', async () => {
  const userIds = await Promise.all(Array.from({ length: 20 }, () => applicant(app)))
  const answers = await Promise.all(userIds.map((userId) => open(client, form, { userId, password })))
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
})

it('stores argon2id with its parameters and a new salt for each hash', async () => {
  const [first, second] = [await hashPassword(password), await hashPassword(password)]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
})
