// The commands `event` and `event-type`.
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { activeEvent, attend, data, newEvent, numbersOf, auditEntriesOf } from '../events/fixture'
import { adminOf, type Admin } from './support'

let app: TestApp
let community: TestCommunity
let admin: Pick<Admin, 'run' | 'json' | 'failure'>
beforeAll(async () => {
  app = await startTestApp()
  admin = adminOf(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community({ connected: false })
})

const [first] = group.members
const on = (noun: string, verb: string, ...more: string[]) => [
  noun,
  verb,
  '--community',
  community.communityId,
  ...more,
]

test('types are created, listed and archived', async () => {
  expect((await admin.run(on('event-type', 'list'))).stdout).toBe('There are no event types.\n')
  const { eventTypeId } = await admin.json(on('event-type', 'create', '--name', 'Raid'))
  expect(await admin.failure(on('event-type', 'create', '--name', 'Raid'))).toMatch(/of that name/)
  const archive = on('event-type', 'archive', '--type', eventTypeId as string)
  const typeListed = async () => ((await admin.json(on('event-type', 'list'))).eventTypes as object[])[0]
  expect(await admin.json(archive)).toEqual({ ...(await typeListed()), archived: true })
  expect((await admin.json(on('event-type', 'list'))).eventTypes).toMatchObject([{ name: 'Raid', archived: true }])
  const restored = await admin.json(on('event-type', 'restore', '--type', eventTypeId as string))
  expect(restored).toEqual({ ...(await typeListed()), archived: false })
  expect((await admin.run(on('event-type', 'list'))).stdout).toContain(eventTypeId as string)
})

test('events are listed, shown and finished once', async () => {
  const awards = [{ experience: 5 }, { role: 'host' as const, rank: { move: 'promote' as const } }]
  const eventId = await activeEvent(community, awards, [first, 2])
  await attend(community, eventId, [3], 'host')
  const scheduled = await newEvent(community)
  expect((await admin.json(on('event', 'list', '--state', 'active'))).events).toMatchObject([{ eventId }])
  expect((await admin.run(on('event', 'list'))).stdout).toContain(scheduled)
  const finish = on('event', 'finish', '--event', eventId)
  const awarded = { members: 3, experience: 3, rankChanges: { skipped: 1 } }
  expect(await admin.json(finish)).toMatchObject({ state: 'finished', replayed: false, awarded })
  expect(await admin.json(finish)).toMatchObject({ state: 'finished', replayed: true, awarded })
  expect((await admin.run(finish)).stdout).toMatch(/replayed +on\nmembers +3\n/)
  expect(await admin.json(on('event', 'show', '--event', eventId))).toMatchObject({ eventId, awarded })
  expect((await numbersOf(app, community)).map(({ experience }) => experience)).toEqual([5, 5, 5])
  expect(await admin.failure(on('event', 'finish', '--event', scheduled))).toMatch(/scheduled/)
})

test('an event is cancelled with its reason', async () => {
  const eventId = await newEvent(community)
  const cancel = on('event', 'cancel', '--event', eventId)
  expect(await admin.json([...cancel, '--reason', 'The host is ill.'])).toMatchObject({
    state: 'cancelled',
    cancelReason: 'The host is ill.',
  })
  expect(await admin.failure(cancel)).toMatch(/cancelled and can no longer change/)
  expect(data(await community.client.get(`/v2/events/${eventId}`)).state).toBe('cancelled')
  expect(await auditEntriesOf(app, community, 'event.cancel')).toMatchObject([{ reason: 'The host is ill.' }])
  expect(await admin.failure(on('event', 'show', '--event', 'evt_zzzzzzzzzzzzzzzzzzzz'))).toMatch(
    /This event does not exist/,
  )
})
