import { setSubscription } from '../../../src/communities/actions'
import { startTestApp, type Client, type TestApp } from '../../support/app'
import { applicant, choice, decisionRows, makeForm, respond, review, status, submit, text, update } from './fixture'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const questions = [
  text,
  choice('one', ['b'], { type: 'single' }),
  choice('two', ['a', 'c']),
  choice('three', ['a', 'b', 'c']),
]
const right = { why: 'I fly.', one: ['b'], two: ['c', 'a'], three: ['b', 'a', 'c'] }

async function graded(client: Client, answers: object, passPercentage = 67): Promise<unknown[]> {
  const form = await makeForm(client, { questions, grading: { passPercentage } })
  const { data } = (await client.get(await respond(client, form, await applicant(app), { answers }))).body
  return [data.status, data.score]
}

describe('the score', () => {
  it.each([
    ['right answers in any order', {}, 'Passed', 100],
    ['a subset of the answer key', { two: ['a'] }, 'Failed', 66.67],
    ['a superset of the answer key', { two: ['a', 'b', 'c'] }, 'Failed', 66.67],
    ['another set of equal size', { two: ['a', 'b'] }, 'Failed', 66.67],
    ['one right answer', { one: ['a'], two: ['b'] }, 'Failed', 33.33],
    ['wrong answers only', { one: ['a'], two: ['b'], three: ['c'] }, 'Failed', 0],
  ])('of %s is %s with %d', async (_name, answers, verdict, score) => {
    const { client } = await app.community()
    expect(await graded(client, { ...right, ...answers })).toEqual([verdict, score])
  })

  it('is compared with the pass mark before it is rounded', async () => {
    const { client } = await app.community()
    const wrong = { ...right, two: ['a'] }
    expect(await graded(client, wrong, 66)).toEqual(['Passed', 66.67])
    expect(await graded(client, wrong, 67)).toEqual(['Failed', 66.67])
    expect(await graded(client, right, 100)).toEqual(['Passed', 100])
  })
})

describe('an automatic result', () => {
  it.each([
    ['Passed', right],
    ['Failed', { ...right, one: ['a'] }],
  ])('%s is returned, and adds one notification and one queued message', async (verdict, answers) => {
    const { client } = await app.community()
    const form = await makeForm(client, { questions, grading: { passPercentage: 100 } })
    const userId = await applicant(app)
    const { status: code, body } = await submit(client, form, userId, { answers })
    const result = body.data.response
    expect([code, result]).toMatchObject([201, { status: verdict, applicationVersion: 1, applicantFeedback: null }])
    expect(result.reviewedAt).toBe(result.submittedAt)
    expect((await status(client, form, { userId })).body.data.response).toEqual(result)
    const path = `${form.path}/responses/${result.responseId}`
    const left = await decisionRows(app, path)
    expect(left.messages).toEqual([{ status: 'queued', attempts: 0, error: null }])
    expect(left.jobs).toHaveLength(1)
    expect(left.notifications).toEqual([
      {
        user_id: userId,
        payload: {
          responseId: result.responseId,
          applicationId: form.applicationId,
          status: verdict,
          applicantFeedback: null,
        },
      },
    ])
    expect((await client.get(path)).body.data).toMatchObject({ decidedBy: null, revision: 1 })
    expect((await review(client, path)).body.error.code).toBe('response_already_reviewed')
  })

  it('is not computed after a downgrade: the response is pending, without notification and message', async () => {
    const { client, ctx } = await app.community()
    const form = await makeForm(client, { questions, grading: { passPercentage: 50 } })
    await setSubscription(await ctx(), 'subscription', 'standard', null)
    // the key cache keeps plans for 60 seconds
    app.advance(61_000)
    const path = await respond(client, form, await applicant(app), { answers: right })
    expect((await client.get(path)).body.data).toMatchObject({ status: 'Pending', score: null, reviewedAt: null })
    expect(await decisionRows(app, path)).toEqual({ notifications: [], messages: [], jobs: [] })
    expect((await review(client, path)).status).toBe(200)
  })

  it('is not computed for a form without automatic grading', async () => {
    const { client } = await app.community()
    const form = await makeForm(client, { questions })
    const path = await respond(client, form, await applicant(app), { answers: right })
    expect((await client.get(path)).body.data).toMatchObject({ status: 'Pending', score: null })
    expect((await decisionRows(app, path)).notifications).toEqual([])
  })
})

describe('a stored response', () => {
  it('does not change when the form is updated or deleted', async () => {
    const { client } = await app.community()
    const form = await makeForm(client, { questions, grading: { passPercentage: 100 } })
    const path = await respond(client, form, await applicant(app), { answers: right })
    const before = (await client.get(path)).body.data
    expect(before).toMatchObject({ applicationVersion: 1, answers: right })
    expect(before.questions).toHaveLength(4)
    const renamed = [{ ...text, title: 'Another question' }, choice('one', ['a'], { type: 'single' })]
    await update(client, form, 1, { questions: renamed })
    expect((await client.get(path)).body.data).toEqual(before)
    expect((await client.delete(`${form.path}?version=2`)).status).toBe(204)
    expect((await client.get(path)).body.data).toEqual(before)
    const { items } = (await client.get(`${form.path}/responses`)).body.data
    expect(items).toMatchObject([{ responseId: before.responseId, score: 100 }])
  })

  it('can be reviewed after the form was deleted', async () => {
    const { client } = await app.community()
    const form = await makeForm(client)
    const path = await respond(client, form, await applicant(app))
    await client.delete(`${form.path}?version=1`)
    expect((await review(client, path)).body.data).toMatchObject({ status: 'Passed', revision: 2 })
  })
})
