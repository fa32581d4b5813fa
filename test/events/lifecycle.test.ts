// Event types, events, and their states.
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { states } from '../../src/events/rules'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { data, newEvent, newType, startsAt, auditEntriesOf } from './fixture'

let app: TestApp
let community: TestCommunity
let other: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  other = await app.community()
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
})

const [first, second] = group.members
const time = expect.stringMatching(/^\d{4}-.*Z$/) as string

describe('event types', () => {
  it('are created, read, changed and archived, each change with an audit entry', async () => {
    const { client } = community
    const awards = [{ experience: 50 }]
    const created = data(await client.post('/v2/event-types', { name: 'Training', awards }), 201)
    const { eventTypeId } = created
    expect(created).toEqual({
      eventTypeId,
      name: 'Training',
      description: '',
      awards,
      archived: false,
      createdAt: time,
      updatedAt: time,
    })
    const changed = data(await client.patch(`/v2/event-types/${eventTypeId}`, { description: 'For recruits.' }))
    expect(changed).toMatchObject({ name: 'Training', description: 'For recruits.', awards })
    data(await client.patch(`/v2/event-types/${eventTypeId}`, { description: 'For recruits.', awards }))
    data(await client.patch(`/v2/event-types/${eventTypeId}`, { archived: true }))
    expect(data(await client.get(`/v2/event-types/${eventTypeId}`)).archived).toBe(true)
    const entries = await Promise.all(
      ['create', 'update', 'archive'].map((verb) => auditEntriesOf(app, community, `event-type.${verb}`)),
    )
    expect(entries).toMatchObject([
      [{ after: { eventTypeId, name: 'Training', awards } }],
      // one entry: the second update had no effect
      [{ before: { eventTypeId, description: '' }, after: { eventTypeId, description: 'For recruits.' } }],
      [{ before: { archived: false }, after: { archived: true } }],
    ])
  })

  it('have a unique name in the community', async () => {
    await newType(community, { name: 'Raid' })
    await newType(other, { name: 'Raid' })
    const id = await newType(community)
    for (const answer of [
      await community.client.post('/v2/event-types', { name: 'Raid' }),
      await community.client.patch(`/v2/event-types/${id}`, { name: 'Raid' }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([409, 'event_type_exists'])
    }
  })

  it('are listed newest first, in pages', async () => {
    const ids = []
    for (let n = 0; n < 5; n++) ids.unshift(await newType(community))
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const { body } = await community.client.get(`/v2/event-types?limit=2${cursor}`)
      seen.push(...body.data.map(({ eventTypeId }: { eventTypeId: string }) => eventTypeId))
      if (body.meta.nextCursor === null) break
      cursor = `&cursor=${body.meta.nextCursor}`
    }
    expect(seen).toEqual(ids)
  })

  it('can award only existing medals and assignable ranks', async () => {
    await createAward(await community.ctx(), 'medal', 'Valor')
    const create = async (rule: object) => {
      const { status, body } = await community.client.post('/v2/event-types', { name: 'Raid', awards: [rule] })
      return [status, body.error?.code]
    }
    expect(await create({ medals: ['Valor', 'Honour'] })).toEqual([404, 'medal_not_found'])
    expect(await create({ rank: { rankUniqueId: 4711 } })).toEqual([404, 'rank_not_found'])
    expect(await create({ rank: { rankUniqueId: group.roles.owner } })).toEqual([409, 'rank_not_assignable'])
    expect(await create({ rank: { rankUniqueId: 1, move: 'promote' } })).toEqual([400, 'validation_failed'])
    expect(await create({ medals: ['Valor'], rank: { rankUniqueId: group.roles.sergeant } })).toEqual([201, undefined])
  })
})

describe('events', () => {
  it('copy the awards of their type unless they have their own', async () => {
    const { client } = community
    const eventTypeId = await newType(community, { name: 'Training', awards: [{ experience: 50 }] })
    const body = { eventTypeId, startsAt, hostUserId: first }
    const event = data(await client.post('/v2/events', body), 201)
    expect(event).toMatchObject({
      eventTypeId,
      name: 'Training',
      description: '',
      state: 'scheduled',
      startsAt,
      endsAt: null,
      hostUserId: String(first),
      awards: [{ experience: 50 }],
      attendees: { registered: 0, present: 0, absent: 0, excused: 0 },
    })
    expect((await client.get('/v2/members')).body.data).toMatchObject([{ userId: String(first) }])
    data(await client.patch(`/v2/event-types/${eventTypeId}`, { awards: [{ experience: 1 }] }))
    expect(data(await client.get(`/v2/events/${event.eventId}`)).awards).toEqual([{ experience: 50 }])
    const own = data(await client.post('/v2/events', { ...body, awards: [] }), 201)
    expect(own.awards).toEqual([])
  })

  it('need an existing type that is not archived', async () => {
    const { client } = community
    const eventTypeId = await newType(community)
    const foreign = await newType(other)
    const create = async (id: string) => (await client.post('/v2/events', { eventTypeId: id, startsAt })).body
    expect((await create(foreign)).error).toEqual((await create('ety_none')).error)
    expect((await create(foreign)).error.code).toBe('event_type_not_found')
    const before = await create(eventTypeId)
    data(await client.patch(`/v2/event-types/${eventTypeId}`, { archived: true }))
    expect((await create(eventTypeId)).error.code).toBe('event_type_archived')
    data(await client.post(`/v2/events/${before.data.eventId}/start`))
    data(await client.patch(`/v2/event-types/${eventTypeId}`, { archived: false }))
    expect((await create(eventTypeId)).data.state).toBe('scheduled')
  })

  it('change the given fields, and clear fields by null or by flag', async () => {
    const { client } = community
    const path = `/v2/events/${await newEvent(community)}`
    const endsAt = '2026-03-06T20:00:00.000000Z'
    expect(data(await client.patch(path, { endsAt, hostUserId: String(second) }))).toMatchObject({ endsAt, startsAt })
    const cleared = data(await client.patch(path, { removeEndsAt: true, removeHost: true, name: 'Raid' }))
    expect(cleared).toMatchObject({ endsAt: null, hostUserId: null, name: 'Raid', startsAt })
    expect(await auditEntriesOf(app, community, 'event.update')).toMatchObject([
      { before: { endsAt: null }, after: { endsAt: '2026-03-06T20:00:00.000000Z', hostUserId: String(second) } },
      { before: { hostUserId: String(second) }, after: { endsAt: null, hostUserId: null, name: 'Raid' } },
    ])
    for (const body of [
      { endsAt: '2026-03-06T17:00:00Z' },
      { startsAt: '2026-02-30T17:00:00Z' },
      { startsAt: '2026-02-20T25:00:00Z' },
      { endsAt, removeEndsAt: true },
      { hostUserId: 1, removeHost: true },
      { hostUserId: '9999999999999999' },
      {},
    ]) {
      const answer = await client.patch(path, body)
      expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, 'validation_failed'])
    }
    expect((await client.patch(path, { hostUserId: 4242 })).body.error.code).toBe('member_not_found')
  })

  it('are listed with the latest start first, by state, type and time', async () => {
    const { client } = community
    const [one, two] = [await newType(community), await newType(community)]
    const make = async (eventTypeId: string, day: string) =>
      data(await client.post('/v2/events', { eventTypeId, startsAt: `2026-03-${day}T18:00:00Z` }), 201)
        .eventId as string
    const a = await make(one, '01')
    const b = await make(two, '03')
    const c = await make(one, '02')
    data(await client.post(`/v2/events/${c}/start`))
    const list = async (query: string) =>
      (await client.get(`/v2/events?${query}`)).body.data.map(({ eventId }: { eventId: string }) => eventId)
    expect(await list('')).toEqual([b, c, a])
    expect(await list('state=active')).toEqual([c])
    expect(await list(`eventTypeId=${one}`)).toEqual([c, a])
    expect(await list('from=2026-03-02T18:00:00Z')).toEqual([b, c])
    expect(await list('to=2026-03-02T18:00:00Z')).toEqual([a])
    const { body } = await client.get('/v2/events?limit=2')
    expect(await list(`limit=2&cursor=${body.meta.nextCursor}`)).toEqual([a])
    // a cursor is valid only with the same filters
    expect((await client.get(`/v2/events?state=active&cursor=${body.meta.nextCursor}`)).status).toBe(400)
    expect((await client.get('/v2/events?from=2026-02-30T00:00:00Z')).status).toBe(400)
  })
})

describe('the lifecycle', () => {
  const verbs = { start: 'active', finish: 'finished', cancel: 'cancelled' } as const
  const cases = states.flatMap((state) => Object.entries(verbs).map(([verb, to]) => [state, verb, to] as const))

  it.each(cases)(
    'of a %s event: %s leads to %s if the table has that transition, and else fails with 409',
    async (from, verb, to) => {
      const { client } = community
      const { rows } = await sql`select from event_transition where from_state = ${from} and to_state = ${to}`.execute(
        app.app.db,
      )
      const path = `/v2/events/${await newEvent(community, [], from)}`
      const before = data(await client.get(path))
      const answer = await client.post(`${path}/${verb}`)
      // finishing a finished event succeeds, but is no transition
      if (rows.length > 0 || (from === 'finished' && verb === 'finish')) {
        expect(data(answer).state).toBe(to)
      } else {
        expect([answer.status, answer.body.error.code]).toEqual([409, 'event_state_conflict'])
        expect(answer.body.error.details).toEqual({ state: from })
        expect(answer.body.error.message).toContain(from)
        expect(data(await client.get(path))).toEqual(before)
      }
    },
  )

  it.each(['finished', 'cancelled'] as const)(
    'has the final state %s, in the API and in the database',
    async (state) => {
      const { client } = community
      const eventId = await newEvent(community, [{ experience: 5 }], state)
      const path = `/v2/events/${eventId}`
      for (const answer of [
        await client.patch(path, { name: 'Another' }),
        await client.put(`${path}/attendees/${first}`, { attendance: 'present' }),
        await client.put(`${path}/attendees`, { attendees: [{ userId: first }] }),
        await client.delete(`${path}/attendees/${first}`),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([409, 'event_state_conflict'])
      }
      const change = (what: string) =>
        sql`update event set ${sql.raw(what)} where event_id = ${eventId}`.execute(app.app.db)
      for (const what of [`state = 'active', finished_at = null, cancelled_at = null`, `name = 'x'`, `awards = '[]'`]) {
        await expect(change(what)).rejects.toMatchObject({ constraint: 'event_final' })
      }
      const attendee = sql`insert into event_attendee (community_id, event_id, user_id, role, attendance)
      values (${community.communityId}, ${eventId}, 1, 'host', 'present')`
      await expect(attendee.execute(app.app.db)).rejects.toMatchObject({ constraint: 'event_attendee_final' })
    },
  )

  it('is enforced by the database', async () => {
    const eventId = await newEvent(community)
    const jump = sql`update event set state = 'finished', finished_at = now() where event_id = ${eventId}`
    await expect(jump.execute(app.app.db)).rejects.toMatchObject({ constraint: 'event_lifecycle' })
  })

  it('keeps the reason of a cancellation, in the event and in the audit log', async () => {
    const eventId = await newEvent(community)
    const answer = await community.client.post(`/v2/events/${eventId}/cancel`, { reason: 'The host is ill.' })
    expect(data(answer)).toMatchObject({ state: 'cancelled', cancelReason: 'The host is ill.', cancelledAt: time })
    const entry = { reason: 'The host is ill.', before: { eventId, state: 'scheduled' }, after: { state: 'cancelled' } }
    expect(await auditEntriesOf(app, community, 'event.cancel')).toMatchObject([entry])
  })

  it('follows a valid order of concurrent starts and cancellations', async () => {
    const { client } = community
    const path = `/v2/events/${await newEvent(community)}`
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => client.post(`${path}/${n % 2 === 0 ? 'start' : 'cancel'}`)),
    )
    const { state } = data(await client.get(path))
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.state)).toContain(state)
    const moves = [
      ...(await auditEntriesOf(app, community, 'event.start')),
      ...(await auditEntriesOf(app, community, 'event.cancel')),
    ]
    expect(moves).toHaveLength(answers.filter(({ status }) => status === 200).length)
  })
})

it('an event and a type of another community return 404 as if they did not exist', async () => {
  const [eventId, eventTypeId] = [await newEvent(other, [], 'active'), await newType(other)]
  const calls: [string, string, object?][] = [
    ['get', ''],
    ['patch', '', { name: 'x' }],
    ['post', '/start'],
    ['post', '/finish'],
    ['post', '/cancel'],
    ['get', '/attendees'],
    ['put', '/attendees', { attendees: [{ userId: first }] }],
    ['put', `/attendees/${first}`, { role: 'host' }],
    ['delete', `/attendees/${first}`],
    ['get', '/awards'],
  ]
  for (const [method, path, body] of calls) {
    const [foreign, absent] = [
      await community.client.send(method, `/v2/events/${eventId}${path}`, body),
      await community.client.send(method, `/v2/events/evt_zzzzzzzzzzzzzzzzzzzz${path}`, body),
    ]
    expect([method, path, foreign.status, foreign.text]).toEqual([method, path, 404, absent.text])
  }
  for (const [method, body] of [['get'], ['patch', { name: 'x' }]] as const) {
    expect((await community.client.send(method, `/v2/event-types/${eventTypeId}`, body)).status).toBe(404)
  }
  expect(data(await other.client.get(`/v2/events/${eventId}`)).state).toBe('active')
  // the refused requests created no member
  expect((await community.client.get('/v2/members')).body.data).toEqual([])
})
