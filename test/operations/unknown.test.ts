// Lost responses: the outcome is read from the roles. A synchronous change that failed is never sent again.
import { sql } from 'kysely'
import { cancelOverdue } from '../../src/operations/sweep/queries'
import type { Fault, FaultEffect } from '../../src/simulator/faults'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import {
  accepted,
  statusesOf,
  release,
  expireDeadline,
  read,
  resetRoles,
  rolesPath,
  rowOf,
  settled,
  rolesOnPlatform,
  watchCalls,
  watchWrites,
} from './fixture'

const { roles } = group
const [first, second, third] = group.members

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  const settings = { ...testSettings, platformTimeoutMs: 1_500, rankChangeWaitMs: 10_000 }
  app = await startTestApp({ settings })
})
afterAll(() => app.close())

beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  await release(app)
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
  ['not answered before its effect', { kind: 'hang' }],
  ['answered 500 before its effect', { kind: 'reject', status: 500 }],
  ['redirected', { kind: 'redirect', location: 'http://127.0.0.1:1/' }],
]

describe('an asynchronous rank change', () => {
  it.each(lostAfterwards)('is completed by a read when the assignment was applied and %s', async (_name, fault) => {
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: assignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: first, rankId: 50 }))
    expect(ended).toMatchObject({ status: 'succeeded', result: { changed: true } })
    expect(ended.attempts.map(({ to }) => to)).toEqual(['queued', 'dispatching', 'outcome_pending', 'succeeded'])
    expect(writes.applied()).toHaveLength(1)
  })

  it.each(lostAfterwards)('is completed by a read when the removal was applied and %s', async (_name, fault) => {
    app.world.giveRole(group.id, first, roles.private)
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: unassignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: first, rankId: 50 }))
    expect(ended.status).toBe('succeeded')
    expect(ended.attempts.map(({ to }) => to)).toContain('outcome_pending')
    expect(writes.effective()).toEqual([`assignRole ${roles.sergeant}`, `unassignRole ${roles.private}`])
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.sergeant])
  })

  it.each(lostBefore)('is sent again when the assignment was %s', async (_name, fault) => {
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: assignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: first, rankId: 50 }))
    expect(ended.status).toBe('succeeded')
    expect(ended.attempts.map(({ to }) => to)).toEqual(expect.arrayContaining(['outcome_pending', 'queued']))
    expect(writes.effective()).toEqual([`assignRole ${roles.sergeant}`])
  })

  it.each(lostBefore)('is completed when the removal was %s', async (_name, fault) => {
    app.world.giveRole(group.id, first, roles.lieutenant)
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: unassignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: first, rankId: 10 }))
    expect(statusesOf(ended)).toEqual(expect.arrayContaining(['queued half-applied', 'succeeded']))
    expect(writes.effective()).toEqual([`assignRole ${roles.private}`, `unassignRole ${roles.lieutenant}`])
  })

  it('promotes by one step, although it is sent again and the member is moved concurrently', async () => {
    app.simulator.faults.add({ kind: 'drop', path: assignPath, count: 1 })
    const id = await accepted(community, { userId: first, move: 'promote' })
    await until('the outcome is unknown', async () => (await rowOf(app, id)).sent)
    app.world.giveRole(group.id, first, roles.sergeant)
    expect((await settled(community, id)).target?.rankId).toBe(10)
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.private])
  })

  it('waits as long as the platform requests after a 429', async () => {
    await community.client.get(`/v2/members/${second}`)
    app.simulator.faults.add({ kind: 'throttle', retryAfter: 1, path: assignPath, count: 1 })
    const ended = await settled(community, await accepted(community, { userId: second, rankId: 50 }))
    expect(statusesOf(ended)).toEqual([
      'queued',
      'dispatching',
      'queued provider-rejected-429',
      'dispatching',
      'succeeded',
    ])
    const [, , throttled, again] = ended.attempts.map(({ at }) => Date.parse(at))
    expect((again ?? 0) - (throttled ?? 0)).toBeGreaterThanOrEqual(999)
  })

  it('succeeds after an outage of the platform', async () => {
    await Promise.all(group.members.map((userId) => community.client.get(`/v2/members/${userId}`)))
    const reads = watchCalls(app, /\/memberships/)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
    const ids = await Promise.all(group.members.map((userId) => accepted(community, { userId, rankId: 50 })))
    await until('each was attempted twice', () => reads() >= 2 * ids.length)
    app.simulator.faults.clear()
    for (const id of ids) expect((await settled(community, id)).status).toBe('succeeded')
    expect(group.members.map((userId) => rolesOnPlatform(app, userId).at(-1))).toEqual(ids.map(() => roles.sergeant))
  })

  it('stays outcome_pending past its deadline until the roles can be read', async () => {
    const writes = watchWrites(app, first)
    await community.client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'applyThenHang', path: assignPath, count: 1 })
    const id = await accepted(community, { userId: first, rankId: 50 })
    await until('the write was applied', () => writes.applied().length === 1)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
    await until('the outcome is unknown', async () => (await rowOf(app, id)).status === 'outcome_pending')
    await expireDeadline(app, id)
    await cancelOverdue(app.base.db)
    expect((await read(community, id)).status).toBe('outcome_pending')
    app.simulator.faults.clear()
    expect((await settled(community, id)).status).toBe('succeeded')
  })
})

describe('a synchronous rank change', () => {
  const setRank = (userId: number, rankId = 50) => community.client.put(`/v2/members/${userId}/rank`, { rankId })

  it.each(lostAfterwards)('succeeds when the assignment was applied and %s', async (_name, fault) => {
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: assignPath, count: 1 })
    const answer = await setRank(first)
    expect([answer.status, answer.body.data.rank.rankId, answer.body.meta.changed]).toEqual([200, 50, true])
    expect(writes.applied()).toHaveLength(1)
  })

  it.each(lostBefore)('is completed when it was partly applied and the removal was %s', async (_name, fault) => {
    app.world.giveRole(group.id, first, roles.lieutenant)
    app.simulator.faults.add({ ...fault, path: unassignPath, count: 1 })
    expect((await setRank(first, 10)).status).toBe(200)
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.private])
  })

  it('is never sent after its caller received an error', async () => {
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
    const open = sql`select from platform_operation
      where user_id = ${third} and status in ('queued', 'dispatching', 'outcome_pending')`
    expect((await open.execute(app.dba)).rows).toEqual([])
    expect(writes.applied()).toEqual([])
    expect(rolesOnPlatform(app, third)).toEqual([roles.recruit])
  })
})
