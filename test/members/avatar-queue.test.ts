// How pictures wait for the platform: in turn for each community, and within limits.
import { makeLogger } from '../../src/base/logger'
import { Avatars } from '../../src/members/avatars/avatars'
import { HttpAvatars } from '../../src/platform/http-avatars'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { World } from '../../src/simulator/world'
import { until } from '../support/until'

const log = makeLogger('silent')
let simulator: Simulator
let avatars: Avatars
let now = new Date('2026-01-01T00:00:00Z')
beforeEach(async () => {
  const world = new World()
  for (let userId = 1; userId <= 2_000; userId += 1) world.addUser({ userId, username: `User${userId}` })
  simulator = await startSimulator({ world })
  now = new Date('2026-01-01T00:00:00Z')
  avatars = new Avatars(new HttpAvatars({ thumbnailsUrl: simulator.url, timeoutMs: 10_000 }), log, () => now)
})
afterEach(() => simulator.close())

const batches = (): number[][] =>
  simulator.requests.flatMap(({ path }) => {
    const [, userIds] = /userIds=([\d,]+)/.exec(path) ?? []
    return userIds === undefined ? [] : [userIds.split(',').map(Number)]
  })
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index)
const wanted = (communityId: string, userIds: readonly number[]) =>
  Promise.all(userIds.map((userId) => avatars.pictureOf(communityId, userId)))

it('asks for at most a hundred at a time, one call after the other', async () => {
  simulator.faults.add({ kind: 'hold', path: 'avatar-headshot' })
  void wanted('one', range(1, 250))
  await until('the first call is held', () => batches().length === 1)
  // a second one would have been sent with it
  expect(batches().map((batch) => batch.length)).toEqual([100])
  simulator.faults.clear()
  await until('all are asked for', () => batches().length === 3)
  expect(batches().map((batch) => batch.length)).toEqual([100, 100, 50])
})

it('asks in turn for each community, so that a long list of one does not hold the other', async () => {
  simulator.faults.add({ kind: 'hold', path: 'avatar-headshot' })
  void wanted('large', range(1, 600))
  await until('the first call is held', () => batches().length === 1)
  void wanted('small', range(1_001, 10))
  simulator.faults.clear()
  await until('all are asked for', () => batches().flat().length === 610)
  expect(range(1_001, 10).every((userId) => batches()[1]?.includes(userId))).toBe(true)
})

it('asks for at most a thousand a minute for one community, and still for another', async () => {
  // without files, as the simulator remembers a thousand requests
  for (const userId of range(1, 1_100)) Object.assign(simulator.world.users.get(userId) ?? {}, { avatar: 'Blocked' })
  void wanted('greedy', range(1, 1_100))
  await until('as many are asked for as may', () => batches().flat().length === 1_000)
  expect(await avatars.pictureOf('greedy', 1_500)).toBeUndefined()
  await until(
    'the other community is answered',
    async () => (await avatars.pictureOf('other', 1_600))?.type === 'image/png',
  )
  expect(batches().flat()).not.toContain(1_500)
  now = new Date(now.getTime() + 61_000)
  await until('the next minute begins', async () => (await avatars.pictureOf('greedy', 1_500))?.type === 'image/png')
})

it('keeps nothing of an account that is forgotten while it is read', async () => {
  simulator.faults.add({ kind: 'hold', path: '^/avatars/' })
  const asked = avatars.pictureOf('one', 7)
  await until('the file is held', () => simulator.requests.some(({ path }) => path.startsWith('/avatars/7.png')))
  avatars.forget(7)
  expect(await asked).toBeUndefined()
  simulator.faults.clear()
  await until('it is read again', async () => (await avatars.pictureOf('one', 7))?.type === 'image/png')
  expect(batches()).toEqual([[7], [7]])
})
