import { eraseAccount } from '../../../src/data-rights/actions'
import { startTestApp, type Client, type TestApp, type TestCommunity } from '../../support/app'
import { applicant, idOf, makeForm, respond, review } from '../submissions/fixture'

let app: TestApp
let community: TestCommunity
let client: Client
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
beforeEach(async () => {
  community = await app.community()
  client = community.client
})
afterAll(() => app.close())

const list = async (query = '') => (await client.get(`/v2/notifications${query}`)).body

it('has each decision, newest first, with the feedback and without answers and notes', async () => {
  const form = await makeForm(client)
  const decide = async (more: object) => {
    const userId = await applicant(app)
    const path = await respond(client, form, userId)
    await review(client, path, { privateNote: 'Between us.', ...more })
    return { userId: String(userId), responseId: idOf(path), applicationId: form.applicationId }
  }
  const waiting = await respond(client, form, await applicant(app))
  const first = await decide({ status: 'Passed', applicantFeedback: 'Well done.' })
  const second = await decide({ status: 'Failed' })
  const { data, meta } = await list()
  const shown = ({ userId, ...ids }: typeof first, more: object) => ({
    notificationId: expect.stringMatching(/^\d+$/) as string,
    kind: 'response.decided',
    userId,
    response: { ...ids, ...more },
    createdAt: expect.any(String) as string,
  })
  expect(data).toEqual([
    shown(second, { status: 'Failed', applicantFeedback: null }),
    shown(first, { status: 'Passed', applicantFeedback: 'Well done.' }),
  ])
  expect(meta).toEqual({ nextCursor: null })
  expect(JSON.stringify(data)).not.toContain(idOf(waiting))
})

it('is read in pages, of its own community alone', async () => {
  const form = await makeForm(client)
  for (let count = 0; count < 3; count++) await review(client, await respond(client, form, await applicant(app)))
  const other = await app.community()
  const foreign = await makeForm(other.client)
  await review(other.client, await respond(other.client, foreign, await applicant(app)))
  const first = await list('?limit=2')
  const second = await list(`?limit=2&cursor=${first.meta.nextCursor}`)
  expect([first.data.length, second.data.length, second.meta.nextCursor]).toEqual([2, 1, null])
  const all = (await list()).data
  expect([...first.data, ...second.data]).toEqual(all)
})

it('has no feedback once the account was erased', async () => {
  const form = await makeForm(client)
  const userId = await applicant(app)
  await review(client, await respond(client, form, userId), { applicantFeedback: 'Well done.' })
  await eraseAccount(app.base, userId, false)
  const [erased] = (await list()).data
  expect(erased).toMatchObject({ userId: String(userId), response: { status: 'Passed', applicantFeedback: null } })
})
