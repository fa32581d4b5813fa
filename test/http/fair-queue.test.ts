// The fair queue.
import fc from 'fast-check'
import { FairQueue } from '../../src/http/fair-queue'

const make = () => new FairQueue<number, null>(() => null)

function drain(queue: FairQueue<number, null>, msOf: (item: number) => number = () => 1): number[] {
  const items: number[] = []
  for (let taken = queue.take(); taken; taken = queue.take()) {
    items.push(taken.item)
    taken.done(msOf(taken.item))
  }
  return items
}

type Step =
  { readonly push: string } | { readonly take: number } | { readonly drop: 'oldest' | 'newest'; readonly of: string }
const name = fc.constantFrom('a', 'b', 'c', 'd')
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ push: name }) },
    { weight: 3, arbitrary: fc.record({ take: fc.integer({ min: 0, max: 200 }) }) },
    { weight: 1, arbitrary: fc.record({ drop: fc.constantFrom('oldest' as const, 'newest' as const), of: name }) },
  ),
  { maxLength: 300 },
)

/** @returns pushed items with their class, and removed items in order */
function run(queue: FairQueue<number, null>, all: readonly Step[]) {
  const pushed = new Map<number, string>()
  const out: number[] = []
  const dropped = new Set<number>()
  const at = (item: number | null): void => void (item !== null && (out.push(item), dropped.add(item)))
  all.forEach((step, n) => {
    if ('push' in step) {
      pushed.set(n, step.push)
      queue.push(step.push, n)
    } else if ('take' in step) {
      const taken = queue.take()
      if (taken) out.push(taken.item)
      taken?.done(step.take)
    } else at(step.drop === 'oldest' ? queue.dropOldest(step.of) : (queue.dropNewestOfLargest()?.item ?? null))
  })
  return { pushed, out, dropped }
}

it('returns every item exactly once', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const queue = make()
      const { pushed, out } = run(queue, all)
      expect(queue.size).toBe(pushed.size - out.length)
      const items = [...out, ...drain(queue)]
      expect(items.sort((one, other) => one - other)).toEqual([...pushed.keys()])
      expect(queue.size).toBe(0)
      expect([...queue.waiting()]).toEqual([])
    }),
  )
})

it('keeps the order of arrival within a class', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const queue = make()
      const { pushed, out, dropped } = run(queue, all)
      const inTurn = [...out.filter((item) => !dropped.has(item)), ...drain(queue)]
      for (const className of ['a', 'b', 'c', 'd']) {
        const items = inTurn.filter((item) => pushed.get(item) === className)
        expect(items).toEqual([...items].sort((one, other) => one - other))
      }
    }),
  )
})

it('alternates between classes of equal cost, whatever their backlog', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 40 }), (many, few) => {
      const queue = make()
      for (let n = 0; n < many; n++) queue.push('flood', n)
      for (let n = 0; n < few; n++) queue.push('quiet', 1_000 + n)
      const taken = drain(queue)
      const last = taken.lastIndexOf(1_000 + few - 1)
      expect(last).toBeLessThanOrEqual(2 * few)
    }),
  )
})

it('gives a class of expensive items fewer turns, so that each class gets the same time', () => {
  const queue = make()
  for (let n = 0; n < 1_000; n++) queue.push('expensive', n)
  for (let n = 0; n < 1_000; n++) queue.push('cheap', 1_000 + n)
  const msOf = (item: number): number => (item < 1_000 ? 50 : 1)
  const taken = drain(queue, msOf)
  const whenCheapIsDone = taken.slice(0, taken.indexOf(1_999))
  const expensive = whenCheapIsDone.filter((item) => item < 1_000).length
  expect(expensive).toBeGreaterThan(10)
  expect(expensive).toBeLessThan(40)
})

it('starves no class: the time of other classes before its turn is bounded', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 8 }), (costs) => {
      const queue = make()
      costs.forEach((_, of) => Array.from({ length: 100 }, () => queue.push(String(of), of)))
      const taken = drain(queue, (of) => costs[of] as number)
      costs.forEach((cost, of) => {
        // ten of its items and one of the other's
        const before = taken.slice(0, taken.flatMap((item, n) => (item === of ? [n] : []))[9])
        costs.forEach((otherCost, other) => {
          const used = before.filter((item) => item === other).length * otherCost
          expect(used).toBeLessThanOrEqual(10 * cost + 8 * Math.max(cost, otherCost))
        })
      })
    }),
    { numRuns: 50 },
  )
})

it('gives an idle class no credit', () => {
  const queue = make()
  for (let n = 0; n < 500; n++) queue.push('busy', n)
  for (let n = 0; n < 400; n++) queue.take()?.done(10)
  for (let n = 0; n < 100; n++) queue.push('new', 1_000 + n)
  const next = drain(queue, () => 10).slice(0, 40)
  expect(next.filter((item) => item < 500).length).toBeGreaterThan(10)
})

it('deletes an obsolete class without waiting and running items', () => {
  const queue = new FairQueue<number, { over: boolean }>(
    () => ({ over: false }),
    ({ over }) => over,
  )
  queue.push('a', 1)
  const taken = queue.take()
  const { state } = queue.of('a')
  queue.sweep()
  expect(queue.of('a').state).toBe(state)
  taken?.done(1)
  queue.sweep()
  expect(queue.of('a').state).toBe(state)
  state.over = true
  queue.sweep()
  expect(queue.of('a').state).not.toBe(state)
})
