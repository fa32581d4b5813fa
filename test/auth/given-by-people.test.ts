// A rank or role that only people may give (`givenByPeople`) is given by no key, in any way, and by every person who
// may give ranks.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { gives } from '../../generated/operations'
import { updateRank } from '../../src/ranks/actions'
import { makeApp } from '../../src/process/app'
import {
  group,
  makeClient,
  serve,
  startTestApp,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { staffOf } from '../support/people'
import { until } from '../support/until'
import { accepted, hold, release, resetRoles, rolesOnPlatform, settled } from '../operations/fixture'

const { roles } = group
const [recruit, other] = group.members
const MODERATOR = 9075

let app: TestApp
let home: TestCommunity
let person: Client
beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: MODERATOR, rank: 75, name: 'Moderator' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await release(app)
  resetRoles(app)
  if (rolesOnPlatform(app, recruit).includes(MODERATOR)) app.world.takeRole(group.id, recruit, MODERATOR)
  home = await app.community()
  await home.client.patch(`/v2/ranks/${MODERATOR}`, { managed: false })
  for (const userId of [recruit, other]) await home.client.get(`/v2/members/${userId}`)
  person = (await staffOf(app, home, 'administrator', 'Ana')).client
  await made('/v2/medals', { name: 'Guard', roleUniqueId: MODERATOR })
  await made('/v2/qualifications', { name: 'Warden', roleUniqueId: MODERATOR })
  await leaveToPeople(roles.sergeant, MODERATOR)
})

const made = async (path: string, body: object): Promise<Answer['body']> =>
  (await home.client.post(path, body)).body.data
const setAssignable = (client: Client, role: number, assignable: boolean): Promise<Answer> =>
  client.patch(`/v2/ranks/${role}`, { assignable })
async function leaveToPeople(...ids: readonly number[]): Promise<void> {
  for (const role of ids) await updateRank(await home.ctx(), role, { assignable: false })
  await until('the process knows it', async () => {
    const set = await home.client.put(`/v2/members/${recruit}/rank`, { rankUniqueId: roles.sergeant })
    return set.status === 409
  })
}
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const REFUSED = [409, 'rank_not_assignable']
const withKey = (): Readonly<Record<string, string>> => ({ 'Idempotency-Key': randomUUID() })
const rolesOf = (): number[] => rolesOnPlatform(app, recruit)

const question = { id: 'q1', type: 'short', title: 'Why do you apply?' }
const definition = (passAwards: object): object => ({
  name: randomUUID(),
  state: 'open',
  questions: [question],
  passAwards,
})
const create = (path: string, body: (gift: object) => object) => (gift: object) => (client: Client) =>
  client.post(path, body(gift))
const forms = {
  createApplication: create('/v2/applications', (gift) => ({ definition: definition(gift) })),
  saveTemplate: create('/v2/applications/templates', (gift) => ({ name: randomUUID(), definition: definition(gift) })),
  updateApplication: (gift: object) => async (client: Client) => {
    const { applicationId } = await made('/v2/applications', { definition: definition({}) })
    return client.put(`/v2/applications/${applicationId}`, { version: 1, definition: definition(gift) })
  },
}
const events = {
  createEventType: create('/v2/event-types', (gift) => ({ name: randomUUID(), awards: [gift] })),
  updateEventType: (gift: object) => async (client: Client) => {
    const { eventTypeId } = await made('/v2/event-types', { name: randomUUID() })
    return client.patch(`/v2/event-types/${eventTypeId}`, { awards: [gift] })
  },
  createEvent: (gift: object) => async (client: Client) => {
    const { eventTypeId } = await made('/v2/event-types', { name: randomUUID() })
    return client.post('/v2/events', { eventTypeId, startsAt: '2026-03-06T18:00:00Z', awards: [gift] })
  },
  updateEvent: (gift: object) => async (client: Client) => {
    const { eventTypeId } = await made('/v2/event-types', { name: randomUUID() })
    const { eventId } = await made('/v2/events', { eventTypeId, startsAt: '2026-03-06T18:00:00Z' })
    return client.patch(`/v2/events/${eventId}`, { awards: [gift] })
  },
}
const award = (kind: 'medals' | 'qualifications', of: 'create' | 'update') => async (client: Client) => {
  const name = randomUUID()
  if (of === 'create') return client.post(`/v2/${kind}`, { name, roleUniqueId: MODERATOR })
  await made(`/v2/${kind}`, { name })
  return client.patch(`/v2/${kind}/${name}`, { roleUniqueId: MODERATOR })
}

type Way = (client: Client) => Promise<Answer>

/** How each property gives a rank or role, by operation and property as the contract marks them (`x-gives`). */
const marked: Readonly<Record<string, Way>> = {
  'createMedal roleUniqueId': award('medals', 'create'),
  'updateMedal roleUniqueId': award('medals', 'update'),
  'createQualification roleUniqueId': award('qualifications', 'create'),
  'updateQualification roleUniqueId': award('qualifications', 'update'),
  ...Object.fromEntries(
    Object.entries(forms).flatMap(([id, store]) => [
      [`${id} definition.passAwards.medals`, store({ medals: ['Guard'] })],
      [`${id} definition.passAwards.qualifications`, store({ qualifications: ['Warden'] })],
      [`${id} definition.passAwards.rankUniqueId`, store({ rankUniqueId: roles.sergeant })],
      [`${id} definition.passAwards.roleUniqueIds`, store({ roleUniqueIds: [MODERATOR] })],
    ]),
  ),
  'createSuspension rankUniqueId': (client) =>
    client.post('/v2/suspensions', { userId: recruit, durationSeconds: 600, rankUniqueId: roles.sergeant }),
  'updateSuspensionSettings rankUniqueId': (client) =>
    client.patch('/v2/suspension-settings', { rankUniqueId: roles.sergeant }),
  ...Object.fromEntries(
    Object.entries(events).flatMap(([id, store]) => [
      [`${id} awards.*.medals`, store({ medals: ['Guard'] })],
      [`${id} awards.*.rank`, store({ rank: { rankUniqueId: roles.sergeant } })],
    ]),
  ),
}

/** Marked properties without a way above: they name no rank or role, or nobody may send them. Each has a test below. */
const others = [
  ...['updateSettings singleRank', 'updateAutoRankSettings enabled', 'updateAutoRankSettings demotes'],
  ...['updateRank autoRank', 'awardBatch entries.*.medals'],
]

it('tests every property that gives a rank, a role or an award which may have one', () => {
  const found = Object.entries(gives).flatMap(([id, { body }]) =>
    (body as readonly { effect: string; at: readonly string[] }[])
      .filter(
        ({ effect, at }) =>
          /^(rank|role|medals|qualifications)$/.test(effect) && !/PerMinute|PerHour/.test(at[0] ?? ''),
      )
      .map(({ at }) => `${id} ${at.join('.')}`),
  )
  expect([...Object.keys(marked), ...others].sort()).toEqual(found.sort())
})

const ways: Readonly<Record<string, Way>> = {
  ...marked,
  'setMemberRank by rank number': (client) => client.put(`/v2/members/${recruit}/rank`, { rankId: 50 }),
  'setMemberRank by role': (client) => client.put(`/v2/members/${recruit}/rank`, { rankUniqueId: roles.sergeant }),
  promoteMember: (client) => {
    app.world.giveRole(group.id, recruit, roles.private)
    return client.post(`/v2/members/${recruit}/rank/promote`)
  },
  demoteMember: (client) => {
    app.world.giveRole(group.id, recruit, roles.lieutenant)
    return client.post(`/v2/members/${recruit}/rank/demote`)
  },
  awardMedal: (client) => client.post(`/v2/members/${recruit}/medals`, { name: 'Guard' }),
  awardQualification: (client) => client.post(`/v2/members/${recruit}/qualifications`, { name: 'Warden' }),
  submitRankOperation: (client) =>
    client.post('/v2/platform-operations/ranks', { userId: recruit, rankUniqueId: roles.sergeant }, withKey()),
  submitRoleOperation: (client) =>
    client.post(
      '/v2/platform-operations/roles',
      { userId: recruit, roleUniqueId: MODERATOR, action: 'assign' },
      withKey(),
    ),
  async retryPlatformOperation(client) {
    const id = await failed(person)
    return client.post(`/v2/platform-operations/${id}/retry`)
  },
}

/** A rank change to sergeant that the client requested, and that was cancelled. */
async function failed(client: Client): Promise<string> {
  await hold(app)
  const id = await accepted({ ...home, client }, { userId: recruit, rankUniqueId: roles.sergeant })
  await home.client.post(`/v2/platform-operations/${id}/cancel`)
  await release(app)
  return id
}

describe.each(Object.entries(ways))('%s', (_, act) => {
  it('by a key changes nothing', async () => {
    const answer = await act(home.client)
    expect([codeOf(answer), answer.body.error?.message]).toEqual([
      REFUSED,
      expect.stringContaining('People alone give'),
    ])
    expect(rolesOf()).not.toContain(MODERATOR)
    expect(rolesOf()).not.toContain(roles.sergeant)
  })

  it('by a person is done', async () => {
    const { status, text } = await act(person)
    expect([status < 300, text]).toEqual([true, text])
    await until('nothing is queued', async () => {
      const open = app.dba.selectFrom('platform_operation').select('operation_id').where('completed_at', 'is', null)
      return (await open.execute()).length === 0
    })
  })
})

describe('a queued promotion', () => {
  const promote = (client: Client) => accepted({ ...home, client }, { userId: recruit, move: 'promote' })
  beforeEach(() => app.world.giveRole(group.id, recruit, roles.private))

  it('by a key fails, and the member keeps the rank', async () => {
    const ended = await settled(home, await promote(home.client))
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'rank_not_assignable' } })
    expect(rolesOf()).not.toContain(roles.sergeant)
  })

  it('by a person is done', async () => {
    expect((await settled(home, await promote(person))).status).toBe('succeeded')
  })
})

it('a change of a key that is queued when the rank is left to people is not sent', async () => {
  await setAssignable(person, roles.sergeant, true)
  await hold(app)
  let id = ''
  await until('the key may give it', async () => {
    const body = { userId: recruit, rankUniqueId: roles.sergeant }
    const { status, body: answer } = await home.client.post('/v2/platform-operations/ranks', body, withKey())
    id = answer.data?.id as string
    return status === 202
  })
  await setAssignable(person, roles.sergeant, false)
  await release(app)
  expect(await settled(home, id)).toMatchObject({ status: 'failed', error: { code: 'rank_not_assignable' } })
})

it('an entry of a batch is refused, and the others are awarded', async () => {
  await home.client.post('/v2/medals', { name: 'Valor' })
  const entries = [
    { userId: recruit, medals: ['Guard'] },
    { userId: other, medals: ['Valor'] },
  ]
  const { body } = await home.client.post('/v2/award-batches', { batchId: randomUUID(), entries })
  expect([body.data.entries[0].error.code, body.data.entries[1].error]).toEqual(['rank_not_assignable', undefined])
})

it('a key takes such a rank and such a role away', async () => {
  app.world.giveRole(group.id, recruit, roles.sergeant)
  app.world.giveRole(group.id, recruit, MODERATOR)
  expect((await home.client.put(`/v2/members/${recruit}/rank`, { rankId: 10 })).status).toBe(200)
  const role = { userId: recruit, roleUniqueId: MODERATOR, action: 'unassign' }
  const { body } = await home.client.post('/v2/platform-operations/roles', role, withKey())
  expect((await settled(home, body.data.id as string)).status).toBe('succeeded')
  expect(rolesOf()).toEqual([roles.recruit, roles.private])
})

it('the end of a suspension gives such a rank back, also when a key asks for it', async () => {
  app.world.giveRole(group.id, recruit, roles.sergeant)
  const suspension = { userId: recruit, durationSeconds: 600, rankUniqueId: roles.recruit }
  const { suspensionId } = (await home.client.post('/v2/suspensions', suspension)).body.data
  const lifted = await home.client.post(`/v2/suspensions/${suspensionId as string}/lift`, {})
  expect(lifted.body.data.outcome).toBe('restored')
  expect(rolesOf()).toContain(roles.sergeant)
})

it('a reversal by a key does not give it, and one by a person does', async () => {
  app.world.giveRole(group.id, recruit, roles.sergeant)
  const author = await staffOf(app, home, 'administrator', 'Ben')
  expect((await author.client.put(`/v2/members/${recruit}/rank`, { rankId: 10 })).status).toBe(200)
  const from = new Date(Date.now() - 600_000).toISOString()
  const reverse = async (client: Client): Promise<Answer['body']> => {
    const asked = { source: 'person', sourceId: author.personId, from }
    const { reversalId } = (await client.post('/v2/reversals', asked)).body.data
    const path = `/v2/reversals/${reversalId as string}`
    await until('the reversal has finished', async () => (await client.get(path)).body.data.state === 'finished')
    return (await client.get(`${path}/items`)).body.data[0]
  }
  expect(await reverse(home.client)).toMatchObject({ state: 'impossible', errorCode: 'rank_not_assignable' })
  expect(await reverse(person)).toMatchObject({ state: 'taken_back' })
  expect(rolesOf()).toContain(roles.sergeant)
})

describe('AutoRank', () => {
  it('gives no such rank: it cannot get a threshold, and a rank with a threshold cannot be left to people', async () => {
    const threshold = { autoRank: { experience: 10 } }
    expect(codeOf(await person.patch(`/v2/ranks/${roles.sergeant}`, threshold))).toEqual(REFUSED)
    await person.patch(`/v2/ranks/${roles.private}`, threshold)
    expect(codeOf(await setAssignable(person, roles.private, false))).toEqual(REFUSED)
    const both = await person.patch(`/v2/ranks/${roles.private}`, { assignable: false, removeAutoRank: true })
    expect(both.body.data).toMatchObject({ assignable: false, autoRank: null })
    const thresholds = [{ uniqueId: roles.sergeant, experience: 1 }]
    expect(codeOf(await person.post('/v2/auto-rank/preview', { thresholds }))).toEqual(REFUSED)
  })

  it('skips a member whose earned rank has the number of such a role, and the award is kept', async () => {
    await person.patch(`/v2/ranks/${roles.lieutenant}`, { autoRank: { experience: 100 } })
    await app.dba
      .updateTable('rank')
      .set({ given_by_people: true })
      .where('community_id', '=', home.communityId)
      .where('unique_id', '=', roles.lieutenant)
      .execute()
    await setAssignable(person, MODERATOR, true)
    await until('the process knows it', async () => {
      const { body } = await home.client.post(`/v2/members/${recruit}/experience`, { op: 'increment', amount: 100 })
      return body.meta.autoRank.outcome === 'skipped'
    })
    expect(rolesOf()).not.toContain(roles.lieutenant)
  })
})

describe('who decides', () => {
  it('a key leaves a rank to people and never takes one back', async () => {
    expect((await setAssignable(home.client, roles.private, false)).body.data).toMatchObject({
      assignable: false,
      givenByPeople: true,
    })
    const refused = await setAssignable(home.client, roles.private, true)
    expect([codeOf(refused), refused.body.error.details]).toEqual([[403, 'authority_exceeded'], { assignable: false }])
    expect(codeOf(await setAssignable(home.client, roles.recruit, true))).toEqual([403, 'authority_exceeded'])
  })

  it('a person with ranks.write does both, within their bounds, and the audit log has it', async () => {
    const of = (givenByPeople: boolean) => ({ uniqueId: roles.sergeant, givenByPeople })
    const opened = await setAssignable(person, roles.sergeant, true)
    expect(opened.body.data).toMatchObject({ assignable: true, givenByPeople: false })
    await until('the audit log has it', async () => {
      const { data } = (await home.client.get('/v2/audit-entries?action=rank.givers')).body
      const { before, after } = (data as { before: object; after: object }[]).at(-1) ?? {}
      return isDeepStrictEqual([before, after], [of(true), of(false)])
    })
    const bounded = await staffOf(app, home, 'administrator', 'Ben', { highestRankGiven: 10 })
    expect(codeOf(await setAssignable(bounded.client, roles.sergeant, false))).toEqual([403, 'rank_out_of_bounds'])
  })

  it('guest and owner are given by nobody', async () => {
    expect(codeOf(await setAssignable(person, roles.owner, true))).toEqual(REFUSED)
    expect(codeOf(await setAssignable(person, roles.guest, false))).toEqual(REFUSED)
  })

  it('every process knows it within a second', async () => {
    const second = await serve(await makeApp(app.parts))
    const there = makeClient(second.url, { Authorization: `Bearer ${home.key}`, 'X-Community-Id': home.communityId })
    const set = () => there.put(`/v2/members/${recruit}/rank`, { rankUniqueId: roles.private })
    expect((await set()).status).toBe(200)
    await setAssignable(person, roles.private, false)
    const from = Date.now()
    await until('the other process refuses', async () => (await set()).status === 409)
    expect(Date.now() - from).toBeLessThan(1_000)
    await second.close()
  })
})
