// A form that uses the join requests of the group: its result decides the applicant's request, once.
import { newestEntries } from '../support/audit'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import {
  applicant,
  choice,
  makeForm,
  respond,
  review,
  submit,
  text,
  update,
  type Form,
} from '../applications/submissions/fixture'
import { hasEnded } from '../../src/operations/rules'
import { watchWrites } from '../operations/fixture'

let app: TestApp
let community: TestCommunity
let userId: number
beforeAll(async () => {
  app = await startTestApp()
  community = await app.community()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  userId = await applicant(app)
  app.world.addUser({ userId, username: `Applicant${userId}` })
  app.world.joins.send(group.id, userId)
})

type Use = 'ignore' | 'accept' | 'decide'
type Status = 'Passed' | 'Failed'
const bound = (joinRequests: Use): Promise<Form> => makeForm(community.client, { joinRequests })
const operations = () =>
  app.app.db
    .selectFrom('platform_operation')
    .select(['kind', 'status', 'required_scope'])
    .where('community_id', '=', community.communityId)
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute()
const ended = () => until('the decision', async () => (await operations()).every((one) => hasEnded(one.status)))
const state = () => {
  const { members, joinRequests } = app.world.groups.get(group.id) ?? { members: new Map(), joinRequests: new Map() }
  return members.has(userId) ? 'member' : joinRequests.has(userId) ? 'asks' : 'neither'
}
async function decide(form: Form, status: Status): Promise<Answer> {
  const path = await respond(community.client, form, userId)
  const answer = await review(community.client, path, { status })
  await ended()
  return answer
}

it.each([
  ['decide', 'Passed', 'member', ['join.accept']],
  ['decide', 'Failed', 'neither', ['join.decline']],
  ['accept', 'Passed', 'member', ['join.accept']],
  ['accept', 'Failed', 'asks', []],
  ['ignore', 'Passed', 'asks', []],
] as [Use, Status, string, string[]][])('with %s, %s leaves the account as %s', async (use, status, after, kinds) => {
  expect((await decide(await bound(use), status)).status).toBe(200)
  expect([state(), (await operations()).map(({ kind }) => kind)]).toEqual([after, kinds])
})

it('a result of automatic grading decides too', async () => {
  const questions = [choice('q', ['a'])]
  const form = await makeForm(community.client, { questions, grading: { passPercentage: 100 }, joinRequests: 'decide' })
  await respond(community.client, form, userId, { answers: { q: ['a'] } })
  await ended()
  expect(state()).toBe('member')
})

it('concurrent reviews of a response decide once', async () => {
  const path = await respond(community.client, await bound('decide'), userId)
  const writes = watchWrites(app, userId)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      review(community.client, path, { status: index % 2 === 0 ? 'Passed' : 'Failed' }),
    ),
  )
  await ended()
  const reviewed = answers.find(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect([await operations(), writes.applied()].map(({ length }) => length)).toEqual([1, 1])
  expect(state()).toBe(reviewed?.body.data.status === 'Passed' ? 'member' : 'neither')
})

it('a review does not wait for the platform, and the decision follows its outage', async () => {
  app.simulator.faults.add({ kind: 'reject', status: 503 })
  const path = await respond(community.client, await bound('decide'), userId)
  expect((await review(community.client, path)).status).toBe(200)
  expect(state()).toBe('asks')
  app.simulator.faults.clear()
  await ended()
  expect(state()).toBe('member')
})

it('a result is kept where the account has not asked to join', async () => {
  app.world.joins.withdraw(group.id, userId)
  const answer = await decide(await bound('decide'), 'Passed')
  expect([answer.body.data.status, (await operations()).map(({ status }) => status)]).toEqual(['Passed', ['failed']])
})

it('an update keeps the use unless it names another, which is audited and no new round', async () => {
  const form = await bound('accept')
  const shown = async (): Promise<unknown> =>
    (await community.client.get(`${form.path}/configuration`)).body.data.definition.joinRequests
  const { name, questions } = form.definition
  const unnamed = { ...form, definition: { name, state: 'open' as const, questions } }
  await respond(community.client, form, userId)
  expect((await update(community.client, unnamed, 1, { state: 'closed' })).status).toBe(200)
  expect(await shown()).toBe('accept')
  expect((await update(community.client, unnamed, 2, { joinRequests: 'decide' })).status).toBe(200)
  const [entry] = await newestEntries(app.app, community.communityId, 1)
  expect([await shown(), entry?.after]).toEqual(['decide', expect.objectContaining({ joinRequests: 'decide' })])
  expect((await submit(community.client, form, userId, { version: 3 })).body.error.code).toBe('duplicate_submission')
  expect((await update(community.client, unnamed, 3, { joinRequests: 'ignore' })).status).toBe(200)
  expect(await shown()).toBeUndefined()
})

it('a duplicate ignores join requests', async () => {
  const form = await bound('decide')
  const { body } = await community.client.post(`${form.path}/duplicate`, {})
  const copy = await community.client.get(`/v2/applications/${String(body.data.applicationId)}/configuration`)
  expect(copy.body.data.definition.joinRequests).toBeUndefined()
})

it('a key without joins.write cannot bind a form', async () => {
  const client = await community.clientWith(['applications.write'])
  const definition = { name: 'Pilots', questions: [text], joinRequests: 'decide' }
  const { status, body } = await client.post('/v2/applications', { definition })
  expect([status, body.error.details.required]).toEqual([403, ['joins.write']])
})
