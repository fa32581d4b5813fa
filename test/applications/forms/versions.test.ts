// Updates of a form: its versions, and which of them begin a new submission round.
import { sql } from 'kysely'
import { rollbackForm } from '../../../src/applications/forms/rollback'
import { setSubscription } from '../../../src/communities/actions'
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../../support/app'
import { applicant, makeForm, open, submit, text, update, type Form } from '../submissions/fixture'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
})
afterAll(() => app.close())

const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error?.code ?? body.data.response.status]
const status = (form: Form, userId: number): Promise<Answer> => community.client.post(`${form.path}/status`, { userId })
const put = (form: Form, version: number, body: object): Promise<Answer> =>
  community.client.put(form.path, { version, ...body })
/** The form without its state. */
const stateless = ({ definition: { name, questions } }: Form): object => ({ name, questions })

describe('an update without a state', () => {
  it.each(['open', 'closed'] as const)('keeps the form %s', async (state) => {
    const form = await makeForm(community.client, { state })
    const { status: code, body } = await put(form, 1, { definition: { ...stateless(form), name: 'Renamed' } })
    expect([code, body.data]).toMatchObject([200, { state, version: 2, name: 'Renamed' }])
    expect((await community.client.get(`${form.path}/configuration`)).body.data.definition.state).toBe(state)
  })

  it('keeps a required form open', async () => {
    const form = await makeForm(community.client)
    await sql`update application set required = true where application_id = ${form.applicationId}`.execute(app.app.db)
    expect((await put(form, 1, { definition: stateless(form) })).body.data).toMatchObject({ state: 'open', version: 2 })
  })

  it('creates a form closed', async () => {
    const { body } = await community.client.post('/v2/applications', { definition: { name: 'New', questions: [text] } })
    expect(body.data.state).toBe('closed')
  })
})

describe('submission rounds', () => {
  it('are not restarted by closing and opening the form, or by a new password', async () => {
    const form = await makeForm(community.client)
    const userId = await applicant(app)
    expect(codeOf(await submit(community.client, form, userId))).toEqual([201, 'Pending'])
    await update(community.client, form, 1, { state: 'closed' })
    await update(community.client, form, 2, {})
    const refused = await submit(community.client, form, userId, { version: 3 })
    expect(codeOf(refused)).toEqual([409, 'duplicate_submission'])
    expect(refused.body.error).toMatchObject({
      message: expect.stringContaining('already submitted to version 1 of this form') as string,
      details: { applicationVersion: 1 },
    })
    const opened = async (by: number) => (await open(community.client, form, { userId: by })).body.data as object
    expect(await opened(userId)).toMatchObject({ version: 3, submittedVersion: 1 })
    expect(await opened(await applicant(app))).toMatchObject({ version: 3, submittedVersion: null })
    const password = 'correct horse'
    expect((await put(form, 3, { definition: form.definition, password })).body.data.version).toBe(4)
    const again = await submit(community.client, form, userId, { version: 4, password })
    expect(codeOf(again)).toEqual([409, 'duplicate_submission'])
    // an applicant who has not submitted yet
    const other = await submit(community.client, form, await applicant(app), { version: 4, password })
    expect(codeOf(other)).toEqual([201, 'Pending'])
  })

  it.each<[string, object]>([
    ['other questions', { questions: [text, { ...text, id: 'more', required: false }] }],
    ['another name', { name: 'Another' }],
    ['no changes', {}],
  ])('are restarted by an update with %s', async (_, more) => {
    const form = await makeForm(community.client)
    const userId = await applicant(app)
    await submit(community.client, form, userId)
    await update(community.client, form, 1, more)
    expect(codeOf(await submit(community.client, form, userId, { version: 2 }))).toEqual([201, 'Pending'])
    await update(community.client, form, 2, { ...more, state: 'closed' })
    await update(community.client, form, 3, more)
    const third = await submit(community.client, form, userId, { version: 4 })
    expect(codeOf(third)).toEqual([409, 'duplicate_submission'])
  })

  it('are not restarted by a rollback of the closing', async () => {
    const form = await makeForm(community.client)
    const userId = await applicant(app)
    await submit(community.client, form, userId)
    await update(community.client, form, 1, { state: 'closed' })
    await rollbackForm(await community.ctx(), form.applicationId, null)
    expect(codeOf(await submit(community.client, form, userId, { version: 3 }))).toEqual([409, 'duplicate_submission'])
  })

  it('accept one of many concurrent submissions over versions that differ in state alone', async () => {
    const form = await makeForm(community.client)
    const userId = await applicant(app)
    const answers = [
      ...(await Promise.all(Array.from({ length: 5 }, () => submit(community.client, form, userId)))),
      await update(community.client, form, 1, { state: 'closed' }),
      await update(community.client, form, 2, {}),
      ...(await Promise.all(Array.from({ length: 5 }, () => submit(community.client, form, userId, { version: 3 })))),
    ]
    expect(answers.filter(({ status: code }) => code === 201)).toHaveLength(1)
    expect(answers.filter(({ status: code }) => code === 409)).toHaveLength(9)
  })

  it('treat a version of an earlier release as its own round', async () => {
    const form = await makeForm(community.client)
    const userId = await applicant(app)
    await submit(community.client, form, userId)
    await update(community.client, form, 1, { state: 'closed' })
    await update(community.client, form, 2, {})
    await sql`update application_version set round_version = null where application_id = ${form.applicationId}`.execute(
      app.app.db,
    )
    expect(codeOf(await submit(community.client, form, userId, { version: 3 }))).toEqual([201, 'Pending'])
  })
})

describe('a pass', () => {
  it('is returned next to a newer response, which is the result', async () => {
    const form = await makeForm(community.client)
    const userId = await applicant(app)
    const first = (await submit(community.client, form, userId)).body.data.response
    expect((await status(form, userId)).body.data).toEqual({ response: first, passed: null })
    const review = { revision: 1, status: 'Passed', applicantFeedback: 'Well done.' }
    const at = `${form.path}/responses/${first.responseId}/review`
    expect((await community.client.post(at, review)).status).toBe(200)
    const passed = (await status(form, userId)).body.data.response
    expect((await status(form, userId)).body.data).toEqual({ response: passed, passed })
    await update(community.client, form, 1, { name: 'Another' })
    const second = (await submit(community.client, form, userId, { version: 2 })).body.data.response
    expect((await status(form, userId)).body.data).toEqual({ response: second, passed })
    expect(passed).toMatchObject({ status: 'Passed', applicationVersion: 1, applicantFeedback: 'Well done.' })
  })

  it('and a result are null for an account that has not submitted', async () => {
    const form = await makeForm(community.client)
    expect((await status(form, await applicant(app))).body.data).toEqual({ response: null, passed: null })
  })
})

it('shows automatic grading as off after a downgrade and as on after an upgrade', async () => {
  const tenant = await app.community()
  const options = ['a', 'b'].map((id) => ({ id, label: id }))
  const questions = [{ id: 'q', type: 'single' as const, title: 'Which?', options, answerKey: ['a'] }]
  const form = await makeForm(tenant.client, { questions, grading: { passPercentage: 50 } })
  const shown = async (): Promise<unknown[]> => [
    (await tenant.client.get(form.path)).body.data.automaticGrading,
    (await tenant.client.get(`${form.path}/configuration`)).body.data.automaticGrading,
    (await tenant.client.get('/v2/applications')).body.data.items[0].automaticGrading,
  ]
  const submitted = async (): Promise<unknown> =>
    (await submit(tenant.client, form, await applicant(app), { answers: { q: ['a'] } })).body.data.response.status
  const move = async (plan: string): Promise<void> => {
    await setSubscription(await tenant.ctx(), 'subscription', plan, null)
    app.advance(61_000)
  }
  expect([await shown(), await submitted()]).toEqual([[true, true, true], 'Passed'])
  await move('standard')
  expect([await shown(), await submitted()]).toEqual([[false, false, false], 'Pending'])
  expect((await tenant.client.get(`${form.path}/configuration`)).body.data.definition.grading.passPercentage).toBe(50)
  await move('pro')
  expect([await shown(), await submitted()]).toEqual([[true, true, true], 'Passed'])
})
