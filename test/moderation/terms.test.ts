// When blacklist entries, warnings and suspensions may end.
import { DomainError } from '../../src/base/errors'
import { expiryOf } from '../../src/moderation/rules'
import { suspensionEnd } from '../../src/moderation/suspensions/rules'

const now = new Date('2026-02-01T12:00:00Z')

/** Each rule with the property of the contract that it checks. */
const rules = [
  ['a suspension', 'endsAt', (time: string) => suspensionEnd({ endsAt: time }, now)],
  ['a blacklist entry or warning', 'expiresAt', (time: string) => expiryOf({ expiresAt: time }, now)],
] as const

describe.each(rules)('the end of %s', (_name, property, end) => {
  it.each(['2026-02-31T12:00:00Z', '2026-02-29T12:00:00Z', '2026-04-31T12:00:00+02:00'])('is not %s', (time) => {
    let error: unknown
    try {
      end(time)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(DomainError)
    expect(error).toMatchObject({
      code: 'validation_failed',
      details: { issues: [expect.objectContaining({ instancePath: `/body/${property}` })] },
    })
  })

  it('is returned in UTC', () => {
    expect(end('2026-02-28T14:00:00+02:00')).toBe('2026-02-28T12:00:00.000000Z')
  })
})

it('a suspension ends 366 days from now at the latest, and after a minute at the earliest', () => {
  const end = (seconds: number) => () =>
    suspensionEnd({ endsAt: new Date(now.getTime() + seconds * 1_000).toISOString() }, now)
  const most = 366 * 86_400
  expect([end(60)(), end(most)()]).toEqual(['2026-02-01T12:01:00.000000Z', '2027-02-02T12:00:00.000000Z'])
  for (const seconds of [59, most + 1]) {
    expect(end(seconds)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  }
})
