// Arithmetic of the sliding window.
import fc from 'fast-check'
import { countAt, roomAt, untilRoom, WINDOW_MS, windowStart, type Count } from '../../src/limits/window'
import { runs } from '../support/runs'

const START = 1_000 * WINDOW_MS

/** @returns the times of the granted permits */
function run(limit: number, asks: readonly { wait: number; wants: number }[]): number[] {
  let now = START
  let count: Count = { start: START, taken: 0, previous: 0 }
  const given: number[] = []
  for (const { wait, wants } of asks) {
    now += wait
    count = countAt(count, windowStart(now))
    const taken = Math.min(wants, roomAt(limit, count, now))
    count = { ...count, taken: count.taken + taken }
    for (let i = 0; i < taken; i++) given.push(now)
  }
  return given
}

const limits = fc.integer({ min: 1, max: 700 })
const asks = fc.array(
  fc.record({
    wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 2 * WINDOW_MS })),
    wants: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 1_000 })),
  }),
  { maxLength: 50 },
)

it('admits at most limit * (1 + d / minute) permits in any span d up to a minute', () => {
  fc.assert(
    fc.property(limits, asks, (limit, events) => {
      const given = run(limit, events)
      given.forEach((last, end) => {
        given.slice(0, end + 1).forEach((first, begin) => {
          const span = last - first
          if (span > WINDOW_MS) return
          if (end - begin + 1 > limit * (1 + span / WINDOW_MS)) throw new Error(`${end - begin + 1} within ${span} ms`)
        })
      })
    }),
    { numRuns: runs(200) },
  )
})

it('admits each request of a client that spreads its limit evenly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 600 }), fc.nat(WINDOW_MS), (limit, into) => {
      const every = Math.ceil(WINDOW_MS / limit)
      const wants = Array.from({ length: limit * 4 }, (_, i) => ({ wait: i === 0 ? into : every, wants: 1 }))
      const missing = limit * 4 - run(limit, wants).length
      // rounding loses less than one permit in each window
      expect(missing).toBeLessThanOrEqual(5)
    }),
    { numRuns: 100 },
  )
})

it('computes to the millisecond when there is room again', () => {
  const counts = fc.record({ taken: fc.nat(1_500), previous: fc.nat(1_500), into: fc.nat(WINDOW_MS - 1) })
  fc.assert(
    fc.property(limits, counts, (limit, { taken, previous, into }) => {
      const count = { start: START, taken, previous }
      const now = START + into
      const wait = untilRoom(limit, count, now)
      const roomAfter = (ms: number): number => roomAt(limit, countAt(count, windowStart(now + ms)), now + ms)
      expect(roomAfter(wait)).toBeGreaterThan(0)
      if (wait > 0) expect(roomAfter(wait - 1)).toBe(0)
      expect(wait).toBeLessThanOrEqual(2 * WINDOW_MS)
    }),
  )
})

it('has room at once while permits are left, also without a window before', () => {
  expect(untilRoom(3, { start: START, taken: 2, previous: 0 }, START)).toBe(0)
  expect(untilRoom(3, { start: START, taken: 0, previous: 3 }, START + WINDOW_MS - 1)).toBe(0)
})

it('has room in the next window when all permits of this one are taken, whatever the window before took', () => {
  for (const previous of [0, 2, 10]) {
    expect(untilRoom(10, { start: START, taken: 10, previous }, START)).toBe(WINDOW_MS + WINDOW_MS / 10)
  }
})
