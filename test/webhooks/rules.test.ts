// When a message is sent again.
import { decideDelivery } from '../../src/webhooks/rules'

const failed = { status: 500, error: 'http_500', retryAfterSeconds: null } as Parameters<typeof decideDelivery>[2]
const pause = (before: number, random: number) => decideDelivery('member.rank', before, failed, random)

it('each pause is a fifth shorter to a fifth longer than its step, so that messages that failed together do not return together', () => {
  const steps = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400]
  for (const [before, seconds] of steps.entries()) {
    for (const random of [0, 0.25, 0.5, 1]) {
      const { delaySeconds } = pause(before, random) as { delaySeconds: number }
      expect(delaySeconds).toBeCloseTo(seconds * (0.8 + 0.4 * random), 6)
    }
  }
  expect(pause(steps.length, 0.5)).toEqual({ to: 'parked', gone: false })
})
