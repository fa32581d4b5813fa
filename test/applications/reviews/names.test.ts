// The applicant's names in results, lists and details: those of the stored profile.
import { startTestApp, type TestApp, type TestCommunity } from '../../support/app'
import { applicant, makeForm, review, status, submit, type Form } from '../submissions/fixture'

let app: TestApp
let home: TestCommunity
let form: Form
beforeAll(async () => {
  app = await startTestApp()
  home = await app.community()
  form = await makeForm(home.client)
})
afterAll(() => app.close())

const unknown = { username: null, displayName: null }

/** A verified account that the platform knows, and its names. */
async function known(): Promise<{ userId: number; names: object }> {
  const userId = await applicant(app)
  const names = { username: `Applicant${userId}`, displayName: `Applicant No. ${userId}` }
  app.world.addUser({ userId, ...names })
  return { userId, names }
}

/** The names in everything that answers the account's response. */
async function namesOf(userId: number): Promise<object[]> {
  const list = await home.client.get(`${form.path}/responses?userId=${userId}`)
  const detail = await home.client.get(`${form.path}/responses/${list.body.data.items[0].responseId}`)
  const { response, passed } = (await status(home.client, form, { userId })).body.data
  return [list.body.data.items[0], detail.body.data, response, ...(passed ? [passed] : [])].map(
    ({ username, displayName }) => ({ username, displayName }),
  )
}

it('answers the names of a member at submission, in status, list, detail and review', async () => {
  const { userId, names } = await known()
  await home.client.get(`/v2/members/${userId}`)
  const submitted = await submit(home.client, form, userId)
  const { responseId } = submitted.body.data.response
  const reviewed = await review(home.client, `${form.path}/responses/${responseId}`)
  expect([submitted.body.data.response, reviewed.body.data]).toMatchObject([names, names])
  expect(await namesOf(userId)).toEqual([names, names, names, names])
})

it('answers null until the community has a profile of the account, and its names from then on', async () => {
  const { userId, names } = await known()
  const other = await app.community()
  await other.client.get(`/v2/members/${userId}`)
  expect((await submit(home.client, form, userId)).body.data.response).toMatchObject(unknown)
  expect(await namesOf(userId)).toEqual([unknown, unknown, unknown])
  await home.client.get(`/v2/members/${userId}`)
  expect(await namesOf(userId)).toEqual([names, names, names])
})

it('follows a change of the names, and loses them with the profile', async () => {
  const { userId, names } = await known()
  await home.client.get(`/v2/members/${userId}`)
  await submit(home.client, form, userId)
  app.world.renameUser(userId, `Renamed${userId}`)
  const renamed = { ...names, username: `Renamed${userId}` }
  await home.client.get(`/v2/members/${userId}?refresh=true`)
  expect(await namesOf(userId)).toEqual([renamed, renamed, renamed])
  await app.app.db.deleteFrom('member').where('user_id', '=', userId).execute()
  expect(await namesOf(userId)).toEqual([unknown, unknown, unknown])
})
