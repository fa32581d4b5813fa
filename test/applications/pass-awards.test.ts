// A form gives awards, a rank and roles to those who pass, once.
import { requireMember } from '../../src/members/actions'
import { createAward, updateAward } from '../../src/awards/medals/actions'
import { allScopes, issueKey } from '../../src/auth/actions'
import { updateRank } from '../../src/ranks/actions'
import {
  anyNumber,
  everyRank,
  group,
  startTestApp,
  type Answer,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { newestEntries } from '../support/audit'
import { until } from '../support/until'
import { rolesOnPlatform } from '../operations/fixture'
import { hasEnded } from '../../src/operations/rules'
import {
  applicant,
  choice,
  makeForm,
  refusal,
  respond,
  review,
  submit,
  text,
  update,
  verify,
  type DefinitionInput,
} from './submissions/fixture'

let app: TestApp
let community: TestCommunity
let userId: number
const { roles } = group
const corporal = 110
type PassAwards = NonNullable<DefinitionInput['passAwards']>

beforeAll(async () => {
  app = await startTestApp()
  community = await app.community()
  const ctx = await community.ctx()
  for (const name of ['Valor', 'Archived']) await createAward(ctx, 'medal', name)
  await updateAward(ctx, 'medal', 'Archived', { archived: true })
  await createAward(ctx, 'qualification', 'Pilot')
  app.world.addUser({ userId: corporal, username: 'Corporal' })
  app.world.addMember(group.id, corporal, [roles.private])
})
afterAll(() => app.close())
beforeEach(async () => {
  userId = await applicant(app)
  app.world.addUser({ userId, username: `Applicant${userId}` })
})

const give = (passAwards: PassAwards, more: Partial<DefinitionInput> = {}) =>
  makeForm(community.client, { passAwards, ...more })

const operations = () =>
  app.app.db
    .selectFrom('platform_operation')
    .select(['operation_id', 'kind', 'status'])
    .where('community_id', '=', community.communityId)
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute()
const ended = () => until('the operations', async () => (await operations()).every((one) => hasEnded(one.status)))

async function awardsHeld(): Promise<unknown> {
  const { medals, qualifications } = (await requireMember(await community.ctx(), userId)) as unknown as Record<
    'medals' | 'qualifications',
    { name: string; count?: number }[]
  >
  return [medals.map(({ name, count }) => [name, count]), qualifications.map(({ name }) => name)]
}

/** What was given, as the newest audit entry of a decision says. */
async function given(action = 'application.response.review'): Promise<Record<string, unknown>> {
  const entries = await newestEntries(app.app, community.communityId, 20)
  return entries.find((entry) => entry.action === action)?.after?.['given'] as Record<string, unknown>
}

it('a pass gives medals, qualifications and the rank, after the join request that it accepts', async () => {
  app.world.joins.send(group.id, userId)
  const passAwards = { medals: ['Valor'], qualifications: ['Pilot'], rankUniqueId: roles.sergeant }
  const form = await give(passAwards, { joinRequests: 'accept' })
  const shown = await community.client.get(`${form.path}/configuration`)
  expect(shown.body.data.definition.passAwards).toEqual(passAwards)
  expect((await review(community.client, await respond(community.client, form, userId))).status).toBe(200)
  expect(await awardsHeld()).toEqual([[['Valor', 1]], ['Pilot']])
  await ended()
  const all = await operations()
  expect(all.map(({ kind, status }) => [kind, status])).toEqual([
    ['join.accept', 'succeeded'],
    ['rank.set', 'succeeded'],
  ])
  expect(rolesOnPlatform(app, userId)).toContain(roles.sergeant)
  expect(await given()).toEqual({
    medals: ['Valor'],
    qualifications: ['Pilot'],
    operationIds: [all[1]?.operation_id],
    withheld: [],
  })
})

it('a pass gives the roles that are no ranks', async () => {
  const ranked = await app.community()
  await updateRank(await ranked.ctx(), roles.private, { managed: false })
  const form = await makeForm(ranked.client, { passAwards: { roleUniqueIds: [roles.private] } })
  const [member = 0] = group.members
  const path = await respondAs(ranked, form, member)
  expect((await review(ranked.client, path)).status).toBe(200)
  await until('the role', () => rolesOnPlatform(app, member).includes(roles.private))
})

it('a failed response gets nothing', async () => {
  const path = await respond(community.client, await give({ medals: ['Valor'], rankUniqueId: roles.private }), userId)
  expect((await review(community.client, path, { status: 'Failed' })).status).toBe(200)
  expect([await operations(), await given()]).toEqual([[], undefined])
})

it('a result of automatic grading gives too, and its audit entry says what', async () => {
  const questions = [choice('q', ['a'])]
  const form = await give({ medals: ['Valor'] }, { questions, grading: { passPercentage: 100 } })
  await respond(community.client, form, userId, { answers: { q: ['a'] } })
  expect(await awardsHeld()).toEqual([[['Valor', 1]], []])
  expect(await given('application.response.submit')).toMatchObject({ medals: ['Valor'] })
})

it('concurrent reviews of a response give once', async () => {
  const form = await give({ medals: ['Valor'], rankUniqueId: roles.private })
  const path = await respond(community.client, form, userId)
  const answers = await Promise.all(Array.from({ length: 6 }, () => review(community.client, path)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect([(await operations()).length, await awardsHeld()]).toEqual([1, [[['Valor', 1]], []]])
})

it('a reviewer needs no scope for what the form gives, and the entries name the form as their author', async () => {
  const path = await respond(community.client, await give({ medals: ['Valor'] }), userId)
  const reviewer = await community.clientWith(['applications.responses.review'])
  expect((await review(reviewer, path)).status).toBe(200)
  const entries = await newestEntries(app.app, community.communityId, 10)
  expect(entries.find(({ action }) => action === 'member.medal.award')).toMatchObject({
    actor_kind: 'job',
    actor_id: 'pass-awards',
  })
})

it('what the account holds is withheld, and a rank is never lowered', async () => {
  const form = await give({ medals: ['Valor'], rankUniqueId: roles.private })
  const [officer = 0] = group.members
  await community.client.post(`/v2/members/${officer}/medals`, { name: 'Valor' })
  await community.client.put(`/v2/members/${officer}/rank`, { rankUniqueId: roles.sergeant })
  const path = await respondAs(community, form, officer)
  expect((await review(community.client, path)).status).toBe(200)
  expect(await given()).toEqual({
    medals: [],
    qualifications: [],
    operationIds: [],
    withheld: [
      { what: 'medal', name: 'Valor', code: 'already_held' },
      { what: 'rank', name: String(roles.private), code: 'already_held' },
    ],
  })
})

it('a medal that was renamed since is withheld, and the result is kept', async () => {
  const ctx = await community.ctx()
  await createAward(ctx, 'medal', 'Former')
  const path = await respond(community.client, await give({ medals: ['Former'] }), userId)
  await updateAward(ctx, 'medal', 'Former', { name: 'Later' })
  expect((await review(community.client, path)).body.data.status).toBe('Passed')
  expect(await given()).toMatchObject({ withheld: [{ what: 'medal', name: 'Former', code: 'medal_not_found' }] })
})

it.each<[string, PassAwards, [number, string]]>([
  ['a medal that does not exist', { medals: ['No such'] }, [404, 'medal_not_found']],
  ['an archived medal', { medals: ['Archived'] }, [409, 'medal_archived']],
  ['a rank that does not exist', { rankUniqueId: 987654321 }, [404, 'rank_not_found']],
  ['the rank of the owner', { rankUniqueId: roles.owner }, [409, 'rank_not_assignable']],
  ['a rank as a role', { roleUniqueIds: [roles.private] }, [409, 'role_is_rank']],
])('a form that gives %s is refused', async (_, passAwards, expected) => {
  const definition = { name: 'Pilots', questions: [text], passAwards }
  expect(refusal(await community.client.post('/v2/applications', { definition }))).toEqual(expected)
})

describe.each([
  ['with bounds', 50],
  ['that acts for a member', 255],
])('a key %s', (_, highestRankGiven) => {
  const store = async (method: 'POST' | 'PUT', path: string, body: object): Promise<[number, string | undefined]> => {
    const isActing = highestRankGiven === 255
    const bounds = { ...everyRank, ...anyNumber, highestRankGiven: isActing ? 255 : 10 }
    const request = { name: 'low', scopes: allScopes, expiresAt: null, actFor: isActing, bounds }
    const { key } = await issueKey(await community.ctx(), request)
    const acting = isActing ? { 'X-On-Behalf-Of': String(corporal) } : {}
    return refusal(await community.client.send(method, path, body, { Authorization: `Bearer ${key}`, ...acting }))
  }
  it('cannot let a form or a template give a rank above its bounds', async () => {
    const definition = { name: 'Pilots', questions: [text], passAwards: { rankUniqueId: roles.sergeant } }
    const form = await makeForm(community.client)
    const refused = [403, 'rank_out_of_bounds']
    expect([
      await store('POST', '/v2/applications', { definition }),
      await store('PUT', form.path, { version: 1, definition }),
      await store('POST', '/v2/applications/templates', { name: 'Pilots', definition }),
    ]).toEqual([refused, refused, refused])
  })
})

it.each([
  ['medals', ['Valor'], 'members.medals.write'],
  ['qualifications', ['Pilot'], 'members.qualifications.write'],
  ['rankUniqueId', roles.private, 'members.ranks.write'],
])('a key that cannot give %s cannot let a form give them', async (what, value, scope) => {
  const client = await community.clientWith(['applications.write'])
  const definition = { name: 'Pilots', questions: [text], passAwards: { [what]: value } }
  const { status, body } = await client.post('/v2/applications', { definition })
  expect([status, body.error.details.required]).toEqual([403, [scope]])
})

it('an update keeps what the form gives unless it names it, which is audited and no new round', async () => {
  const form = await give({ medals: ['Valor'] })
  const shown = async (): Promise<unknown> =>
    (await community.client.get(`${form.path}/configuration`)).body.data.definition.passAwards
  const { name, questions } = form.definition
  const unnamed = { ...form, definition: { name, state: 'open' as const, questions } }
  await respond(community.client, form, userId)
  expect((await update(community.client, unnamed, 1, { state: 'closed' })).status).toBe(200)
  expect(await shown()).toEqual({ medals: ['Valor'] })
  expect((await update(community.client, unnamed, 2, { passAwards: {} })).status).toBe(200)
  const [entry] = await newestEntries(app.app, community.communityId, 1)
  expect([await shown(), entry?.after]).toEqual([undefined, expect.objectContaining({ passAwards: {} })])
  expect(refusal(await submit(community.client, form, userId, { version: 3 }))[1]).toBe('duplicate_submission')
})

it('a duplicate gives nothing', async () => {
  const form = await give({ medals: ['Valor'] })
  const { body } = await community.client.post(`${form.path}/duplicate`, {})
  const copy = await community.client.get(`/v2/applications/${String(body.data.applicationId)}/configuration`)
  expect(copy.body.data.definition.passAwards).toBeUndefined()
})

async function respondAs({ client }: TestCommunity, form: { path: string }, account: number): Promise<string> {
  await verify(app, account)
  const answer: Answer = await client.post(`${form.path}/responses`, {
    userId: account,
    version: 1,
    answers: { why: 'I like to fly.' },
  })
  expect(answer.status).toBe(201)
  return `${form.path}/responses/${String(answer.body.data.response.responseId)}`
}
