import { sql } from 'kysely'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { attend, data, newEvent, auditEntriesOf } from './fixture'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
})

const [first, second, third] = group.members
const time = expect.stringMatching(/^\d{4}-.*Z$/) as string
const put = (eventId: string, userId: number | string, body: object, query = '') =>
  community.client.put(`/v2/events/${eventId}/attendees/${userId}${query}`, body)
const list = async (eventId: string, query = '') =>
  (await community.client.get(`/v2/events/${eventId}/attendees?${query}`)).body

it('adds or changes an attendee, creates the member, and writes audit entries for changes only', async () => {
  const eventId = await newEvent(community)
  const added = await put(eventId, first, { role: 'host' })
  const attendee = { userId: String(first), role: 'host', addedAt: time, updatedAt: time }
  expect(added.body).toEqual({ data: { ...attendee, attendance: 'registered' }, meta: { changed: true } })
  expect((await put(eventId, first, { attendance: 'present' })).body).toEqual({
    data: { ...attendee, attendance: 'present' },
    meta: { changed: true },
  })
  expect((await put(eventId, first, { role: 'host' })).body.meta).toEqual({ changed: false })
  expect((await put(eventId, `MEMBER${second}`, { attendance: 'excused' }, '?by=username')).body.data).toMatchObject({
    userId: String(second),
    role: 'participant',
    attendance: 'excused',
  })
  expect((await community.client.get('/v2/members')).body.data).toHaveLength(2)
  expect(data(await community.client.get(`/v2/events/${eventId}`)).attendees).toEqual({
    registered: 0,
    present: 1,
    absent: 0,
    excused: 1,
  })
  expect(await auditEntriesOf(app, community, 'event.attendee.set')).toMatchObject([
    { user_id: first, before: null, after: { eventId, role: 'host', attendance: 'registered' } },
    { before: { eventId, role: 'host', attendance: 'registered' }, after: { role: 'host', attendance: 'present' } },
    { user_id: second, before: null },
  ])
})

it('removes an attendee, and changes nothing when the account does not attend', async () => {
  const eventId = await newEvent(community)
  await put(eventId, first, { role: 'staff' })
  const remove = () => community.client.delete(`/v2/events/${eventId}/attendees/${first}`)
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
  expect((await list(eventId)).data).toEqual([])
  expect(await auditEntriesOf(app, community, 'event.attendee.remove')).toMatchObject([
    { user_id: first, before: { eventId, role: 'staff' } },
  ])
  expect(data(await put(eventId, first, { role: 'host' })).role).toBe('host')
})

it('returns 404 for an account that does not exist on the platform, and adds none of the others', async () => {
  const eventId = await newEvent(community)
  expect((await put(eventId, 4242, { role: 'host' })).body.error.code).toBe('member_not_found')
  const attendees = [{ userId: first }, { userId: 4242 }]
  const answer = await community.client.put(`/v2/events/${eventId}/attendees`, { attendees })
  expect([answer.status, answer.body.error.code]).toEqual([404, 'member_not_found'])
  expect(answer.body.error.message).toContain('4242')
  expect((await list(eventId)).data).toEqual([])
})

it('sets up to 100 attendees in one request', async () => {
  const eventId = await newEvent(community)
  await put(eventId, second, { role: 'staff', attendance: 'registered' })
  const attendees = [
    { userId: third, role: 'host', attendance: 'present' },
    { userId: String(second), attendance: 'absent' },
    { userId: first },
  ]
  const path = `/v2/events/${eventId}/attendees`
  const { body } = await community.client.put(path, { attendees })
  expect(body.meta).toEqual({ changed: 3 })
  expect(body.data).toMatchObject([
    { userId: String(first), role: 'participant', attendance: 'registered' },
    { userId: String(second), role: 'staff', attendance: 'absent' },
    { userId: String(third), role: 'host', attendance: 'present' },
  ])
  expect((await community.client.put(path, { attendees })).body.meta).toEqual({ changed: 0 })
  const twice = { attendees: [{ userId: first }, { userId: String(first) }] }
  expect((await community.client.put(path, twice)).status).toBe(400)
  const many = { attendees: Array.from({ length: 101 }, (_, n) => ({ userId: n + 1 })) }
  expect((await community.client.put(path, many)).status).toBe(400)
  expect((await community.client.put(path, { attendees: [{ userId: '9999999999999999' }] })).status).toBe(400)
})

it('lists by user id, in pages, and by attendance', async () => {
  const eventId = await newEvent(community)
  await attend(community, eventId, [third, first])
  await put(eventId, second, { attendance: 'absent' })
  const page = await list(eventId, 'limit=2')
  expect(page.data.map(({ userId }: { userId: string }) => Number(userId))).toEqual([first, second])
  const rest = await list(eventId, `limit=2&cursor=${page.meta.nextCursor}`)
  expect([rest.data.length, rest.meta.nextCursor]).toEqual([1, null])
  expect((await list(eventId, 'attendance=absent')).data).toMatchObject([{ userId: String(second) }])
})

it('accepts 1,000 attendees and no more with concurrent requests', async () => {
  const unconnected = await app.community({ connected: false })
  const eventId = await newEvent(unconnected)
  await attend(
    unconnected,
    eventId,
    Array.from({ length: 990 }, (_, n) => n + 1),
  )
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      unconnected.client.put(`/v2/events/${eventId}/attendees/${5_000 + n}`, { role: 'participant' }),
    ),
  )
  const codes = answers.map(({ status, body }) => [status, body.error?.code])
  expect(codes.filter(([status]) => status === 200)).toHaveLength(10)
  expect(codes.filter(([status]) => status !== 200)).toEqual(Array(10).fill([409, 'event_full']))
  const { rows } =
    await sql`select attendee_count, (select count(*) from event_attendee a where a.event_id = e.event_id) as rows
    from event e where event_id = ${eventId}`.execute(app.app.db)
  expect(rows).toEqual([{ attendee_count: 1_000, rows: 1_000 }])
  // attendees who are already listed can still be changed
  const { body } = await unconnected.client.put(`/v2/events/${eventId}/attendees/1`, { attendance: 'absent' })
  expect(body.meta).toEqual({ changed: true })
})
