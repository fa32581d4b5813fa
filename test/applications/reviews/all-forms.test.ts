// listAllResponses: the queue over all forms, and what one account has submitted.
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../../support/app'
import { applicant, idOf, makeForm, respond, review, type Form } from '../submissions/fixture'

let app: TestApp
let home: TestCommunity
let forms: readonly [Form, Form, Form]
/** In the order of their submission: to the first and the second form in turn. */
const waiting: string[] = []
const decided: string[] = []
let often: number
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
  const { client } = home
  forms = [
    await makeForm(client, { name: 'Pilots' }),
    await makeForm(client, { name: 'Medics' }),
    await makeForm(client, { name: 'Nobody' }),
  ]
  often = await applicant(app)
  for (let made = 0; made < 6; made++) {
    const path = await respond(client, forms[made % 2] as Form, made < 2 ? often : await applicant(app))
    if (made === 0 || made === 3) {
      await review(client, path, { status: made === 0 ? 'Passed' : 'Failed' })
      decided.push(idOf(path))
    } else waiting.push(idOf(path))
  }
})
afterAll(() => app.close())

const list = (query = '', by = home.client): Promise<Answer> => by.get(`/v2/responses${query}`)
const idsIn = ({ body }: Answer): string[] =>
  (body.data as { responseId: string }[]).map(({ responseId }) => responseId)

it('lists what waits over all forms, newest first, or oldest first', async () => {
  expect(idsIn(await list())).toEqual([...waiting].reverse())
  expect(idsIn(await list('?order=oldest'))).toEqual(waiting)
})

it('pages in both orders', async () => {
  for (const order of ['oldest', 'newest']) {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const answer: Answer = await list(`?limit=1&order=${order}${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...idsIn(answer))
      cursor = answer.body.meta.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(order === 'oldest' ? waiting : [...waiting].reverse())
  }
})

it('filters by state, form and account', async () => {
  expect(idsIn(await list('?status=Passed'))).toEqual([decided[0]])
  expect(idsIn(await list('?status=Failed'))).toEqual([decided[1]])
  expect(idsIn(await list(`?applicationId=${forms[0].applicationId}&order=oldest`))).toEqual([waiting[1], waiting[2]])
  expect(idsIn(await list(`?userId=${often}`))).toEqual([waiting[0], decided[0]])
  expect(idsIn(await list(`?userId=${often}&status=Pending`))).toEqual([waiting[0]])
  expect(idsIn(await list(`?applicationId=app_${'a'.repeat(20)}`))).toEqual([])
})

it('counts on request, also by form', async () => {
  const { body } = await list(`?total=1&limit=1&applicationId=${forms[0].applicationId}`)
  expect(body.meta.total).toEqual({ count: 2, exact: true })
  expect(body.meta.forms).toEqual([
    { applicationId: forms[1].applicationId, name: 'Medics', total: { count: 2, exact: true } },
    { applicationId: forms[0].applicationId, name: 'Pilots', total: { count: 2, exact: true } },
  ])
  const plain = await list()
  expect(Object.keys(plain.body.meta)).toEqual(['nextCursor'])
})

it('names the forms of the page on request', async () => {
  const { body } = await list('?names=1')
  const named = body.meta.names.applications.map(({ name }: { name: string }) => name)
  expect(named.sort()).toEqual(['Medics', 'Pilots'])
})

it('keeps the queue of a community from others', async () => {
  const other = await app.community()
  const { body } = await list('?total=1', other.client)
  expect([body.data, body.meta.total.count, body.meta.forms]).toEqual([[], 0, []])
  const borrowed = await list('?limit=1')
  const { status } = await list(`?limit=1&cursor=${borrowed.body.meta.nextCursor}`, other.client)
  expect(status).toBe(400)
})

it('needs the scope of responses', async () => {
  const { status } = await list('', await home.clientWith(['applications.read', 'members.read']))
  expect(status).toBe(403)
})
