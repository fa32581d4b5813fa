// Writes whose answer is lost: settled by reading the roles, never by guessing. What nobody waits for comes through; what was
// answered with an error is never sent again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, FaultEffect } from '../../src/simulator/faults'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import {
  accepted,
  courseOf,
  letGo,
  passDeadline,
  read,
  resetRoles,
  rolesPath,
  rowOf,
  settled,
  theRoles,
  watchCalls,
  watchWrites,
} from './fixture'

const { roles } = group
const [first, second, third] = group.members

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  const settings = { ...testSettings, platformTimeoutMs: 300, rankChangeWaitMs: 1_500 }
  app = await startTestApp({ scheduler: true, settings })
})
afterAll(() => app.close())

beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  await letGo(app)
  community = await app.community()
})

const assignPath = ':assignRole$'
const unassignPath = ':unassignRole$'

const lostAfterwards: [string, FaultEffect][] = [
  ['dropped', { kind: 'applyThenDrop' }],
  ['never answered', { kind: 'applyThenHang' }],
  ['answered 500', { kind: 'applyThenStatus', status: 500 }],
  ['answered 408', { kind: 'applyThenStatus', status: 408 }],
  ['answered with HTML', { kind: 'garbage', body: 'html' }],
  ['cut off', { kind: 'garbage', body: 'cut' }],
]
const lostBefore: [string, FaultEffect][] = [
  ['dropped before its effect', { kind: 'drop' }],
  ['never answered and without effect', { kind: 'hang' }],
  ['answered 500 without effect', { kind: 'reject', status: 500 }],
  ['redirected', { kind: 'redirect', location: 'http://127.0.0.1:1/' }],
]

describe('what nobody waits for', () => {
  it.each(lostAfterwards)('is completed by reading when the assignment was applied and %s', async (_name, fault) => {
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: assignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: first, rankId: 50 }))
    expect(ended).toMatchObject({ status: 'succeeded', result: { changed: true } })
    expect(ended.attempts.map(({ to }) => to)).toEqual(['queued', 'dispatching', 'outcome_pending', 'succeeded'])
    expect(writes.applied()).toHaveLength(1)
  })

  it.each(lostAfterwards)('is completed by reading when the removal was applied and %s', async (_name, fault) => {
    app.world.giveRole(group.id, first, roles.private)
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: unassignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: first, rankId: 50 }))
    expect(ended.status).toBe('succeeded')
    expect(ended.attempts.map(({ to }) => to)).toContain('outcome_pending')
    expect(writes.effective()).toEqual([`assignRole ${roles.sergeant}`, `unassignRole ${roles.private}`])
    expect(theRoles(app, first)).toEqual([roles.recruit, roles.sergeant])
  })

  it.each(lostBefore)('is sent again when the assignment was %s', async (_name, fault) => {
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: assignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: first, rankId: 50 }))
    expect(ended.status).toBe('succeeded')
    expect(ended.attempts.map(({ to }) => to)).toEqual(expect.arrayContaining(['outcome_pending', 'queued']))
    expect(writes.effective()).toEqual([`assignRole ${roles.sergeant}`])
  })

  it.each(lostBefore)('is finished when the removal was %s', async (_name, fault) => {
    app.world.giveRole(group.id, first, roles.lieutenant)
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: unassignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: first, rankId: 10 }))
    expect(courseOf(ended)).toEqual(expect.arrayContaining(['queued half-applied', 'succeeded']))
    expect(writes.effective()).toEqual([`assignRole ${roles.private}`, `unassignRole ${roles.lieutenant}`])
  })

  it('goes one step for one promotion, although it is sent again and somebody moves the member meanwhile', async () => {
    app.simulator.faults.add({ kind: 'drop', path: assignPath, count: 1 })
    const id = await accepted(community, { userId: first, move: 'promote' })
    await until('it is in doubt', async () => (await rowOf(app, id)).sent)
    app.world.giveRole(group.id, first, roles.sergeant)
    expect((await settled(community, id)).target?.rankId).toBe(10)
    expect(theRoles(app, first)).toEqual([roles.recruit, roles.private])
  })

  it('waits as long as the platform asks when it is throttled', async () => {
    await community.client.get(`/v2/members/${second}`)
    app.simulator.faults.add({ kind: 'throttle', retryAfter: 1, path: assignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: second, rankId: 50 }))
    expect(courseOf(ended)).toEqual([
      'queued',
      'dispatching',
      'queued provider-rejected-429',
      'dispatching',
      'succeeded',
    ])
    const [, , throttled, again] = ended.attempts.map(({ at }) => Date.parse(at))
    expect((again ?? 0) - (throttled ?? 0)).toBeGreaterThanOrEqual(999)
  })

  it('comes through when the platform is away for a while', async () => {
    await Promise.all(group.members.map((userId) => community.client.get(`/v2/members/${userId}`)))
    const reads = watchCalls(app, /\/memberships/)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
    const ids = await Promise.all(group.members.map((userId) => accepted(community, { userId, rankId: 50 })))
    await until('each was tried twice', () => reads() >= 2 * ids.length)
    app.simulator.faults.clear()
    for (const id of ids) expect((await settled(community, id)).status).toBe('succeeded')
    expect(group.members.map((userId) => theRoles(app, userId).at(-1))).toEqual(ids.map(() => roles.sergeant))
  })

  it('stays in doubt past its deadline while the roles cannot be read, and is then told right', async () => {
    const writes = watchWrites(app, first)
    await community.client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'applyThenHang', path: assignPath, count: 1 })
    const id = await accepted(community, { userId: first, rankId: 50 })
    await until('the write is out', () => writes.applied().length === 1)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
    await until('it is in doubt', async () => (await rowOf(app, id)).status === 'outcome_pending')
    await passDeadline(app, id)
    await sleep(1_100)
    expect((await read(community, id)).status).toBe('outcome_pending')
    app.simulator.faults.clear()
    expect((await settled(community, id)).status).toBe('succeeded')
  })
})

describe('what somebody waits for', () => {
  const setRank = (userId: number, rankId = 50) => community.client.put(`/v2/members/${userId}/rank`, { rankId })

  it.each(lostAfterwards)('is a success when the assignment was applied and %s', async (_name, fault) => {
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: assignPath, count: 1 })
    const answer = await setRank(first)
    expect([answer.status, answer.body.data.rank.rankId, answer.body.meta.changed]).toEqual([200, 50, true])
    expect(writes.applied()).toHaveLength(1)
  })

  it.each(lostBefore)('is finished when it broke in the middle and the removal was %s', async (_name, fault) => {
    app.world.giveRole(group.id, first, roles.lieutenant)
    app.simulator.faults.add({ ...fault, path: unassignPath, count: 1 })
    expect((await setRank(first, 10)).status).toBe(200)
    expect(theRoles(app, first)).toEqual([roles.recruit, roles.private])
  })

  it('is never sent after it was answered with an error', async () => {
    const faults: Fault[] = [
      ...lostBefore.map(([, effect]): Fault => ({ ...effect, path: assignPath, count: 1 })),
      { kind: 'reject', status: 408, path: assignPath, count: 1 },
      { kind: 'reject', status: 403, path: assignPath, count: 1 },
      { kind: 'reject', status: 400, path: assignPath, count: 1 },
      { kind: 'reject', status: 503, path: rolesPath, count: 1 },
      { kind: 'throttle', path: assignPath, count: 1 },
    ]
    await community.client.get(`/v2/members/${third}`)
    const writes = watchWrites(app, third)
    const codes: string[] = []
    for (const fault of faults) {
      app.simulator.faults.add(fault)
      codes.push((await setRank(third)).body.error?.code as string)
    }
    expect(codes).toEqual([
      'platform_cloud_unavailable',
      'platform_cloud_timeout',
      'platform_cloud_unavailable',
      'platform_cloud_unavailable',
      'provider-rejected-408',
      'authorization-intervention-required',
      'platform_cloud_unavailable',
      'platform_cloud_unavailable',
      'provider-rejected-429',
    ])
    await sleep(1_500)
    expect(writes.applied()).toEqual([])
    expect(theRoles(app, third)).toEqual([roles.recruit])
  })
})
