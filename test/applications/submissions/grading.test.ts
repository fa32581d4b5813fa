// Automatic grading: exact sets, equal weights, an exact pass mark, and who is told.
import fc from 'fast-check'
import { setSubscription } from '../../../src/communities/actions'
import { grade, scoreOf } from '../../../src/applications/submissions/rules'
import { startTestApp, type Client, type TestApp } from '../../support/app'
import { applicant, choice, leftBehind, makeForm, respond, review, status, submit, text, update } from './fixture'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
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
    ['everything right, in whatever order', {}, 'Passed', 100],
    ['a part of a set', { two: ['a'] }, 'Failed', 66.67],
    ['more than a set', { two: ['a', 'b', 'c'] }, 'Failed', 66.67],
    ['another set of the same size', { two: ['a', 'b'] }, 'Failed', 66.67],
    ['one right', { one: ['a'], two: ['b'] }, 'Failed', 33.33],
    ['nothing right', { one: ['a'], two: ['b'], three: ['c'] }, 'Failed', 0],
  ])('of %s', async (_name, answers, verdict, score) => {
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

  it('in whatever form is that of exact arithmetic', () => {
    const options = ['a', 'b', 'c', 'd']
    const set = fc.uniqueArray(fc.constantFrom(...options), { minLength: 1 })
    const asked = fc.record({ key: set, given: fc.oneof(set, fc.constant(undefined)), counts: fc.boolean() })
    const forms = fc.array(asked, { minLength: 1, maxLength: 50 }).filter((all) => all.some(({ counts }) => counts))
    fc.assert(
      fc.property(forms, fc.integer({ min: 1, max: 100 }), fc.boolean(), (all, mark, honest) => {
        const entries = all.map((one, index) => ({ ...one, id: `q${index}`, given: honest ? one.key : one.given }))
        const definition = {
          questions: entries.map(({ id, key, counts }) => ({
            id,
            type: counts ? ('multiple' as const) : ('short' as const),
            title: 'x',
            description: '',
            required: true,
            ...(counts ? { answerKey: key } : {}),
          })),
        }
        const given = entries.flatMap(({ id, given: answer, counts }): [string, string | string[]][] =>
          counts ? (answer ? [[id, [...answer].reverse()]] : []) : [[id, 'text']],
        )
        const choices = entries.filter(({ counts }) => counts)
        const exact = choices.filter(
          ({ key, given: answer }) => [...key].sort().join() === [...(answer ?? [])].sort().join(),
        )
        const [correct, total] = [BigInt(exact.length), BigInt(choices.length)]
        const result = grade(definition, Object.fromEntries(given), mark)
        expect(result).toEqual({
          correct: exact.length,
          graded: choices.length,
          // correct / total >= mark / 100
          passed: correct * 100n >= BigInt(mark) * total,
        })
        // half a hundredth rounds up
        const hundredths = (2n * correct * 10_000n + total) / (2n * total)
        expect(scoreOf(result.correct, result.graded)).toBe(Number(hundredths) / 100)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is none where nothing was graded', () => {
    expect([scoreOf(null, null), scoreOf(0, 0), scoreOf(null, 3)]).toEqual([null, null, null])
  })
})

describe('an automatic result', () => {
  it.each([
    ['Passed', right],
    ['Failed', { ...right, one: ['a'] }],
  ])('%s is in the answer, makes one notification and queues one direct message', async (verdict, answers) => {
    const { client } = await app.community()
    const form = await makeForm(client, { questions, grading: { passPercentage: 100 } })
    const userId = await applicant(app)
    const { status: code, body } = await submit(client, form, userId, { answers })
    const result = body.data.response
    expect([code, result]).toMatchObject([201, { status: verdict, applicationVersion: 1, applicantFeedback: null }])
    expect(result.reviewedAt).toBe(result.submittedAt)
    expect((await status(client, form, { userId })).body.data.response).toEqual(result)
    const path = `${form.path}/responses/${result.responseId}`
    const left = await leftBehind(app, path)
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

  it('is not made after a downgrade: the response waits, and nobody is told', async () => {
    const { client, ctx } = await app.community()
    const form = await makeForm(client, { questions, grading: { passPercentage: 50 } })
    await setSubscription(await ctx(), 'subscription', 'standard', null)
    // longer than anything of a key is remembered
    app.advance(61_000)
    const path = await respond(client, form, await applicant(app), { answers: right })
    expect((await client.get(path)).body.data).toMatchObject({ status: 'Pending', score: null, reviewedAt: null })
    expect(await leftBehind(app, path)).toEqual({ notifications: [], messages: [], jobs: [] })
    expect((await review(client, path)).status).toBe(200)
  })

  it('is not made where the form does not ask for it, keys or not', async () => {
    const { client } = await app.community()
    const form = await makeForm(client, { questions })
    const path = await respond(client, form, await applicant(app), { answers: right })
    expect((await client.get(path)).body.data).toMatchObject({ status: 'Pending', score: null })
    expect((await leftBehind(app, path)).notifications).toEqual([])
  })
})

describe('a response stays as it was', () => {
  it('while the form changes and after it is deleted', async () => {
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

  it('and may still be reviewed after the form is deleted', async () => {
    const { client } = await app.community()
    const form = await makeForm(client)
    const path = await respond(client, form, await applicant(app))
    await client.delete(`${form.path}?version=1`)
    expect((await review(client, path)).body.data).toMatchObject({ status: 'Passed', revision: 2 })
  })
})
