// The rate limiters, with a store in memory.
import fc from 'fast-check'
import { ExactLimiter, RateLimiter, RateLimitExceeded, type TakePermits } from '../../src/limits/limits'
import { countRequest, deleteOldWindows, takePermits } from '../../src/limits/queries'
import { roomAt, WINDOW_MS } from '../../src/limits/window'
import { openDatabase, type Database } from '../../src/db/database'
import { makeLogger } from '../../src/base/logger'
import { freshDatabase, type TestDatabase } from '../support/database'
import { runs } from '../support/runs'

const START = 1_000 * WINDOW_MS
/** Requests that a process admits before its first lease: 1 % of the limit. */
const trust = (limit: number): number => Math.floor(limit * 0.01)

/** A store that answers at once, or when the test tells it to. */
class MemoryStore {
  readonly taken = new Map<string, number>()
  readonly waiting: (() => void)[] = []
  asked = 0
  away = false

  constructor(private readonly answersAtOnce = true) {}

  readonly take: TakePermits = async ({ bucket, start, weightMs, limit, used, permits }) => {
    this.asked++
    if (!this.answersAtOnce) await new Promise<void>((resolve) => this.waiting.push(resolve))
    if (this.away) throw new Error('the store is away')
    const previous = Math.min(limit, this.taken.get(`${bucket} ${start - WINDOW_MS}`) ?? 0)
    const before = (this.taken.get(`${bucket} ${start}`) ?? 0) + used
    const granted = Math.max(0, Math.min(permits, limit - Math.ceil((previous * weightMs) / WINDOW_MS) - before))
    this.taken.set(`${bucket} ${start}`, before + granted)
    return { taken: before + granted, previous, granted }
  }

  answer(which = 0): boolean {
    const [resolve] = this.waiting.splice(which % Math.max(1, this.waiting.length), 1)
    resolve?.()
    return resolve !== undefined
  }
}

/** @returns whether the request was admitted */
async function charge(limiter: RateLimiter, bucket = 'b'): Promise<boolean> {
  try {
    await limiter.charge(bucket)
    return true
  } catch (error) {
    if (error instanceof RateLimitExceeded) return false
    throw error
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Sends `width` requests at a time. @returns how many were admitted */
async function flood(limiters: readonly RateLimiter[], each: number, width: number): Promise<number> {
  let admitted = 0
  const caller = async (limiter: RateLimiter): Promise<void> => {
    for (let i = 0; i < each / width; i++) if (await charge(limiter)) admitted++
  }
  await Promise.all(limiters.flatMap((limiter) => Array.from({ length: width }, () => caller(limiter))))
  return admitted
}

describe('one instance', () => {
  it.each([1, 2, 19, 20, 60, 600, 1_999])('admits exactly %d requests per window', async (limit) => {
    const store = new MemoryStore()
    let now = START
    const limiter = new RateLimiter('key', limit, store.take, () => now)
    for (const start of [START, START + 2 * WINDOW_MS, START + 9 * WINDOW_MS]) {
      now = start
      expect(await flood([limiter], limit * 2, 1)).toBe(limit)
    }
  })

  it('keeps buckets apart', async () => {
    const limiter = new RateLimiter('key', 1, new MemoryStore().take, () => START)
    expect([await charge(limiter, 'a'), await charge(limiter, 'b'), await charge(limiter, 'a')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('reports the remaining requests, the end of the window, and at zero the wait', async () => {
    const limiter = new RateLimiter('key', 20, new MemoryStore().take, () => START + 15_000)
    const said: number[] = []
    for (let i = 0; i < 20; i++) {
      const { limit, remaining, resetMs } = await limiter.charge('b')
      expect([limit, resetMs]).toEqual([20, remaining > 0 ? 45_000 : 48_000])
      said.push(remaining)
    }
    expect(said).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i))
    await expect(limiter.charge('b')).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      retryAfterSeconds: 48,
      details: { limit: 20, remaining: 0, resetMs: 48_000 },
    })
  })

  it.each([20, 60, 600, 6_000])('admits no second %d at the turn of a minute', async (limit) => {
    let now = START - 1_000
    const limiter = new RateLimiter('key', limit, new MemoryStore().take, () => now)
    const before = await flood([limiter], limit * 2, 10)
    now = START + 1_100
    const after = await flood([limiter], limit * 2, 10)
    expect(before).toBe(limit)
    expect(after).toBeLessThanOrEqual((limit * 1_100) / WINDOW_MS)
  })

  it('admits every request of a client that stays 5 % below its limit', async () => {
    let now = START + 17_000
    const limiter = new RateLimiter('key', 600, new MemoryStore().take, () => now)
    for (let i = 0; i < 6_000; i++, now += 105) expect([i, await charge(limiter)]).toEqual([i, true])
  })

  it.each([0, 1, 15_400, 59_000, 59_999])(
    'admits a request after Retry-After, from %d ms into the window',
    async (into) => {
      let now = START + into
      const limiter = new RateLimiter('key', 20, new MemoryStore().take, () => now)
      await flood([limiter], 20, 1)
      const refused = (await Promise.resolve(limiter.charge('b')).catch((error: unknown) => error)) as RateLimitExceeded
      expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1)
      now += (refused.retryAfterSeconds ?? 0) * 1_000
      expect(await charge(limiter)).toBe(true)
    },
  )

  it('deletes obsolete windows', async () => {
    let now = START
    const limiter = new RateLimiter('key', 5, new MemoryStore().take, () => now)
    for (let i = 0; i < 100; i++) await charge(limiter, `b${i}`)
    const { size } = (limiter as unknown as { windows: Map<string, unknown> }).windows
    now += WINDOW_MS
    limiter.sweep()
    expect((limiter as unknown as { windows: Map<string, unknown> }).windows.size).toBe(100)
    now += WINDOW_MS
    await charge(limiter, 'new')
    limiter.sweep()
    expect([size, (limiter as unknown as { windows: Map<string, unknown> }).windows.size]).toEqual([100, 1])
  })
})

describe('a flood of new clients', () => {
  const most = 50_000
  const windowsOf = (limiter: RateLimiter) => (limiter as unknown as { windows: Map<string, unknown> }).windows.size
  async function flooded(overflow: string | null) {
    const store = new MemoryStore()
    const state = { now: START }
    const limiter = new RateLimiter('key', 20, store.take, () => state.now, overflow)
    let admitted = 0
    for (let i = 0; i < most + 1_000; i++) if (await charge(limiter, `caller ${i}`)) admitted++
    return { store, state, limiter, admitted }
  }

  it('uses bounded memory, and shares the overflow bucket beyond it', async () => {
    const { state, limiter, admitted } = await flooded('the many')
    expect([windowsOf(limiter), admitted]).toEqual([most + 1, most + 20])
    expect(await charge(limiter, 'caller 7')).toBe(true)
    state.now += 2 * WINDOW_MS
    expect(await charge(limiter, 'newcomer')).toBe(true)
    expect(windowsOf(limiter)).toBe(1)
  })

  it('removes the oldest buckets when there is no overflow bucket; the store keeps their counts', async () => {
    const { store, limiter, admitted } = await flooded(null)
    expect([windowsOf(limiter), admitted]).toEqual([most, most + 1_000])
    let more = 0
    for (let i = 0; i < 30; i++) if (await charge(limiter, 'caller 7')) more++
    expect([18, 19]).toContain(more)
    expect([...store.taken.keys()].filter((name) => name.startsWith('caller 7 '))).toHaveLength(1)
  })
})

describe('the store', () => {
  /**
   * Charges while the store answers between the charges. @returns how many charges waited, and how many leases were
   * asked for
   */
  async function blocked(limit: number, requests: number): Promise<{ blocked: number; asked: number }> {
    const store = new MemoryStore(false)
    const limiter = new RateLimiter('key', limit, store.take, () => START)
    let count = 0
    for (let i = 0; i < requests; i++) {
      let done = false
      const charged = charge(limiter).then(() => (done = true))
      await settled()
      if (!done) count++
      while (!done) {
        store.answer()
        await settled()
      }
      await charged
      while (store.answer()) await settled()
    }
    return { blocked: count, asked: store.asked }
  }

  it('delays none of 300 requests at a limit of 600', async () => {
    const { blocked: waited, asked } = await blocked(600, 300)
    expect(waited).toBe(0)
    expect(asked).toBeLessThanOrEqual(15)
  })

  it('delays only the last requests of a limit', async () => {
    const { blocked: waited, asked } = await blocked(600, 600)
    expect(waited).toBeLessThanOrEqual(12)
    expect(asked).toBeLessThanOrEqual(60)
  })

  it('gets one lease request at a time from concurrent requests', async () => {
    const store = new MemoryStore(false)
    const limiter = new RateLimiter('key', 600, store.take, () => START)
    const all = Array.from({ length: 1_000 }, () => charge(limiter))
    let most = 0
    for (let done = false; !done;) {
      most = Math.max(most, store.waiting.length)
      done = !store.answer() && (await Promise.race([Promise.all(all).then(() => true), settled().then(() => false)]))
      await settled()
    }
    expect(most).toBe(1)
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(600)
  })

  it('gets no lease request for refused requests', async () => {
    const store = new MemoryStore()
    const limiter = new RateLimiter('key', 20, store.take, () => START)
    await flood([limiter], 40, 1)
    const { asked } = store
    expect(await flood([limiter], 1_000, 10)).toBe(0)
    expect(store.asked).toBe(asked)
  })

  it('leaves each instance with the whole limit while unreachable', async () => {
    const store = new MemoryStore()
    store.away = true
    const limiters = [1, 2, 3].map(() => new RateLimiter('key', 60, store.take, () => START))
    for (const limiter of limiters) expect(await flood([limiter], 200, 10)).toBe(60)
  })

  it('gets the permits granted during an outage afterwards', async () => {
    const store = new MemoryStore()
    const limiter = new RateLimiter('key', 600, store.take, () => START)
    store.away = true
    const meanwhile = await flood([limiter], 400, 1)
    store.away = false
    const after = await flood([limiter], 1_000, 1)
    expect(meanwhile).toBe(400)
    expect(after).toBeLessThanOrEqual(200)
    expect(after).toBeGreaterThanOrEqual(170)
  })

  it('enforces the limit despite occasional failures', async () => {
    const store = new MemoryStore()
    let calls = 0
    const flaky: TakePermits = (...of) => {
      store.away = calls++ % 2 === 0
      return store.take(...of)
    }
    const admitted = await flood([new RateLimiter('key', 600, flaky, () => START)], 1_500, 1)
    expect(admitted).toBeLessThanOrEqual(600)
    expect(admitted).toBeGreaterThanOrEqual(570)
  })
})

const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ instance: fc.nat(2), times: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 3, arbitrary: fc.record({ answer: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ away: fc.boolean() }) },
)

it('enforces the limit and answers all requests, in any order of requests and leases', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.array(event, { maxLength: 60 }),
      fc.boolean(),
      async (limit, events, fails) => {
        const store = new MemoryStore(false)
        const limiters = [0, 1, 2].map(() => new RateLimiter('key', limit, store.take, () => START))
        const calls: Promise<boolean>[] = []
        const call = (instance: number): void => void calls.push(charge(limiters[instance] as RateLimiter))
        for (const one of events) {
          if ('instance' in one) for (let i = 0; i < one.times; i++) call(one.instance)
          else if ('answer' in one) store.answer(one.answer)
          else store.away = fails && one.away
          await settled()
        }
        store.away = false
        for (let instance = 0; instance < 3; instance++) for (let i = 0; i <= limit; i++) call(instance)
        let open = true
        const all = Promise.all(calls).finally(() => (open = false))
        while (open) {
          store.answer()
          await settled()
        }
        const admitted = (await all).filter(Boolean).length
        const most = fails ? 3 * limit : limit + 3 * trust(limit)
        expect(admitted).toBeLessThanOrEqual(most)
        expect(admitted).toBeGreaterThanOrEqual(fails ? 1 : limit)
      },
    ),
    { numRuns: runs(60) },
  )
})

describe('three instances on the real store', () => {
  let database: TestDatabase
  let instances: Database[]
  beforeAll(async () => {
    database = await freshDatabase()
    instances = [1, 2, 3].map(() => openDatabase(database.url, 4, makeLogger('silent')))
  })
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.close()))
    await database.drop()
  })

  const limitersOf = (limit: number, now: number) =>
    instances.map(
      ({ db }) =>
        new RateLimiter(
          'key',
          limit,
          (request) => takePermits(db, request),
          () => now,
        ),
    )

  it.each([600, 60, 20])('admit %d together under heavy concurrency', async (limit) => {
    const admitted: number[] = []
    for (let window = 0; window < 5; window++) {
      admitted.push(
        await flood(limitersOf(limit, START + limit * 10 * WINDOW_MS + 2 * window * WINDOW_MS), limit * 2, 40),
      )
    }
    expect(Math.max(...admitted)).toBeLessThanOrEqual(limit * 1.05)
    expect(Math.min(...admitted)).toBeGreaterThanOrEqual(limit * 0.95)
  })

  it('admit 20 together when one instance starts alone', async () => {
    const [first, ...others] = limitersOf(20, START)
    const admitted = (await flood(first ? [first] : [], 15, 1)) + (await flood(others, 40, 5))
    expect(admitted).toBeGreaterThanOrEqual(19)
    expect(admitted).toBeLessThanOrEqual(20)
  })

  it('leave the limit to a busy instance while the others are idle', async () => {
    const [busy, ...idle] = limitersOf(600, START + 3_000 * WINDOW_MS)
    const admitted = (await flood(idle, 3, 1)) + (await flood(busy ? [busy] : [], 1_200, 20))
    expect(admitted).toBeGreaterThanOrEqual(600 * 0.95)
    expect(admitted).toBeLessThanOrEqual(600 * 1.05)
  })

  it('continue the count of another process', async () => {
    const now = START + 5_000 * WINDOW_MS
    expect(await flood(limitersOf(60, now).slice(0, 1), 60, 10)).toBe(60)
    expect(await flood(limitersOf(60, now), 60, 10)).toBeLessThanOrEqual(3 * trust(60))
  })

  it('keep current windows when old ones are deleted', async () => {
    const db = instances[0]?.db
    if (!db) throw new Error('no instance')
    const now = START + 9_000 * WINDOW_MS
    const lease = (bucket: string, start: number, permits: number) =>
      takePermits(db, { bucket, start, weightMs: 0, limit: 100, used: 0, permits })
    await lease('old', now - WINDOW_MS, 5)
    await lease('new', now, 5)
    await countRequest(db, 'old', now - 1, 20)
    await countRequest(db, 'new', now, 20)
    await deleteOldWindows(db, now)
    const leases = [await lease('old', now - WINDOW_MS, 1), await lease('new', now, 1)]
    expect(leases.map(({ taken }) => taken)).toEqual([1, 6])
    const counts = [await countRequest(db, 'old', now + 1, 20), await countRequest(db, 'new', now + 1, 20)]
    expect(counts.map(({ remaining }) => remaining)).toEqual([19, 18])
  })

  it('compute the same room as window.ts, with a previous window', async () => {
    const db = instances[0]?.db
    if (!db) throw new Error('no instance')
    const start = START + 20_000 * WINDOW_MS
    const sizes = fc.record({
      limit: fc.integer({ min: 1, max: 1_000_000_000 }),
      share: fc.double({ min: 0, max: 1.2, noNaN: true }),
      weightMs: fc.integer({ min: 0, max: WINDOW_MS }),
      used: fc.nat(20),
      permits: fc.integer({ min: 1, max: 2_000_000_000 }),
    })
    let bucket = 0
    await fc.assert(
      fc.asyncProperty(sizes, async ({ limit, share, weightMs, used, permits }) => {
        const common = { bucket: `room ${bucket++}`, weightMs, limit }
        const previous = Math.floor(limit * share)
        const before = { ...common, start: start - WINDOW_MS, weightMs: 0, limit: previous + 1, used: 0 }
        if (previous > 0) await takePermits(db, { ...before, permits: previous })
        const room = roomAt(limit, { start, taken: used, previous }, start + WINDOW_MS - weightMs)
        const granted = Math.min(permits, room)
        const lease = await takePermits(db, { ...common, start, used, permits })
        expect(lease).toEqual({ granted, taken: used + granted, previous: Math.min(previous, limit) })
        const second = await takePermits(db, { ...common, start, used: 0, permits })
        expect(second.granted).toBe(Math.min(permits, room - granted))
      }),
      { numRuns: runs(100) },
    )
  })

  it('admit at most 20 in any minute with the exact limit, on any instance', async () => {
    const calls = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 15_000 }), at: fc.nat(2), times: fc.nat(9) }), {
      minLength: 10,
      maxLength: 40,
    })
    let bucket = 0
    await fc.assert(
      fc.asyncProperty(calls, async (events) => {
        const name = `exact ${bucket++}`
        let now = START
        const limiters = instances.map(
          ({ db }) =>
            new ExactLimiter(
              'access',
              20,
              (...of) => countRequest(db, ...of),
              () => now,
            ),
        )
        const admitted: number[] = []
        for (const { wait, at, times } of events) {
          now += wait
          const limiter = limiters[at]
          const one = async (): Promise<void> => {
            await limiter?.charge(name)
            admitted.push(now)
          }
          const settledAll = await Promise.allSettled(Array.from({ length: times }, one))
          const since = (ms: number) => admitted.filter((time) => time > now - ms).length
          // an admitted request may leave the count up to a second early
          expect(since(WINDOW_MS - 1_000)).toBeLessThanOrEqual(20)
          if (settledAll.some(({ status }) => status === 'rejected'))
            expect(since(WINDOW_MS)).toBeGreaterThanOrEqual(20)
        }
      }),
      { numRuns: 15 },
    )
  })
})
