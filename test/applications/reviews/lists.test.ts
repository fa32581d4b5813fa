import { startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../../support/app'
import { applicant, choice, issueOf, makeForm, refusal, respond, review, type Form } from '../submissions/fixture'

let app: TestApp
let community: TestCommunity
let client: Client
let form: Form
let userIds: number[]
let paths: string[]
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  client = community.client
  form = await makeForm(client)
  userIds = []
  paths = []
  for (let made = 0; made < 30; made++) {
    const userId = await applicant(app)
    userIds.push(userId)
    paths.push(await respond(client, form, userId))
  }
  for (const path of paths.slice(0, 4)) await review(client, path)
  for (const path of paths.slice(4, 7)) await review(client, path, { status: 'Failed' })
})
afterAll(() => app.close())

const list = (query = '', of: Form = form, by: Client = client): Promise<Answer> =>
  by.get(`${of.path}/responses${query}`)

const accountsOf = ({ body }: Answer): number[] =>
  (body.data.items as { userId: string }[]).map(({ userId }) => Number(userId))

it('returns the newest 25 responses unless a limit is given', async () => {
  const answer = await list()
  expect(accountsOf(answer)).toEqual([...userIds].reverse().slice(0, 25))
  expect(typeof answer.body.data.nextCursor).toBe('string')
  expect(accountsOf(await list('?limit=3'))).toEqual([...userIds].reverse().slice(0, 3))
  const whole = await list('?limit=100')
  expect(accountsOf(whole)).toEqual([...userIds].reverse())
  expect(whole.body.data.nextCursor).toBeNull()
})

it.each(['0', '101', 'abc', '-1', '1.5', '1000', '1e1', '0101'])('rejects %s as a limit', async (limit) => {
  const [status, place] = issueOf(await list(`?limit=${limit}`))
  expect([status, place]).toEqual([400, '/query/limit'])
})

it.each([
  ['Passed', () => userIds.slice(0, 4)],
  ['Failed', () => userIds.slice(4, 7)],
  ['Pending', () => userIds.slice(7)],
])('filters by status %s', async (status, expected) => {
  expect(accountsOf(await list(`?status=${status}&limit=100`))).toEqual(expected().reverse())
})

it('filters by account, and by account and status', async () => {
  const [passed] = userIds
  expect(accountsOf(await list(`?userId=${passed}`))).toEqual([passed])
  expect(accountsOf(await list(`?userId=${passed}&status=Passed`))).toEqual([passed])
  expect(accountsOf(await list(`?userId=${passed}&status=Failed`))).toEqual([])
  expect(accountsOf(await list('?userId=9007199254740991'))).toEqual([])
})

it.each(['status=passed', 'userId=abc', 'userId=0', 'stauts=Passed'])('rejects ?%s', async (query) => {
  expect(refusal(await list(`?${query}`))).toEqual([400, 'validation_failed'])
})

describe('a cursor', () => {
  it.each([1, 7, 29, 30])('returns the whole list in pages of %d', async (limit) => {
    const seen: number[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null; pages++) {
      expect(pages).toBeLessThan(31)
      const answer: Answer = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      seen.push(...accountsOf(answer))
      cursor = answer.body.data.nextCursor as string | null
    }
    expect(seen).toEqual([...userIds].reverse())
  })

  it('keeps its position when a newer response is submitted', async () => {
    const own = await makeForm(client)
    const three = [await applicant(app), await applicant(app), await applicant(app)]
    for (const userId of three) await respond(client, own, userId)
    const { nextCursor } = (await list('?limit=2', own)).body.data
    await respond(client, own, await applicant(app))
    expect(accountsOf(await list(`?limit=2&cursor=${nextCursor}`, own))).toEqual(three.slice(0, 1))
  })

  it('of another filter, form, list or community is rejected, and so is an invalid one', async () => {
    const { nextCursor } = (await list('?limit=1')).body.data
    const other = await app.community({ connected: false })
    const theirs = await makeForm(other.client)
    const refused = await Promise.all([
      list(`?status=Pending&cursor=${nextCursor}`),
      list(`?userId=${userIds[0]}&cursor=${nextCursor}`),
      list(`?cursor=${nextCursor}`, await makeForm(client)),
      list(`?cursor=${nextCursor}`, theirs, other.client),
      client.get(`/v2/applications?cursor=${nextCursor}`),
      list(`?cursor=${nextCursor.slice(0, -4)}AAAA`),
      list('?cursor=nonsense'),
    ])
    for (const answer of refused) expect(issueOf(answer).slice(0, 2)).toEqual([400, '/query/cursor'])
    // the same list: the cursor is valid with another page size
    expect((await list(`?limit=5&cursor=${nextCursor}`)).status).toBe(200)
  })
})

it('returns items without questions, answers and notes', async () => {
  const { items } = (await list('?limit=1')).body.data
  expect(Object.keys(items[0]).sort()).toEqual(
    [
      ...['responseId', 'applicationId', 'applicationVersion', 'userId', 'status', 'revision', 'score'],
      ...['username', 'displayName'],
      ...['submittedAt', 'reviewedAt'],
    ].sort(),
  )
})

it('returns the score of a graded response', async () => {
  const questions = [choice('one', ['a']), choice('two', ['a']), choice('three', ['a'])]
  const graded = await makeForm(client, { questions, grading: { passPercentage: 50 } })
  await respond(client, graded, await applicant(app), { answers: { one: ['a'], two: ['b'], three: ['a'] } })
  expect((await list('', graded)).body.data.items).toMatchObject([{ score: 66.67, status: 'Passed', revision: 1 }])
})

it('hides lists, responses and reviews from another community', async () => {
  const other = await app.community({ connected: false })
  const theirs = await makeForm(other.client)
  const [path = ''] = paths
  const under = path.replace(form.applicationId, theirs.applicationId)
  expect(refusal(await list('', form, other.client))).toEqual([404, 'application_not_found'])
  for (const one of [path, under]) {
    expect((await other.client.get(one)).status).toBe(404)
    expect((await review(other.client, one)).status).toBe(404)
  }
  expect(refusal(await other.client.get(under))).toEqual([404, 'response_not_found'])
})

it('answers 404 for a read and a review under another form of the community', async () => {
  const second = await makeForm(client)
  const under = (paths[0] ?? '').replace(form.applicationId, second.applicationId)
  expect(refusal(await client.get(under))).toEqual([404, 'response_not_found'])
  expect(refusal(await review(client, under))).toEqual([404, 'response_not_found'])
})

it('answers 404 for a form that does not exist', async () => {
  const missing: Form = { ...form, path: '/v2/applications/app_aaaaaaaaaaaaaaaaaaaa' }
  expect(refusal(await list('', missing))).toEqual([404, 'application_not_found'])
})
