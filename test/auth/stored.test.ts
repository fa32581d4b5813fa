// Gifts that are stored and given later are authorised when they are stored, and when a change adds a gift or widens
// who gets it.
import { randomUUID } from 'node:crypto'
import { allScopes, issueKey } from '../../src/auth/actions'
import type { BoundsInput } from '../../src/auth/bounds/rules'
import {
  everyRank,
  group,
  startTestApp,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { newestEntries } from '../support/audit'
import { until } from '../support/until'
import { resetRoles, rolesOnPlatform } from '../operations/fixture'
import {
  choice,
  makeForm,
  respond,
  review,
  submit,
  verify,
  type DefinitionInput,
  type Form,
} from '../applications/submissions/fixture'

const { roles } = group
const [player, actor, lieutenant] = group.members
const MODERATOR = 9075

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: MODERATOR, rank: 75, name: 'Moderator' })
  for (const userId of group.members) await verify(app, userId)
})
afterAll(() => app.close())
beforeEach(async () => {
  resetRoles(app)
  if (rolesOnPlatform(app, player).includes(MODERATOR)) app.world.takeRole(group.id, player, MODERATOR)
  home = await app.community()
  await home.client.patch(`/v2/ranks/${MODERATOR}`, { managed: false })
  for (const userId of group.members) await home.client.get(`/v2/members/${userId}`)
})

const codeOf = ({ status, body }: Answer): unknown => [status, body?.error?.code]
const LACKS = [403, 'insufficient_scope']
const OUT = [403, 'rank_out_of_bounds']
const upTo = (rank: number): BoundsInput => ({ ...everyRank, highestRankGiven: rank, highestRankTouched: rank })

async function keyWith(
  bounds: BoundsInput,
  more: { readonly actFor?: boolean; readonly scopes?: readonly string[] } = {},
) {
  const { scopes = allScopes, actFor = false } = more
  const { key } = await issueKey(await home.ctx(), { name: 'x', scopes, actFor, expiresAt: null, bounds })
  return app.clientFor(key, home.communityId)
}

const graded: Partial<DefinitionInput> = { questions: [choice('q', ['a'])], grading: { passPercentage: 100 } }
const configurationOf = async (form: Form): Promise<Answer['body']> =>
  (await home.client.get(`${form.path}/configuration`)).body.data
/** Updates the form as it is, with `more`. @returns the answer */
async function edit(client: Client, form: Form, more: object, body: object = {}): Promise<Answer> {
  const { version, definition } = await configurationOf(form)
  return client.put(form.path, { version, definition: { ...definition, ...more }, ...body })
}
const settled = () =>
  until('nothing is queued', async () => {
    const open = app.dba.selectFrom('platform_operation').select('operation_id').where('completed_at', 'is', null)
    return (await open.execute()).length === 0
  })

describe('a key with applications.write alone', () => {
  const gives = { passAwards: { rankUniqueId: roles.sergeant } }
  let writer: Client
  beforeEach(async () => {
    writer = await home.clientWith(['applications.write', 'applications.submit'])
  })

  it.each<[string, object, object?]>([
    ['its own answer key', { questions: [choice('q', ['b'])] }],
    ['another question', { questions: [choice('q', ['a']), choice('r', ['a'])] }],
    [
      'another label of an option',
      { questions: [{ ...choice('q', ['a']), options: [...'abc'].map((id) => ({ id, label: id })) }] },
    ],
    ['a lower percentage', { grading: { passPercentage: 1 } }],
    ['reviews instead of grading', { grading: { passPercentage: null } }],
    ['no requirement', { eligibility: {} }],
    ['another password', {}, { password: 'mine' }],
    ['no password', {}, { removePassword: true }],
    ['opening', { state: 'open' }],
    ['a higher rank', { passAwards: { rankUniqueId: roles.lieutenant } }],
    ['the acceptance of join requests', { joinRequests: 'accept' }],
  ])('may not edit a form that gives a rank: %s', async (_, more, body = {}) => {
    const eligibility = { groups: [{ groupId: group.id, minimumRank: 1 }] }
    const form = await makeForm(home.client, { ...graded, ...gives, eligibility, state: 'closed' }, 'secret')
    const before = await configurationOf(form)
    expect(codeOf(await edit(writer, form, more, body))).toEqual(LACKS)
    expect(await configurationOf(form)).toEqual(before)
  })

  it('does not give itself the rank: its own answer key is not stored, so its answer fails', async () => {
    const form = await makeForm(home.client, { ...graded, ...gives })
    expect(codeOf(await edit(writer, form, { questions: [choice('q', ['b'])] }))).toEqual(LACKS)
    const submitted = await submit(writer, form, player, { answers: { q: ['b'] } })
    expect(submitted.body.data.response.status).toBe('Failed')
    expect(rolesOnPlatform(app, player)).not.toContain(roles.sergeant)
  })

  it.each<[string, object, object?]>([
    ['closes it', { state: 'closed' }],
    [
      'fixes texts',
      { name: 'Flight school', description: 'Fly.', questions: [{ ...choice('q', ['a']), title: 'Choose one' }] },
    ],
    ['removes what it gives', { passAwards: {} }],
    ['asks for a password where there is none', {}, { password: 'secret' }],
    ['changes nothing', {}],
    ['says that join requests are left as they are', { joinRequests: 'ignore' }],
  ])('%s, also of a form that gives a rank', async (_, more, body = {}) => {
    const form = await makeForm(home.client, { ...graded, ...gives })
    expect(codeOf(await edit(writer, form, more, body))).toEqual([200, undefined])
  })

  it.each(['accept', 'decide'])('ends the use of join requests (%s)', async (joinRequests) => {
    const form = await makeForm(home.client, { ...graded, joinRequests } as Partial<DefinitionInput>)
    expect(codeOf(await edit(writer, form, { joinRequests: 'ignore' }))).toEqual([200, undefined])
    expect(codeOf(await edit(writer, form, { joinRequests }))).toEqual(LACKS)
  })

  it('edits all of a form that gives nothing, and deletes and duplicates one that gives', async () => {
    const form = await makeForm(writer, graded)
    for (const more of [{ questions: [choice('q', ['b'])] }, { grading: { passPercentage: 1 } }, { state: 'open' }])
      expect((await edit(writer, form, more, { password: 'mine' })).status).toBe(200)
    const giving = await makeForm(home.client, { ...graded, ...gives })
    const copy = await writer.post(`${giving.path}/duplicate`, {})
    expect(copy.status).toBe(201)
    const copied = { ...giving, path: `/v2/applications/${String(copy.body.data.applicationId)}` }
    expect((await edit(writer, copied, { state: 'open' })).status).toBe(200)
    expect((await writer.delete(`${giving.path}?version=1`)).status).toBe(204)
  })
})

describe('bounds of the author', () => {
  it.each(['medals', 'qualifications'] as const)('do not let a form give a role by %s', async (kind) => {
    const bounded = await keyWith(upTo(10))
    await home.client.post(`/v2/${kind}`, { name: 'Guard', roleUniqueId: MODERATOR })
    await home.client.post(`/v2/${kind}`, { name: 'Plain' })
    const create = (names: readonly string[]) =>
      bounded.post('/v2/applications', {
        definition: { name: 'x', questions: [{ type: 'short', title: 'Why?' }], passAwards: { [kind]: names } },
      })
    expect(codeOf(await create(['Plain', 'Guard']))).toEqual(OUT)
    expect((await create(['Plain'])).status).toBe(201)
  })

  it('hold when the form gives: a role that the medal got later is withheld', async () => {
    await home.client.post('/v2/medals', { name: 'Guard' })
    const form = await makeForm(await keyWith(upTo(10)), { passAwards: { medals: ['Guard'] } })
    await home.client.patch('/v2/medals/Guard', { roleUniqueId: MODERATOR })
    expect((await review(home.client, await respond(home.client, form, player))).status).toBe(200)
    await settled()
    expect(rolesOnPlatform(app, player)).toEqual([roles.recruit])
    const entries = await newestEntries(app.app, home.communityId, 20)
    const { after } = entries.find(({ action }) => action === 'application.response.review') ?? {}
    expect(after?.['given']).toMatchObject({
      medals: ['Guard'],
      operationIds: [],
      withheld: [{ what: 'role', name: String(MODERATOR), code: 'rank_out_of_bounds' }],
    })
  })

  it('hold for the rank that the member has on the platform', async () => {
    const form = await makeForm(await keyWith({ ...everyRank, lowestRankTouched: 5 }), {
      passAwards: { rankUniqueId: roles.lieutenant },
    })
    app.world.giveRole(group.id, player, roles.private)
    await home.client.post(`/v2/members/${player}/experience`, { op: 'increment', amount: 1 })
    const path = await respond(home.client, form, player)
    await app.dba.updateTable('member').set({ rank_unique_id: roles.private }).where('user_id', '=', player).execute()
    app.world.takeRole(group.id, player, roles.private)
    expect((await review(home.client, path)).status).toBe(200)
    await settled()
    expect(rolesOnPlatform(app, player)).toEqual([roles.recruit])
  })

  it('are those of the latest author whose change had to be authorised, and a change of texts keeps them', async () => {
    const bounded = await keyWith(upTo(10))
    const form = await makeForm(bounded, { passAwards: { rankUniqueId: roles.private } })
    const boundsNow = async (): Promise<unknown> => {
      const versions = app.dba.selectFrom('application_version').select('author_bounds')
      return (
        await versions.where('application_id', '=', form.applicationId).orderBy('version', 'desc').executeTakeFirst()
      )?.author_bounds
    }
    const ten = { highestGiven: 10, lowestTouched: 0, highestTouched: 10 }
    expect(await boundsNow()).toEqual(ten)
    expect((await edit(home.client, form, { name: 'Flight school' })).status).toBe(200)
    expect(await boundsNow()).toEqual(ten)
    expect((await edit(home.client, form, { passAwards: { rankUniqueId: roles.sergeant } })).status).toBe(200)
    expect(await boundsNow()).toBeNull()
    expect(codeOf(await edit(bounded, form, { questions: [choice('r')] }))).toEqual(OUT)
  })

  it('do not end with the key of the author: the form is configuration of the community', async () => {
    const { key, row } = await issueKey(await home.ctx(), {
      name: 'x',
      scopes: allScopes,
      expiresAt: null,
      bounds: upTo(50),
    })
    const form = await makeForm(app.clientFor(key, home.communityId), { passAwards: { rankUniqueId: roles.sergeant } })
    expect((await home.client.post(`/v2/keys/${row.key_id}/revoke`)).status).toBe(200)
    expect((await review(home.client, await respond(home.client, form, player))).status).toBe(200)
    await until('the rank', () => rolesOnPlatform(app, player).includes(roles.sergeant))
  })

  it('an event gives a rank within those of its author and of whoever finishes it', async () => {
    const bounded = await keyWith(upTo(10))
    const { eventTypeId } = (await home.client.post('/v2/event-types', { name: randomUUID() })).body.data
    const create = (rankUniqueId: number) =>
      bounded.post('/v2/events', {
        eventTypeId,
        startsAt: '2026-03-06T18:00:00Z',
        awards: [{ rank: { rankUniqueId } }],
      })
    expect(codeOf(await create(roles.sergeant))).toEqual(OUT)
    const { eventId } = (await create(roles.private)).body.data
    app.world.giveRole(group.id, lieutenant, roles.lieutenant)
    const attendees = [player, lieutenant].map((userId) => ({ userId, attendance: 'present' }))
    await home.client.put(`/v2/events/${eventId as string}/attendees`, { attendees })
    await home.client.post(`/v2/events/${eventId as string}/start`, {})
    await home.client.post(`/v2/events/${eventId as string}/finish`, {})
    await settled()
    expect(rolesOnPlatform(app, player)).toContain(roles.private)
    expect(rolesOnPlatform(app, lieutenant)).toContain(roles.lieutenant)
  })
})

describe('a key that acts for a member', () => {
  const by = (userId: number) => ({ 'X-On-Behalf-Of': String(userId) })
  const pass = (client: Client, path: string, userId: number): Promise<Answer> =>
    client.post(`${path}/review`, { revision: 1, status: 'Passed' }, by(userId))

  it('does not pass a response whose form gives what the member may not give', async () => {
    const bot = await keyWith(everyRank, { actFor: true })
    const form = await makeForm(home.client, { passAwards: { rankUniqueId: roles.sergeant } })
    const path = await respond(home.client, form, player)
    expect(codeOf(await pass(bot, path, actor))).toEqual(OUT)
    expect((await home.client.get(path)).body.data.status).toBe('Pending')
    await settled()
    expect(rolesOnPlatform(app, player)).toEqual([roles.recruit])
  })

  it('passes what the member may give, and one that gives no rank; the audit entries and the operation name the member', async () => {
    app.world.giveRole(group.id, lieutenant, roles.lieutenant)
    await app.dba
      .deleteFrom('member')
      .where('community_id', '=', home.communityId)
      .where('user_id', '=', lieutenant)
      .execute()
    await home.client.post('/v2/medals', { name: 'Valor' })
    const bot = await keyWith(everyRank, { actFor: true, scopes: ['applications.responses.review'] })
    const form = await makeForm(home.client, { passAwards: { medals: ['Valor'], rankUniqueId: roles.sergeant } })
    expect((await pass(bot, await respond(home.client, form, player), lieutenant)).status).toBe(200)
    await until('the rank', () => rolesOnPlatform(app, player).includes(roles.sergeant))
    await settled()
    const entries = await newestEntries(app.app, home.communityId, 30)
    for (const action of ['application.response.review', 'member.medal.award', 'member.rank'])
      expect([action, entries.find((entry) => entry.action === action)]).toEqual([
        action,
        expect.objectContaining({ on_behalf_of: lieutenant }),
      ])
    const operations = app.dba.selectFrom('platform_operation').select(['kind', 'on_behalf_of'])
    expect(await operations.where('community_id', '=', home.communityId).execute()).toEqual([
      { kind: 'rank.set', on_behalf_of: lieutenant },
    ])
    const plain = await makeForm(home.client, { passAwards: { medals: ['Valor'] } })
    expect((await pass(bot, await respond(home.client, plain, actor), actor)).status).toBe(200)
  })
})

describe('other things that give later', () => {
  it('a key with events.write alone moves no gift of an event to others, but may remove gifts', async () => {
    const writer = await home.clientWith(['events.write'])
    const { eventTypeId } = (await home.client.post('/v2/event-types', { name: randomUUID() })).body.data
    const rank = { rankUniqueId: roles.private }
    const [host, all] = [{ role: 'host', rank }, { experience: 5 }]
    const body = { eventTypeId, startsAt: '2026-03-06T18:00:00Z', awards: [host, all] }
    const { eventId } = (await home.client.post('/v2/events', body)).body.data
    const path = `/v2/events/${eventId as string}`
    const swapped = [{ role: 'host', experience: 5 }, { rank }]
    for (const awards of [swapped, [host, all, all], [all, host, host]])
      expect(codeOf(await writer.patch(path, { awards }))).toEqual(LACKS)
    for (const awards of [[all, host], [host], []])
      expect(codeOf(await writer.patch(path, { awards, name: 'Patrol' }))).toEqual([200, undefined])
  })

  it('a key that may not give the role of a medal can archive the medal, but neither rename nor restore it', async () => {
    const writer = await home.clientWith(['medals.write'])
    await home.client.post('/v2/medals', { name: 'Guard', roleUniqueId: MODERATOR })
    expect(codeOf(await writer.patch('/v2/medals/Guard', { name: 'Valor' }))).toEqual(LACKS)
    expect((await writer.patch('/v2/medals/Guard', { description: 'x', archived: true })).status).toBe(200)
    expect(codeOf(await writer.patch('/v2/medals/Guard', { archived: false }))).toEqual(LACKS)
    expect((await writer.patch('/v2/medals/Guard', { removeRole: true })).status).toBe(200)
    expect((await writer.patch('/v2/medals/Guard', { name: 'Valor', archived: false })).status).toBe(200)
  })

  it('a key with bounds does not switch on AutoRank that gives higher ranks', async () => {
    await home.client.patch(`/v2/ranks/${roles.sergeant}`, { autoRank: { experience: 10 } })
    const bounded = await keyWith(upTo(10))
    expect((await bounded.patch('/v2/auto-rank', { enabled: false })).status).toBe(200)
    expect(codeOf(await bounded.patch('/v2/auto-rank', { enabled: true }))).toEqual(OUT)
    await home.client.patch(`/v2/ranks/${roles.sergeant}`, { removeAutoRank: true })
    expect((await bounded.patch('/v2/auto-rank', { enabled: true })).status).toBe(200)
  })

  it('the end of a suspension moves only within the bounds, and its reason changes with suspensions.write', async () => {
    app.world.giveRole(group.id, player, roles.sergeant)
    const body = { userId: player, durationSeconds: 600, rankUniqueId: roles.recruit }
    const { suspensionId } = (await home.client.post('/v2/suspensions', body)).body.data
    const bounded = await keyWith(upTo(10))
    const path = `/v2/suspensions/${suspensionId as string}`
    expect(codeOf(await bounded.patch(path, { durationSeconds: 60 }))).toEqual(OUT)
    expect((await bounded.patch(path, { reason: 'Spam.' })).status).toBe(200)
    expect((await home.client.patch(path, { durationSeconds: 60 })).status).toBe(200)
  })
})
