// What answers must be, once per version, and nothing sensitive among them.
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
  app = await startTestApp()
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
    ['that is a list where a text is asked', { why: ['a'] }, '/why', 'type'],
    ['that is a text where a choice is asked', { many: 'a' }, '/many', 'type'],
    ['of an unknown option', { many: ['a', 'z'] }, '/many', 'enum'],
    ['of two options where one is asked', { one: ['a', 'b'] }, '/one', 'maxItems'],
    ['longer than a short one may be', { why: 'x'.repeat(301) }, '/why', 'maxLength'],
    ['that is left out but required', { why: undefined, many: ['a'] }, '/why', 'required'],
    ['that is empty but required', { why: ' \n', many: ['a'] }, '/why', 'required'],
    ['that is an empty list but required', { why: [] }, '/why', 'required'],
  ])('%s is refused', async (_name, answers, place, keyword) => {
    const answer = await submit(client, form, await applicant(app), { answers: { why: 'I fly.', ...answers } })
    expect(issueOf(answer)).toEqual([400, `/body/answers${place}`, keyword])
  })

  it.each([
    ['longer than a long one may be', { story: 'x'.repeat(4_001) }],
    ['that names an option twice', { many: ['a', 'a'] }],
    ['that is a number', { why: 1 }],
    ['that is null', { why: null }],
    ['with a null character', { why: 'a\0b' }],
  ])('%s is refused', async (_name, answers) => {
    const answer = await submit(client, form, await applicant(app), { answers: { why: 'I fly.', ...answers } })
    expect(refusal(answer)).toEqual([400, 'validation_failed'])
  })

  it('may be as long as it may be, counted in characters, and optional ones may be left out', async () => {
    const longest = { why: '\u{1F6EB}'.repeat(300), story: '\u{1F6EC}'.repeat(4_000) }
    for (const answers of [longest, { why: 'x', story: '', many: [] }, { why: 'x' }]) {
      expect((await submit(client, form, await applicant(app), { answers })).status).toBe(201)
    }
  })

  it('that says nothing is not kept', async () => {
    const path = await respond(client, form, await applicant(app), {
      answers: { why: 'x', story: ' ', one: [], many: ['b'] },
    })
    expect((await client.get(path)).body.data.answers).toEqual({ why: 'x', many: ['b'] })
  })

  it('names every place at once', async () => {
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
  ])('that is %s is refused where nothing is required', async (_name, answers) => {
    const form = await makeForm(client, { questions: questions.map((question) => ({ ...question, ...optional })) })
    const answer = await submit(client, form, await applicant(app), { answers })
    expect(issueOf(answer)).toEqual([400, '/body/answers', 'minProperties'])
  })

  it('takes the account as a number and as a string, and answers it as a string', async () => {
    const form = await makeForm(client)
    const [number, string] = [await applicant(app), await applicant(app)]
    for (const userId of [number, String(string)]) {
      expect((await submit(client, form, userId)).status).toBe(201)
    }
    const { body } = await client.get(`${form.path}/responses`)
    expect(body.data.items.map(({ userId }: { userId: unknown }) => userId)).toEqual([String(string), String(number)])
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'is judged by what it says when a question is called %s',
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

  it.each(['score', 'grade', 'status', 'correct', 'reviewedAt'])('with a %s of its own is refused', async (name) => {
    const form = await makeForm(client)
    const answer = await submit(client, form, await applicant(app), { [name]: 100 })
    const [code, place, keyword] = issueOf(answer)
    expect([code, keyword]).toEqual([400, 'additionalProperties'])
    expect(place).toMatch(/^\/body/)
  })

  it.each(['userId', 'version', 'answers'])('without %s is refused', async (name) => {
    const answer = await submit(client, await makeForm(client), await applicant(app), { [name]: undefined })
    expect(refusal(answer)).toEqual([400, 'validation_failed'])
  })
})

describe('versions', () => {
  it('a stale or future one is refused, and nothing is stored', async () => {
    const form = await makeForm(client)
    const userId = await applicant(app)
    await update(client, form, 1, {})
    for (const version of [1, 3]) {
      expect(refusal(await submit(client, form, userId, { version }))).toEqual([409, 'version_conflict'])
    }
    expect((await status(client, form, { userId })).body.data.response).toBeNull()
  })

  it('twenty submissions of one account at once are one', async () => {
    const form = await makeForm(client)
    const userId = await applicant(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(client, form, userId)))
    const made = answers.filter((answer) => answer.status === 201)
    const refused = answers.filter((answer) => answer.status !== 201)
    expect(made).toHaveLength(1)
    expect(refused.map(refusal)).toEqual(Array(19).fill([409, 'duplicate_submission']))
    expect((await client.get(`${form.path}/responses`)).body.data.items).toHaveLength(1)
  })

  it('one submission a version: the next version may be answered again, and is the result', async () => {
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

  it('the same account may answer another form', async () => {
    const userId = await applicant(app)
    for (const form of [await makeForm(client), await makeForm(client)]) {
      expect((await submit(client, form, userId)).status).toBe(201)
    }
  })
})

describe('a form that changes while the platform is asked', () => {
  it.each([
    [
      'takes no answers to what it was',
      'version_conflict',
      (form: Form) => update(client, form, 1, { name: 'Second' }),
    ],
    [
      'takes none once it is closed',
      'application_closed',
      (form: Form) => update(client, form, 1, { state: 'closed' }),
    ],
    ['takes none once it is deleted', 'application_not_found', (form: Form) => client.delete(`${form.path}?version=1`)],
  ])('%s', async (_name, code, change) => {
    const form = await makeForm(client, { eligibility: { minimumAccountAgeDays: 1 } })
    const userId = await applicant(app)
    app.world.addUser({ userId, username: `Slow${userId}` })
    const asked = app.simulator.requests.length
    app.simulator.faults.add({ kind: 'delay', ms: 400, count: 1 })
    const submission = submit(client, form, userId)
    await until('the platform is asked', () => app.simulator.requests.length > asked)
    expect((await change(form)).status).toBeLessThan(300)
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
    '%s in an answer is refused by field and kind, and neither told nor logged',
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

describe('screening comes last and is bounded', () => {
  it('refuses a second submission before it screens the answers', async () => {
    const form = await makeForm(client, { questions })
    const userId = await applicant(app)
    expect((await submit(client, form, userId, { answers: { why: 'I fly.' } })).status).toBe(201)
    const again = await submit(client, form, userId, { answers: { why: 'Write to viper@example.com' } })
    expect(refusal(again)).toEqual([409, 'duplicate_submission'])
  })

  it('names the field whose numbers are too many to screen', async () => {
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

it('opening shows the questions of the current version, without keys', async () => {
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
  })
  await update(client, form, 1, { questions: [{ ...text, title: 'Why now?' }] })
  const { version, questions: now } = (await open(client, form, { userId })).body.data
  expect([version, now[0].title]).toEqual([2, 'Why now?'])
})
