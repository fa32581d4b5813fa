import fc from 'fast-check'
import { FairQueue } from '../../src/base/fair-queue'

const make = () => new FairQueue<number>()

function drain(queue: FairQueue<number>, msOf: (item: number) => number = () => 1): number[] {
  const items: number[] = []
  for (let taken = queue.take(); taken; taken = queue.take()) {
    items.push(taken.item)
    taken.done(msOf(taken.item))
  }
  return items
}

type Step = { readonly push: string } | { readonly take: number } | { readonly drop: 'oldest' | 'newest' }
const name = fc.constantFrom('a', 'b', 'c', 'd')
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ push: name }) },
    { weight: 3, arbitrary: fc.record({ take: fc.integer({ min: 0, max: 200 }) }) },
    { weight: 1, arbitrary: fc.record({ drop: fc.constantFrom('oldest' as const, 'newest' as const) }) },
  ),
  { maxLength: 300 },
)

/** @returns the pushed items with their class, and the items in the order in which they left the queue */
function run(queue: FairQueue<number>, all: readonly Step[]) {
  const pushed = new Map<number, string>()
  const out: number[] = []
  const dropped = new Set<number>()
  const at = (item: number | null): void => void (item !== null && (out.push(item), dropped.add(item)))
  all.forEach((step, n) => {
    if ('push' in step) {
      pushed.set(n, step.push)
      queue.push(step.push, n, n)
    } else if ('take' in step) {
      const taken = queue.take()
      if (taken) out.push(taken.item)
      taken?.done(step.take)
    } else if (step.drop === 'newest') at(queue.dropNewestOfLargest())
    else queue.dropExpired((first) => first < n - 5, at)
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
      expect(queue.take()).toBeNull()
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
      for (let n = 0; n < many; n++) queue.push('flood', n, 0)
      for (let n = 0; n < few; n++) queue.push('quiet', 1_000 + n, 0)
      const taken = drain(queue)
      const last = taken.lastIndexOf(1_000 + few - 1)
      expect(last).toBeLessThanOrEqual(2 * few)
    }),
  )
})

it('gives a class of expensive items fewer turns, so that each class gets the same time', () => {
  const queue = make()
  for (let n = 0; n < 1_000; n++) queue.push('expensive', n, 0)
  for (let n = 0; n < 1_000; n++) queue.push('cheap', 1_000 + n, 0)
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
      costs.forEach((_, of) => Array.from({ length: 100 }, () => queue.push(String(of), of, 0)))
      const taken = drain(queue, (of) => costs[of] as number)
      costs.forEach((cost, of) => {
        // what was taken before the tenth item of the class
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
  for (let n = 0; n < 500; n++) queue.push('busy', n, 0)
  for (let n = 0; n < 400; n++) queue.take()?.done(10)
  for (let n = 0; n < 100; n++) queue.push('new', 1_000 + n, 0)
  const next = drain(queue, () => 10).slice(0, 40)
  expect(next.filter((item) => item < 500).length).toBeGreaterThan(10)
})

it('tells how long a class has been waiting, and drops its first items', () => {
  const queue = new FairQueue<number>()
  const dropped: number[] = []
  for (const now of [1, 2, 3]) queue.push('a', now, now)
  queue.push('b', 4, 4)
  queue.dropExpired(
    (first, emptyAt) => emptyAt === 1 && first < 3,
    (item) => void dropped.push(item),
  )
  expect(dropped).toEqual([1, 2])
  expect(queue.size).toBe(2)
  drain(queue)
  queue.push('a', 9, 9)
  queue.dropExpired(
    (_, emptyAt) => emptyAt === 9,
    (item) => void dropped.push(item),
  )
  expect(dropped).toEqual([1, 2, 9])
})
