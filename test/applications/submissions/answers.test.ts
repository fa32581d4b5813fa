// Validation of submitted answers.
import { sql } from 'kysely'
import { startTestApp, type Client, type TestApp } from '../../support/app'
import { until } from '../../support/until'
import {
  applicant,
  choice,
  issueOf,
  makeForm,
  open,
  refusal,
  respond,
  status,
  submit,
  text,
  update,
  type Form,
  type Question,
} from './fixture'

let app: TestApp
let client: Client
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  client = (await app.community()).client
})
afterAll(() => app.close())

const optional = { required: false }
const questions: Question[] = [
  text,
  { id: 'story', type: 'long', title: 'Your story', ...optional },
  choice('one', undefined, { type: 'single', ...optional }),
  choice('many', undefined, optional),
]

describe('an answer', () => {
  let form: Form
  beforeAll(async () => {
    form = await makeForm(client, { questions })
  })

  it.each([
    ['to an unknown question', { nowhere: 'x' }, '/nowhere', 'additionalProperties'],
    ['that is an array for a text question', { why: ['a'] }, '/why', 'type'],
    ['that is a string for a choice question', { many: 'a' }, '/many', 'type'],
    ['with an unknown option', { many: ['a', 'z'] }, '/many', 'enum'],
    ['with two options for a single choice', { one: ['a', 'b'] }, '/one', 'maxItems'],
    ['that is too long for a short text', { why: 'x'.repeat(301) }, '/why', 'maxLength'],
    ['that is absent but required', { why: undefined, many: ['a'] }, '/why', 'required'],
    ['that is empty but required', { why: ' \n', many: ['a'] }, '/why', 'required'],
    ['that is an empty list but required', { why: [] }, '/why', 'required'],
  ])('%s is rejected', async (_name, answers, place, keyword) => {
    const answer = await submit(client, form, await applicant(app), { answers: { why: 'I fly.', ...answers } })
    expect(issueOf(answer)).toEqual([400, `/body/answers${place}`, keyword])
  })

  it.each([
    ['that is too long for a long text', { story: 'x'.repeat(4_001) }],
    ['with an option twice', { many: ['a', 'a'] }],
    ['that is a number', { why: 1 }],
    ['that is null', { why: null }],
    ['with a null character', { why: 'a\0b' }],
  ])('%s is rejected', async (_name, answers) => {
    const answer = await submit(client, form, await applicant(app), { answers: { why: 'I fly.', ...answers } })
    expect(refusal(answer)).toEqual([400, 'validation_failed'])
  })

  it('is limited in characters, not bytes, and may be absent if optional', async () => {
    const longest = { why: '\u{1F6EB}'.repeat(300), story: '\u{1F6EC}'.repeat(4_000) }
    for (const answers of [longest, { why: 'x', story: '', many: [] }, { why: 'x' }]) {
      expect((await submit(client, form, await applicant(app), { answers })).status).toBe(201)
    }
  })

  it('that is empty is not stored', async () => {
    const path = await respond(client, form, await applicant(app), {
      answers: { why: 'x', story: ' ', one: [], many: ['b'] },
    })
    expect((await client.get(path)).body.data.answers).toEqual({ why: 'x', many: ['b'] })
  })

  it('with several issues is rejected with all of them', async () => {
    const answers = { one: ['a', 'b'], many: ['z'] }
    const { body } = await submit(client, form, await applicant(app), { answers })
    expect(body.error.details.issues).toHaveLength(3)
  })
})

describe('a response', () => {
  it.each([
    ['an empty object', {}],
    ['[], an empty table of Luau', []],
    ['only empty answers', { story: ' ', many: [] }],
  ])('that is %s is rejected even if no question is required', async (_name, answers) => {
    const form = await makeForm(client, { questions: questions.map((question) => ({ ...question, ...optional })) })
    const answer = await submit(client, form, await applicant(app), { answers })
    expect(issueOf(answer)).toEqual([400, '/body/answers', 'minProperties'])
  })

  it('accepts the user id as a number or a string, and returns a string', async () => {
    const form = await makeForm(client)
    const [number, string] = [await applicant(app), await applicant(app)]
    for (const userId of [number, String(string)]) {
      expect((await submit(client, form, userId)).status).toBe(201)
    }
    const { body } = await client.get(`${form.path}/responses`)
    expect(body.data.items.map(({ userId }: { userId: unknown }) => userId)).toEqual([String(string), String(number)])
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'is validated correctly for a question with the id %s',
    async (id) => {
      const asked = [text, { ...text, id, ...optional }, choice(`${id}_`, undefined, optional)]
      const form = await makeForm(client, { questions: [...asked, choice('valueOf', undefined, optional)] })
      expect((await submit(client, form, await applicant(app))).status).toBe(201)
      const required = await makeForm(client, { questions: [text, { ...text, id }, choice('isPrototypeOf')] })
      const { body } = await submit(client, required, await applicant(app))
      expect(body.error.details.issues).toMatchObject([
        { instancePath: `/body/answers/${id}`, keyword: 'required' },
        { instancePath: '/body/answers/isPrototypeOf', keyword: 'required' },
      ])
    },
  )

  it.each(['score', 'grade', 'status', 'correct', 'reviewedAt'])('with the property %s is rejected', async (name) => {
    const form = await makeForm(client)
    const answer = await submit(client, form, await applicant(app), { [name]: 100 })
    const [code, place, keyword] = issueOf(answer)
    expect([code, keyword]).toEqual([400, 'additionalProperties'])
    expect(place).toMatch(/^\/body/)
  })

  it.each(['userId', 'version', 'answers'])('without %s is rejected', async (name) => {
    const answer = await submit(client, await makeForm(client), await applicant(app), { [name]: undefined })
    expect(refusal(answer)).toEqual([400, 'validation_failed'])
  })
})

describe('submissions per version', () => {
  it('rejects a stale or future version and stores nothing', async () => {
    const form = await makeForm(client)
    const userId = await applicant(app)
    await update(client, form, 1, {})
    for (const version of [1, 3]) {
      expect(refusal(await submit(client, form, userId, { version }))).toEqual([409, 'version_conflict'])
    }
    expect((await status(client, form, { userId })).body.data.response).toBeNull()
  })

  it('accepts one of 20 concurrent submissions of an account', async () => {
    const form = await makeForm(client)
    const userId = await applicant(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(client, form, userId)))
    const made = answers.filter((answer) => answer.status === 201)
    const refused = answers.filter((answer) => answer.status !== 201)
    expect(made).toHaveLength(1)
    expect(refused.map(refusal)).toEqual(Array(19).fill([409, 'duplicate_submission']))
    expect((await client.get(`${form.path}/responses`)).body.data.items).toHaveLength(1)
  })

  it('accepts one submission per version, and returns the latest as the result', async () => {
    const form = await makeForm(client)
    const userId = await applicant(app)
    const first = await submit(client, form, userId)
    expect(refusal(await submit(client, form, userId))).toEqual([409, 'duplicate_submission'])
    await update(client, form, 1, { name: 'Second' })
    expect((await status(client, form, { userId })).body.data.response).toEqual(first.body.data.response)
    const second = await submit(client, form, userId, { version: 2 })
    expect(second.status).toBe(201)
    expect(refusal(await submit(client, form, userId, { version: 2 }))).toEqual([409, 'duplicate_submission'])
    expect((await status(client, form, { userId })).body.data.response).toEqual(second.body.data.response)
    expect((await client.get(`${form.path}/responses`)).body.data.items).toHaveLength(2)
  })

  it('accepts a submission of the same account to another form', async () => {
    const userId = await applicant(app)
    for (const form of [await makeForm(client), await makeForm(client)]) {
      expect((await submit(client, form, userId)).status).toBe(201)
    }
  })
})

describe('a submission whose form changes during the platform call', () => {
  it.each([
    ['is rejected after an update', 'version_conflict', (form: Form) => update(client, form, 1, { name: 'Second' })],
    [
      'is rejected after the form was closed',
      'application_closed',
      (form: Form) => update(client, form, 1, { state: 'closed' }),
    ],
    [
      'is rejected after the form was deleted',
      'application_not_found',
      (form: Form) => client.delete(`${form.path}?version=1`),
    ],
  ])('%s', async (_name, code, change) => {
    const form = await makeForm(client, { eligibility: { minimumAccountAgeDays: 1 } })
    const userId = await applicant(app)
    app.world.addUser({ userId, username: `Slow${userId}` })
    const asked = app.simulator.requests.length
    app.simulator.faults.add({ kind: 'hold' })
    const submission = submit(client, form, userId)
    await until('the platform is called', () => app.simulator.requests.length > asked)
    expect((await change(form)).status).toBeLessThan(300)
    app.simulator.faults.clear()
    expect((await submission).body.error.code).toBe(code)
    const { rows } = await sql`select from application_response where user_id = ${userId}`.execute(app.app.db)
    expect(rows).toHaveLength(0)
  })
})

describe('sensitive information', () => {
  const secrets = [
    ['email', 'somebody.secret@example.com'],
    ['payment_card', '4242 4242 4242 4242'],
    ['ip_address', '203.0.113.77'],
    ['phone', 'call +44 20 7946 0958'],
  ] as const

  it.each(secrets)(
    'of kind %s in an answer is rejected by field and kind, and is not in the reply or the log',
    async (kind, secret) => {
      const form = await makeForm(client, { questions })
      const userId = await applicant(app)
      const answers = { why: 'I fly.', story: `Write to me: ${secret} any time` }
      const answer = await submit(client, form, userId, { answers })
      expect(refusal(answer)).toEqual([400, 'sensitive_information'])
      expect(answer.body.error.details).toEqual({ field: 'answers.story', kind })
      const written = answer.text + JSON.stringify(answer.headers) + JSON.stringify(app.logs)
      expect(written).not.toContain(secret)
      const { rows } = await sql`select from application_response where user_id = ${userId}`.execute(app.app.db)
      expect(rows).toHaveLength(0)
    },
  )
})

describe('screening', () => {
  it('runs after the check for a second submission', async () => {
    const form = await makeForm(client, { questions })
    const userId = await applicant(app)
    expect((await submit(client, form, userId, { answers: { why: 'I fly.' } })).status).toBe(201)
    const again = await submit(client, form, userId, { answers: { why: 'Write to viper@example.com' } })
    expect(refusal(again)).toEqual([409, 'duplicate_submission'])
  })

  it('reports the field with too many numbers to screen', async () => {
    const form = await makeForm(client, { questions })
    const userId = await applicant(app)
    const answers = { why: 'I fly.', story: '1 001 '.repeat(600) }
    const answer = await submit(client, form, userId, { answers })
    expect(refusal(answer)).toEqual([400, 'validation_failed'])
    expect(answer.body.error.details.issues).toMatchObject([
      { instancePath: '/body/answers/story', keyword: 'screening' },
    ])
  })
})

it('open returns the questions of the current version without answer keys', async () => {
  const form = await makeForm(client, { questions: [text, choice('many', ['a', 'b'])] })
  const userId = await applicant(app)
  const { body } = await open(client, form, { userId })
  expect(body.data).toEqual({
    applicationId: form.applicationId,
    version: 1,
    name: 'Pilot school',
    description: '',
    questions: [
      { ...text, description: '', required: true },
      { ...choice('many'), description: '', required: true },
    ],
    submittedVersion: null,
  })
  await update(client, form, 1, { questions: [{ ...text, title: 'Why now?' }] })
  const { version, questions: now } = (await open(client, form, { userId })).body.data
  expect([version, now[0].title]).toEqual([2, 'Why now?'])
})
