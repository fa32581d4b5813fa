// Busy-polling: its duration, and the batch size from which it is used.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/database'
import { busyPoll } from '../../src/db/busy-poll'
import { batched } from '../../src/db/batcher'
import { until } from '../support/until'

/** Calls of setImmediate, which keep the event loop from sleeping. */
let turns: jest.SpyInstance
beforeEach(() => {
  turns = jest.spyOn(globalThis, 'setImmediate')
})
afterEach(() => {
  turns.mockRestore()
})
/** Whether setImmediate is no longer called. */
async function sleeps(): Promise<boolean> {
  const before = turns.mock.calls.length
  await sleep(20)
  return turns.mock.calls.length === before
}

describe('busyPoll', () => {
  it('keeps the event loop turning until it is stopped', async () => {
    const stop = busyPoll(20_000)
    await until('it turns', () => turns.mock.calls.length > 100)
    expect(await sleeps()).toBe(false)
    stop()
    expect(await sleeps()).toBe(true)
  })

  it('ends by itself', async () => {
    busyPoll()
    expect(turns.mock.calls).toHaveLength(1)
    await until('it sleeps', sleeps)
    expect(await sleeps()).toBe(true)
  })

  it('is used for large batches, except on a single processor', async () => {
    const load = batched<number, number>({
      name: 'busy-poll',
      maxSize: 100,
      keyOf: null,
      load: (_db, _communityId, requests) => sleep(5, requests),
    })
    const db = {} as Kysely<DB>
    const turnsFor = async (count: number): Promise<number> => {
      turns.mockClear()
      const requests = Array.from({ length: count }, (_, request) => request)
      const results = await Promise.all(requests.map((request) => load(db, `of ${count}`, request)))
      expect(results).toEqual(requests)
      return turns.mock.calls.length
    }
    const [alone, few, many] = [await turnsFor(1), await turnsFor(3), await turnsFor(4)]
    expect(few).toBe(alone)
    expect(many > few).toBe(availableParallelism() > 1)
  })
})
