// Which forms are required to join.
import { newestEntries } from '../../support/audit'
import { startTestApp, type Client, type TestApp, type TestCommunity } from '../../support/app'
import { makeForm, refusal, update } from '../submissions/fixture'

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

const path = '/v2/join-requirements'
const require = (applicationIds: readonly string[], headers = {}) => client.put(path, { applicationIds }, headers)
const required = async (): Promise<string[]> => (await client.get(path)).body.data.applicationIds as string[]

it('requires the forms of the list and no others, with an audit entry for each change', async () => {
  const [one, other] = [await makeForm(client), await makeForm(client)]
  expect(await required()).toEqual([])
  expect((await require([one.applicationId])).body.data.applicationIds).toEqual([one.applicationId])
  expect((await client.get(one.path)).body.data.required).toBe(true)
  await require([one.applicationId])
  await require([other.applicationId])
  expect(await required()).toEqual([other.applicationId])
  const changes = (await newestEntries(app.base, community.communityId, 20)).filter(
    ({ action }) => action === 'application.require',
  )
  const change = ({ applicationId }: { applicationId: string }, after: boolean) => ({
    before: { applicationId, required: !after },
    after: { applicationId, required: after },
    actor_kind: 'key',
  })
  expect(changes.reverse()).toMatchObject([change(one, true), ...sorted(change(one, false), change(other, true))])
})

it('lets a form be closed and deleted again once it is taken out', async () => {
  const form = await makeForm(client)
  await require([form.applicationId])
  const refused = [await update(client, form, 1, { state: 'closed' }), await client.delete(`${form.path}?version=1`)]
  for (const answer of refused) {
    expect(refusal(answer)).toEqual([409, 'application_required'])
    expect(answer.body.error.message).toContain('setJoinRequirements')
  }
  await require([])
  expect((await update(client, form, 1, { state: 'closed' })).status).toBe(200)
  expect((await client.delete(`${form.path}?version=2`)).status).toBe(204)
})

it('changes nothing when a form of the list is closed or of another community', async () => {
  const [open, closed] = [await makeForm(client), await makeForm(client, { name: 'Shut', state: 'closed' })]
  const foreign = await makeForm((await app.community()).client)
  const shut = await require([open.applicationId, closed.applicationId])
  expect(refusal(shut)).toEqual([409, 'application_closed'])
  expect(shut.body.error.message).toContain('"Shut" is closed')
  const unknown = await require([open.applicationId, foreign.applicationId])
  expect(refusal(unknown)).toEqual([404, 'application_not_found'])
  expect(unknown.body.error.message).toContain(foreign.applicationId)
  expect(await required()).toEqual([])
})

it('requires the forms of one list when two are sent at the same time', async () => {
  const forms = [await makeForm(client), await makeForm(client), await makeForm(client)]
  const answers = await Promise.all(forms.map(({ applicationId }) => require([applicationId])))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await required()).toHaveLength(1)
})

function sorted<Change extends { readonly after: { readonly applicationId: string } }>(...changes: Change[]): Change[] {
  return changes.sort((one, other) => (one.after.applicationId < other.after.applicationId ? -1 : 1))
}
