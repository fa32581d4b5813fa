// Waiting without a sleep: while an answer is due, for so long, and where many wait for it.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../../generated/database'
import { busyPoll } from '../../src/db/busy-poll'
import { batched } from '../../src/db/batcher'
import { until } from '../support/until'

/** How often the event loop was told to turn at once, so that it cannot sleep. */
let told: jest.SpyInstance
beforeEach(() => {
  told = jest.spyOn(globalThis, 'setImmediate')
})
afterEach(() => {
  told.mockRestore()
})

/** Whether it is told no more. */
async function sleeps(): Promise<boolean> {
  const before = told.mock.calls.length
  await sleep(20)
  return told.mock.calls.length === before
}

test('the event loop does not sleep, until it may', async () => {
  const sleepAgain = busyPoll(20_000)
  await until('it turns', () => told.mock.calls.length > 100)
  expect(await sleeps()).toBe(false)
  sleepAgain()
  expect(await sleeps()).toBe(true)
})

test('it sleeps when that lasts', async () => {
  busyPoll()
  expect(told.mock.calls).toHaveLength(1)
  await until('it sleeps', sleeps)
  expect(await sleeps()).toBe(true)
})

test('an answer that many wait for is waited for awake, unless there is one processor only', async () => {
  const ask = batched<number, number>({
    name: 'awake',
    maxSize: 100,
    keyOf: null,
    load: (_db, _communityId, questions) => sleep(5, questions),
  })
  const db = {} as Kysely<DB>
  /** How often the event loop was told to turn for the sake of so many questions. */
  const turnsFor = async (count: number): Promise<number> => {
    told.mockClear()
    const questions = Array.from({ length: count }, (_, question) => question)
    const answers = await Promise.all(questions.map((question) => ask(db, `of ${count}`, question)))
    expect(answers).toEqual(questions)
    return told.mock.calls.length
  }
  const [alone, few, many] = [await turnsFor(1), await turnsFor(3), await turnsFor(4)]
  expect(few).toBe(alone)
  expect(many > few).toBe(availableParallelism() > 1)
})
