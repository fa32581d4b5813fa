// A short form of `npm run simulate`.
import { drawn, everyPoint, violationsOf } from '../../scripts/simulate/check'
import { simulate } from '../../scripts/simulate/schedule'
import { sometimes } from '../../scripts/simulate/sometimes'
import { isWhole, runs } from '../support/runs'

const FIRST = 1
const SCHEDULES = runs(1_000)
/** Share of the states that must be reached; a quarter of the schedules reaches fewer. */
const SHARE = isWhole ? 0.9 : 0.85

test('every property holds in every schedule, and the schedules reach the states of the execution', async () => {
  const reached = new Set<string>()
  for await (const history of drawn(FIRST, SCHEDULES)) {
    expect(violationsOf(history)).toEqual([])
    for (const state of history.reached) reached.add(state)
  }
  const missing = sometimes.filter((state) => !reached.has(state))
  expect(missing.slice(Math.floor(sometimes.length * (1 - SHARE)))).toEqual([])
})

test('no write touches an unmanaged role, and roles end as declared, with each fault at each step of each path', async () => {
  const reached = new Set<string>()
  for await (const history of everyPoint(FIRST, undefined, isWhole ? 1 : 4)) {
    expect(violationsOf(history)).toEqual([])
    for (const state of history.reached) reached.add(state)
  }
  expect([...reached]).toEqual(expect.arrayContaining(['writes again after a crash', 'suspension restored']))
})

test('a seed gives the same schedule again', async () => {
  const [one, other] = [await simulate({ seed: 7, trace: true }), await simulate({ seed: 7, trace: true })]
  expect(one.trace?.length).toBeGreaterThan(20)
  expect(other.trace).toEqual(one.trace)
})
