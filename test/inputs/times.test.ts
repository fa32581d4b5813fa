// Times of RFC 3339, returned in UTC.
import fc from 'fast-check'
import { parseTime } from '../../src/base/time'
import { newEvent, newType } from '../events/fixture'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
})
afterAll(() => app.close())

const two = (value: number): string => String(value).padStart(2, '0')

/** A time and one of its texts. */
const written = fc
  .record({
    at: fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
    offsetMinutes: fc.integer({ min: -1439, max: 1439 }),
    digits: fc.stringMatching(/^[0-9]{0,9}$/),
    lower: fc.boolean(),
  })
  .map(({ at, offsetMinutes, digits, lower }) => {
    const whole = new Date(Math.floor(at.getTime() / 1_000) * 1_000)
    const local = new Date(whole.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19)
    const minutes = Math.abs(offsetMinutes)
    const zone = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
    const text = `${local}${digits === '' ? '' : `.${digits}`}${offsetMinutes === 0 ? 'Z' : zone}`
    const utc = `${whole.toISOString().slice(0, 19)}.${digits.slice(0, 6).padEnd(6, '0')}Z`
    return { text: lower ? text.toLowerCase() : text, utc }
  })

describe('the parser of times', () => {
  it('converts every RFC 3339 time to the same time in UTC', () => {
    fc.assert(fc.property(written, ({ text, utc }) => expect(parseTime(text)).toBe(utc)))
  })

  it('reads its own output as the same time', () => {
    fc.assert(fc.property(written, ({ utc }) => expect(parseTime(utc)).toBe(utc)))
  })

  it('accepts exactly the days of the calendar', () => {
    const day = fc.record({
      year: fc.integer({ min: 1, max: 9999 }),
      month: fc.integer({ min: 0, max: 13 }),
      day: fc.integer({ min: 0, max: 32 }),
    })
    fc.assert(
      fc.property(day, ({ year, month, day }) => {
        const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
        const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
        const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T12:00:00Z`
        expect(parseTime(text) !== null).toBe(day >= 1 && day <= days)
      }),
    )
  })

  it('returns null or a time in its format for any text', () => {
    const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
    fc.assert(
      fc.property(fc.string(), (text) => expect(parseTime(text) ?? '0001-01-01T00:00:00.000000Z').toMatch(form)),
    )
  })

  it.each([
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000000Z'],
    ['2017-01-01T05:29:60.5+05:30', '2017-01-01T00:00:00.500000Z'],
    ['2016-12-31t15:59:60-08:00', '2017-01-01T00:00:00.000000Z'],
    ['2026-03-06T18:00:00-00:00', '2026-03-06T18:00:00.000000Z'],
  ])('reads %s as %s', (text, utc) => expect(parseTime(text)).toBe(utc))

  it.each([
    '2026-03-05T23:59:60Z',
    '2016-12-31T12:00:60Z',
    '2026-02-29T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+01:60',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '0000-01-01T00:00:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00+0100',
    '+002026-01-01T00:00:00Z',
    '',
  ])('refuses %s', (text) => expect(parseTime(text)).toBeNull())
})

/** Requests with a time, and where the reply shows it; null: a filter. */
const places: [string, (time: string) => Promise<Answer>, ((answer: Answer) => string) | null][] = [
  [
    'expiresAt of a blacklist entry',
    (expiresAt) =>
      community.client.post('/v2/blacklist-entries', { groupId: newGroupId(), reason: 'raids', expiresAt }),
    ({ body }) => body.data.expiresAt as string,
  ],
  [
    'expiresAt of a changed blacklist entry',
    async (expiresAt) => {
      const { body } = await community.client.post('/v2/blacklist-entries', { groupId: newGroupId(), reason: 'raids' })
      return community.client.patch(`/v2/blacklist-entries/${body.data.blacklistEntryId}`, { expiresAt })
    },
    ({ body }) => body.data.expiresAt as string,
  ],
  [
    'expiresAt of a warning',
    (expiresAt) => community.client.post('/v2/warnings', { userId: group.members[0], reason: 'late', expiresAt }),
    ({ body }) => body.data.expiresAt as string,
  ],
  [
    'startsAt of an event',
    async (startsAt) => community.client.post('/v2/events', { eventTypeId: await newType(community), startsAt }),
    ({ body }) => body.data.startsAt as string,
  ],
  [
    'endsAt of an event',
    async (endsAt) => community.client.patch(`/v2/events/${await newEvent(community)}`, { endsAt }),
    ({ body }) => body.data.endsAt as string,
  ],
  ['from of the events', (from) => community.client.get(`/v2/events?from=${encodeURIComponent(from)}`), null],
  ['to of the events', (to) => community.client.get(`/v2/events?to=${encodeURIComponent(to)}`), null],
  [
    'endsAt of a suspension',
    (endsAt) => community.client.post('/v2/suspensions', { userId: group.members[1], endsAt }),
    ({ body }) => body.data?.endsAt as string,
  ],
]
let groupId = 5_000
const newGroupId = (): number => ++groupId

/** Suspensions must end within 366 days. */
const isSuspension = (place: string): boolean => place.endsWith('suspension')
const year = new Date().getUTCFullYear() + 1
/** A day on which a suspension may end. */
const day = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10)

describe.each(places)('%s', (place, ask, shown) => {
  it.each([
    [`${day}T18:00:00Z`, `${day}T18:00:00.000000Z`],
    [`${day}T18:00:00+00:00`, `${day}T18:00:00.000000Z`],
    [`${day}t23:30:00.25+05:30`, `${day}T18:00:00.250000Z`],
    [`${day}T10:00:00.123456789-08:00`, `${day}T18:00:00.123456Z`],
    [`${day}T18:00:00z`, `${day}T18:00:00.000000Z`],
  ])('accepts %s', async (text, utc) => {
    const answer = await ask(text)
    if (isSuspension(place)) expect([answer.status, answer.body.error.code]).toEqual([409, 'suspended_rank_not_set'])
    else expect(answer.status).toBeLessThan(300)
    if (!shown || isSuspension(place)) return
    expect(shown(answer)).toMatch(/Z$/)
    expect(parseTime(shown(answer))).toBe(utc)
  })

  it.each([
    `${year}-02-31T18:00:00Z`,
    `${year}-02-31T18:00:00+00:00`,
    `${day}T25:00:00Z`,
    `${day}T18:00:00`,
    `${day}`,
    'tomorrow',
  ])('refuses %s with 400', async (text) => {
    const answer = await ask(text)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed'])
    expect(JSON.stringify(answer.body.error.details.issues)).toContain('with its offset')
  })
})
