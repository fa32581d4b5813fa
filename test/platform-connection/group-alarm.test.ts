// Too many rank changes in a minute, by the server or by hand, pause the writes to the group.
import fc from 'fast-check'
import { sql } from 'kysely'
import { connectGroup, disconnectGroup } from '../../src/platform-connection/actions'
import { busiestMinute } from '../../src/platform-connection/pause/rules'
import { syncManualRankChanges } from '../../src/members/sync-manual-rank-changes'
import { cancelOverdue } from '../../src/operations/sweep/queries'
import { metricsText } from '../../src/base/telemetry/metrics'
import { deploymentReader } from '../../src/process/deployment-state'
import { makeWorker } from '../../src/process/app'
import { messageOf } from '../../src/webhooks/rules'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries, untilComplete } from '../support/audit'
import { runs } from '../support/runs'
import { until } from '../support/until'
import { accepted, hold, read, release, resetRoles, rolesOnPlatform, rowOf, settled } from '../operations/fixture'

const { roles, members, outsider } = group
const MANY = 5_000_000_001

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  app.world.addMembers(group.id, MANY, 60)
})
afterAll(() => app.close())
beforeEach(async () => {
  await release(app)
  resetRoles(app)
  home = await app.community()
})

const limitTo = async (rankChangesPerMinuteLimit: number | null): Promise<void> => {
  expect((await home.client.patch('/v2/settings', { rankChangesPerMinuteLimit })).status).toBe(200)
}
const connection = async (client = home.client) => (await client.get('/v2/platform-connection')).body.data
const isPaused = async (): Promise<boolean> => (await connection()).pausedAt !== null
const setPause = (paused: boolean) => home.client.patch('/v2/platform-connection', { paused })
const promote = (userId: number): Promise<string> =>
  accepted(home, { userId, rankUniqueId: roles.private, deadlineSeconds: 3_600 })
const isPrivate = (userId: number): boolean => rolesOnPlatform(app, userId).includes(roles.private)
/** The other tests have changed the same group; what was changed before a resumption does not count. */
const forgetEarlier = async (): Promise<void> => {
  await setPause(true)
  await setPause(false)
}
const readLog = async (): Promise<number> => syncManualRankChanges(await home.ctx())
const entriesOf = async (action: string) => {
  await untilComplete(app.app.db)
  return (await newestEntries(app.base, home.communityId, 100)).filter((entry) => entry.action === action)
}
const metric = async (): Promise<number> => {
  await deploymentReader(app.app.db)()
  return Number(/^community_platform_writes_paused (\d+)$/m.exec(await metricsText())?.[1])
}

describe('the busiest minute', () => {
  const at = (seconds: number, actorUserId: number, userId: number) => ({
    ...{ actorUserId, userId, at: new Date(1_700_000_000_000 + seconds * 1_000) },
  })

  it('counts what one account changes of one member within ten seconds as one rank change', () => {
    const changes = [at(0, 1, 7), at(1, 1, 7), at(10, 1, 7), at(11, 1, 7), at(11, 2, 7), at(12, 1, 8)]
    expect(busiestMinute(changes)).toEqual({ changes: 4, account: { userId: 1, changes: 3 } })
    expect(busiestMinute([])).toEqual({ changes: 0, account: null })
  })

  it('has the most changes of any 60 seconds, whatever their order', () => {
    const change = fc.record({
      second: fc.integer({ min: 0, max: 300 }),
      userId: fc.integer({ min: 1, max: 1_000_000 }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(change, { selector: ({ userId }) => userId, maxLength: 60 }), (drawn) => {
        const most = Math.max(
          0,
          ...drawn.map(({ second: from }) => drawn.filter(({ second }) => second >= from && second < from + 60).length),
        )
        expect(busiestMinute(drawn.map(({ second, userId }) => at(second, 1, userId))).changes).toBe(most)
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('beyond its number, a group', () => {
  it('gets no more writes of the server: changes wait, new ones are accepted, and a resumption sends them', async () => {
    await limitTo(2)
    const ids = []
    for (const userId of members.slice(0, 3)) ids.push(await promote(userId))
    await until('the writes are paused', isPaused)
    await until('two are sent', () => members.filter(isPrivate).length === 2)
    ids.push(await promote(members[3]))
    const sync = await home.client.put(`/v2/members/${members[4]}/rank`, { rankUniqueId: roles.private })
    expect([sync.status, sync.body.error.code]).toEqual([503, 'roblox_scheduler_unavailable'])
    expect(await connection()).toMatchObject({ state: 'paused', groupId: '700', pauseReason: 'own_changes' })
    await limitTo(null)
    expect((await setPause(false)).body.data).toMatchObject({ state: 'connected', pausedAt: null, pauseReason: null })
    for (const id of ids) expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
    expect(members.filter(isPrivate)).toEqual(members.slice(0, 4))
  })

  it('is told once: in the audit log, by a message, in the log and by a metric', async () => {
    const before = await metric()
    await limitTo(1)
    for (const userId of members) await promote(userId)
    await until('the writes are paused', isPaused)
    const [entry, ...more] = await entriesOf('platform.paused')
    const { pausedAt } = await connection()
    const after = { pausedAt, reason: 'own_changes', changes: 2, limit: 1 }
    expect([entry?.after, more]).toEqual([after, []])
    const message = messageOf({ ...(entry as NonNullable<typeof entry>), user_id: null })
    expect([message?.type, JSON.parse(message?.body ?? '{}')]).toEqual([
      'platform.paused',
      expect.objectContaining({ data: expect.objectContaining(after) as object }),
    ])
    expect(app.logs).toContainEqual(
      expect.objectContaining({ level: 'warn', reason: 'own_changes', changes: 2, limit: 1 }),
    )
    expect(await metric()).toBe(before + 1)
    await setPause(false)
    expect((await entriesOf('platform.resumed'))[0]).toMatchObject({
      before: { pausedAt, reason: 'own_changes' },
      after: { pausedAt: null, reason: null },
    })
  })

  it('gets no write when an account changes too many ranks by hand', async () => {
    await limitTo(3)
    await forgetEarlier()
    await readLog()
    expect(app.world.raid(group.id, outsider, 3)).toBe(3)
    await readLog()
    expect(await isPaused()).toBe(false)
    expect(app.world.raid(group.id, outsider, 4)).toBe(4)
    await readLog()
    expect(await connection()).toMatchObject({ state: 'paused', pauseReason: 'group_changes' })
    expect((await entriesOf('platform.paused'))[0]).toMatchObject({
      ...{ actor_kind: 'operator', user_id: outsider },
      after: { reason: 'group_changes', limit: 3 },
    })
    const id = await promote(members[0])
    const untouched = rolesOnPlatform(app, members[0])
    await setPause(false)
    expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
    expect([untouched.includes(roles.private), isPrivate(members[0])]).toEqual([false, true])
  })

  it('is not paused again for what was changed before the resumption', async () => {
    await limitTo(3)
    await readLog()
    app.world.raid(group.id, outsider, 30)
    await readLog()
    expect(await isPaused()).toBe(true)
    await setPause(false)
    await readLog()
    expect(await isPaused()).toBe(false)
    app.world.raid(group.id, outsider, 30)
    await readLog()
    expect(await isPaused()).toBe(true)
  })

  it('counts the changes of the server and those by hand together', async () => {
    await limitTo(3)
    await forgetEarlier()
    await readLog()
    for (const userId of members.slice(0, 2)) await settled(home, await promote(userId))
    await readLog()
    expect(await isPaused()).toBe(false)
    app.world.raid(group.id, outsider, 2)
    await readLog()
    expect(await connection()).toMatchObject({ pauseReason: 'group_changes' })
  })

  it('may have any number when its number is null', async () => {
    await limitTo(null)
    await readLog()
    app.world.raid(group.id, outsider, 60)
    await readLog()
    expect(await isPaused()).toBe(false)
  })
})

it('has 200 rank changes a minute by default, and the number survives other changes', async () => {
  expect((await home.client.get('/v2/settings')).body.data.rankChangesPerMinuteLimit).toBe(200)
  await limitTo(7)
  await home.client.patch('/v2/settings', { name: 'Another' })
  expect((await home.client.get('/v2/settings')).body.data.rankChangesPerMinuteLimit).toBe(7)
})

it('four workers send exactly the number of the community', async () => {
  await limitTo(20)
  const more = Array.from({ length: 3 }, () => makeWorker(app.parts))
  try {
    const accounts = Array.from({ length: 40 }, (_, nth) => MANY + 10 + nth)
    for (const userId of accounts) if (isPrivate(userId)) app.world.takeRole(group.id, userId, roles.private)
    await hold(app)
    const ids: string[] = []
    for (const userId of accounts) ids.push(await promote(userId))
    await release(app)
    await until('the writes are paused', isPaused)
    await until('no change is under way', async () => {
      const rows = await Promise.all(ids.map((id) => rowOf(app, id)))
      return rows.every(({ status }) => status === 'succeeded' || status === 'queued')
    })
    const rows = await Promise.all(ids.map((id) => rowOf(app, id)))
    expect([accounts.filter(isPrivate).length, rows.filter(({ status }) => status === 'succeeded').length]).toEqual([
      20, 20,
    ])
    expect(await entriesOf('platform.paused')).toHaveLength(1)
  } finally {
    await Promise.all(more.map((worker) => worker.stop()))
  }
})

describe('a pause', () => {
  it('is not caused by a write that is sent again, nor by changes without a number', async () => {
    await limitTo(2)
    const counted = async () => {
      const { rows } = await sql<{ taken: number }>`select (select sum(one) from unnest(taken) one)::int as taken
        from change_window where community_id = ${home.communityId} and key_id = 'group'`.execute(app.app.db)
      return rows[0]?.taken ?? 0
    }
    await settled(home, await promote(members[0]))
    expect(await counted()).toBe(1)
    app.simulator.faults.add({ kind: 'applyThenDrop', path: ':assignRole$', count: 1 })
    await settled(home, await promote(members[1]))
    app.simulator.faults.clear()
    expect([await counted(), await isPaused()]).toEqual([2, false])
    await limitTo(null)
    await settled(home, await promote(members[2]))
    expect(await counted()).toBe(2)
  })

  it('by request holds and releases the writes, and keeps the reason of an earlier one', async () => {
    const paused = await setPause(true)
    expect(paused.body).toMatchObject({
      data: { state: 'paused', pauseReason: 'requested' },
      meta: { auditId: expect.any(String) as string },
    })
    expect((await setPause(true)).body).toEqual({ data: paused.body.data, meta: { auditId: null } })
    const id = await promote(members[0])
    expect((await read(home, id)).status).toBe('queued')
    await setPause(false)
    expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
  })

  it('stops the deadlines of what is queued, and moves them by its length', async () => {
    await setPause(true)
    const id = await accepted(home, { userId: members[0], rankUniqueId: roles.private, deadlineSeconds: 60 })
    const shift = (seconds: number) =>
      sql`update platform_operation set created_at = created_at - make_interval(secs => ${seconds}),
        deadline_at = deadline_at - make_interval(secs => ${seconds}) where operation_id = ${id}`.execute(app.dba)
    await shift(600)
    await sql`update community set platform_paused_at = platform_paused_at - interval '1 hour'
      where community_id = ${home.communityId}`.execute(app.dba)
    await cancelOverdue(app.app.db)
    expect((await rowOf(app, id)).status).toBe('queued')
    await setPause(false)
    expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
  })

  it('of a community holds no change of another one', async () => {
    await setPause(true)
    const waiting = await promote(members[0])
    const other = await app.community()
    const id = await accepted(other, { userId: members[1], rankUniqueId: roles.private })
    expect(await settled(other, id)).toMatchObject({ status: 'succeeded' })
    expect(await read(home, waiting)).toMatchObject({ status: 'queued' })
    await setPause(false)
    await settled(home, waiting)
  })

  it('needs settings.write, and shows the state to settings.read', async () => {
    const reader = await home.clientWith(['settings.read'])
    expect(await connection(reader)).toMatchObject({ state: 'connected', groupId: '700', pausedAt: null })
    expect((await reader.patch('/v2/platform-connection', { paused: true })).status).toBe(403)
    const unconnected = await app.community({ connected: false })
    expect(await connection(unconnected.client)).toEqual({
      ...{ state: 'none', groupId: null, connectedAt: null, pausedAt: null, pauseReason: null },
    })
  })

  it('is kept when the community is connected anew', async () => {
    await setPause(true)
    await disconnectGroup(await home.ctx())
    expect(await connection()).toMatchObject({ state: 'none', pauseReason: 'requested' })
    await connectGroup(await home.ctx(), group.id, group.apiKey)
    expect(await connection()).toMatchObject({ state: 'paused', pauseReason: 'requested' })
  })
})
