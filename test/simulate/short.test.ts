// A short form of `npm run simulate`.
import { violationsOf } from '../../scripts/simulate/check'
import { simulate } from '../../scripts/simulate/schedule'
import { sometimes } from '../../scripts/simulate/sometimes'

const FIRST = 1
const SCHEDULES = 1_000
/** So few schedules do not reach the rest. */
const SHARE = 0.9

test('every property holds in every schedule, and the schedules reach the states of the execution', async () => {
  const reached = new Set<string>()
  for (let seed = FIRST; seed < FIRST + SCHEDULES; seed++) {
    const history = await simulate({ seed })
    expect(violationsOf(history)).toEqual([])
    for (const state of history.reached) reached.add(state)
  }
  const missing = sometimes.filter((state) => !reached.has(state))
  expect(missing.slice(Math.floor(sometimes.length * (1 - SHARE)))).toEqual([])
})

test('a seed gives the same schedule again', async () => {
  const [one, other] = [await simulate({ seed: 7, trace: true }), await simulate({ seed: 7, trace: true })]
  expect(one.trace?.length).toBeGreaterThan(20)
  expect(other.trace).toEqual(one.trace)
})
