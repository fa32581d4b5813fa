// Many changes by hand in the group raise an alarm, and stop nothing. Writes to the group are paused and resumed by
// people.
import fc from 'fast-check'
import { sql } from 'kysely'
import { setRankThreshold } from '../../src/ranks/actions'
import { connectGroup, disconnectGroup } from '../../src/platform-connection/actions'
import { burstsOf, changedByHand, untold } from '../../src/platform-connection/alarm/rules'
import { syncChangesByHand } from '../../src/members/sync-changes-by-hand'
import { cancelOverdue } from '../../src/operations/sweep/queries'
import { metricsText } from '../../src/base/telemetry/metrics'
import type { GroupChange } from '../../src/platform/platform'
import { deploymentReader } from '../../src/process/deployment-state'
import { messageOf } from '../../src/webhooks/rules'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries, untilComplete } from '../support/audit'
import { runs } from '../support/runs'
import { until } from '../support/until'
import { accepted, read, release, resetRoles, rolesOnPlatform, rowOf, settled } from '../operations/fixture'

const { roles, members, outsider } = group
const MANY = 5_000_000_001

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  app.world.addMembers(group.id, MANY, 260)
})
afterAll(() => app.close())
beforeEach(async () => {
  await release(app)
  resetRoles(app)
  home = await app.community()
})

const alarmAt = async (alarmChangesPerMinute: number | null): Promise<void> => {
  expect((await home.client.patch('/v2/settings', { alarmChangesPerMinute })).status).toBe(200)
}
const connection = async (client = home.client) => (await client.get('/v2/platform-connection')).body.data
const isPaused = async (): Promise<boolean> => (await connection()).pausedAt !== null
const setPause = (paused: boolean) => home.client.patch('/v2/platform-connection', { paused })
const promote = (userId: number): Promise<string> =>
  accepted(home, { userId, rankUniqueId: roles.private, deadlineSeconds: 3_600 })
const isPrivate = (userId: number): boolean => rolesOnPlatform(app, userId).includes(roles.private)
const readLog = async (community = home): Promise<number> => syncChangesByHand(await community.ctx())
const entriesOf = async (action: string) => {
  await untilComplete(app.app.db)
  return (await newestEntries(app.base, home.communityId, 1_000)).filter((entry) => entry.action === action)
}
const alarms = () => entriesOf('group.alarm')
let crowd = 5_000_100_001
const raid = (kind: 'ranks' | 'removals' | 'bans', count: number, by: number = outsider): void => {
  if (kind === 'ranks') expect(app.world.raid(group.id, by, count)).toBe(count)
  else {
    app.world.addMembers(group.id, crowd, count)
    for (let nth = 0; nth < count; nth++) app.world.expel(group.id, crowd++, kind, by)
  }
}
const metric = async (name: string): Promise<number> => {
  await deploymentReader(app.app.db)()
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await metricsText())?.[1])
}

const at = (seconds: number, actorUserId: number, userId: number, action: GroupChange['action'] = 'AssignRole') => ({
  action,
  actorUserId,
  userId,
  at: new Date(1_700_000_000_000 + seconds * 1_000),
  taken: null,
  given: action === 'AssignRole' ? 5 : null,
})

describe('a burst', () => {
  it('counts what one account changes of one member within ten seconds as one change, by kind', () => {
    const changes = [
      ...[at(0, 1, 7), at(1, 1, 7), at(10, 1, 7), at(11, 1, 7), at(11, 2, 7), at(12, 1, 8)],
      ...[at(13, 1, 8, 'RemoveMember'), at(13, 1, 8, 'BanMember'), at(14, 1, 9, 'BanMember')],
    ]
    expect(burstsOf(changes, 1)).toMatchObject([
      { counts: { changes: 6, rankChanges: 4, removals: 1, bans: 1 }, userId: 1 },
    ])
    expect([burstsOf(changes, 6), burstsOf([], 1)]).toEqual([[], []])
  })

  it('begins where any 60 seconds have more changes than the number, whatever their order', () => {
    const change = fc.record({
      second: fc.integer({ min: 0, max: 300 }),
      userId: fc.integer({ min: 1, max: 1_000_000 }),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(change, { selector: ({ userId }) => userId, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (drawn, number) => {
          const most = Math.max(
            0,
            ...drawn.map(
              ({ second: from }) => drawn.filter(({ second }) => second >= from && second < from + 60).length,
            ),
          )
          const bursts = burstsOf(
            drawn.map(({ second, userId }) => at(second, 1, userId)),
            number,
          )
          expect(bursts.map(({ counts }) => counts.changes)).toEqual(most > number ? [most] : [])
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it('is told once while it goes on, and another one after ten quiet minutes', () => {
    const many = (second: number) => Array.from({ length: 5 }, (_, nth) => at(second, 1, 100 * second + nth))
    const [first, goesOn, later] = [many(0), many(500), many(1_200)]
    expect(burstsOf([...first, ...goesOn], 4)).toHaveLength(1)
    expect(burstsOf([...first, ...goesOn, ...later], 4)).toHaveLength(2)
    const told = untold(burstsOf(first, 4), null)
    expect([told.told.length, told.until]).toEqual([1, first[0]?.at])
    expect(untold(burstsOf(first, 4), told.until)).toEqual({ told: [], until: null })
    expect(untold(burstsOf(goesOn, 4), told.until)).toEqual({ told: [], until: goesOn[0]?.at })
    expect(untold(burstsOf(later, 4), goesOn[0]?.at ?? null).told).toHaveLength(1)
  })

  it('has only what the server did not do itself, whatever account the log shows', () => {
    const own = [{ userId: 7, verb: 'assign', role: 5, at: new Date(1_700_000_000_000) } as const]
    const unnamed = { ...at(60, 1, 7), given: null }
    const other = { ...at(1, 1, 7), given: 6 }
    const removal = at(1, 1, 7, 'RemoveMember')
    expect(changedByHand([at(30, 1, 7), unnamed, other, at(0, 1, 8), at(700, 1, 7), removal], own)).toEqual([
      ...[other, at(0, 1, 8), at(700, 1, 7), removal],
    ])
  })
})

describe('the alarm of a group', () => {
  beforeEach(async () => {
    // the tests share a group
    app.world.group(group.id).auditLog.clear()
    await readLog()
  })

  it('is raised once by 60 removals by hand, names the account, and stops nothing', async () => {
    const before = await metric('community_group_alarms')
    raid('removals', 60)
    await readLog()
    await readLog()
    const [entry, ...more] = await alarms()
    expect([entry?.user_id, more]).toEqual([outsider, []])
    const after = {
      since: expect.any(String) as string,
      changes: 60,
      rankChanges: 0,
      removals: 60,
      bans: 0,
      limit: 50,
    }
    expect(entry?.after).toEqual(after)
    const message = messageOf(entry as NonNullable<typeof entry>)
    expect([message?.type, JSON.parse(message?.body ?? '{}')]).toEqual([
      'group.alarm',
      expect.objectContaining({ data: expect.objectContaining({ userId: String(outsider), ...after }) as object }),
    ])
    expect(app.logs).toContainEqual(
      expect.objectContaining({ level: 'warn', account: outsider, removals: 60, limit: 50 }),
    )
    expect(await metric('community_group_alarms')).toBe(before + 1)
    expect(await connection()).toMatchObject({
      state: 'connected',
      pausedAt: null,
      alarmedAt: expect.any(String) as string,
    })
    expect(await settled(home, await promote(members[0]))).toMatchObject({ status: 'succeeded' })
  })

  it('counts rank changes, removals and bans by several accounts together, and names the one with the most', async () => {
    await alarmAt(9)
    raid('ranks', 2, members[0])
    raid('bans', 3, members[1])
    raid('removals', 4)
    await readLog()
    expect(await alarms()).toEqual([])
    raid('bans', 1, members[1])
    raid('removals', 1)
    await readLog()
    expect(await alarms()).toMatchObject([
      { user_id: outsider, after: { changes: 11, rankChanges: 2, removals: 5, bans: 4, limit: 9 } },
    ])
  })

  it('is raised once when two workers read the log at once, and by a process that starts again', async () => {
    raid('removals', 60)
    await Promise.all([readLog(), readLog()])
    await sql`update platform_connection set audit_log_seen_at = now() - interval '5 minutes'
      where community_id = ${home.communityId}`.execute(app.dba)
    await Promise.all([readLog(), readLog(), readLog()])
    expect(await alarms()).toHaveLength(1)
  })

  it('is not raised by 260 first promotions of the server in a minute, which nothing stops', async () => {
    const accounts = Array.from({ length: 260 }, (_, nth) => MANY + nth)
    await sql`insert into platform_budget (owner, per_minute) values (${`key ${group.owner}`}, 1000000)`.execute(
      app.dba,
    )
    const ids: string[] = []
    for (const userId of accounts) ids.push(await promote(userId))
    await until('all are promoted', () => accounts.every(isPrivate), 120_000)
    for (const id of ids) expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
    await readLog()
    expect([await alarms(), await isPaused()]).toEqual([[], false])
  }, 240_000)

  it('is raised by rank changes by hand under the account of the credential, too', async () => {
    await alarmAt(3)
    raid('ranks', 4, group.owner)
    await readLog()
    expect(await alarms()).toHaveLength(1)
  })

  it('is not raised by what was done before the community was connected', async () => {
    raid('removals', 60)
    home = await app.community()
    await readLog()
    await readLog()
    raid('removals', 1)
    await readLog()
    expect(await alarms()).toHaveLength(1)
    home = await app.community()
    await readLog()
    await readLog()
    expect(await alarms()).toEqual([])
  })

  it('is never raised when its number is null', async () => {
    await alarmAt(null)
    raid('removals', 200)
    await readLog()
    expect(await alarms()).toEqual([])
  })
})

it('has the number 50 by default, and the number survives other changes', async () => {
  expect((await home.client.get('/v2/settings')).body.data.alarmChangesPerMinute).toBe(50)
  await alarmAt(7)
  await home.client.patch('/v2/settings', { name: 'Another' })
  expect((await home.client.get('/v2/settings')).body.data.alarmChangesPerMinute).toBe(7)
})

describe('a pause', () => {
  it('holds and releases the writes', async () => {
    const paused = await setPause(true)
    expect(paused.body).toMatchObject({
      data: { state: 'paused', pausedAt: expect.any(String) as string },
      meta: { auditId: expect.any(String) as string },
    })
    expect((await setPause(true)).body).toEqual({ data: paused.body.data, meta: { auditId: null } })
    const id = await promote(members[0])
    expect((await read(home, id)).status).toBe('queued')
    await setPause(false)
    expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
  })

  it('answers 503 without Retry-After to a caller who waits, and 200 to a read with refresh', async () => {
    const [userId] = members
    await home.client.get(`/v2/members/${userId}`)
    await setRankThreshold(await home.ctx(), roles.private, 10)
    await setPause(true)
    const sync = await home.client.put(`/v2/members/${userId}/rank`, { rankUniqueId: roles.private })
    expect([sync.status, sync.body.error.code, sync.headers['retry-after'] ?? null]).toEqual([
      ...[503, 'roblox_scheduler_unavailable', null],
    ])
    await sql`update member set experience = 10 where community_id = ${home.communityId} and user_id = ${userId}`.execute(
      app.dba,
    )
    for (const how of ['?refresh=1', '']) {
      if (how === '')
        await sql`update member set synced_at = '2000-01-01' where community_id = ${home.communityId}`.execute(app.dba)
      const fetched = await home.client.get(`/v2/members/${userId}${how}`)
      expect([fetched.status, fetched.body.meta]).toEqual([
        200,
        { sync: { outcome: 'synced', code: null }, autoRank: { outcome: 'skipped', reason: 'writes_paused' } },
      ])
    }
    await setPause(false)
    const resumed = await home.client.get(`/v2/members/${userId}?refresh=1`)
    expect([resumed.status, resumed.body.meta.autoRank]).toEqual([200, { outcome: 'changed' }])
  })

  it('is in the audit log and a message, with its end', async () => {
    const before = await metric('community_platform_writes_paused')
    const { pausedAt } = (await setPause(true)).body.data
    const [entry, ...more] = await entriesOf('platform.paused')
    expect([entry?.before, entry?.after, more]).toEqual([{ pausedAt: null }, { pausedAt }, []])
    const message = messageOf(entry as NonNullable<typeof entry>)
    expect([message?.type, JSON.parse(message?.body ?? '{}')]).toEqual([
      'platform.paused',
      expect.objectContaining({ data: expect.objectContaining({ pausedAt }) as object }),
    ])
    expect(await metric('community_platform_writes_paused')).toBe(before + 1)
    await setPause(false)
    expect((await entriesOf('platform.resumed'))[0]).toMatchObject({ before: { pausedAt }, after: { pausedAt: null } })
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
      state: 'none',
      groupId: null,
      connectedAt: null,
      pausedAt: null,
      alarmedAt: null,
    })
  })

  it('is kept when the community is connected anew', async () => {
    await setPause(true)
    await disconnectGroup(await home.ctx())
    expect(await connection()).toMatchObject({ state: 'none', pausedAt: expect.any(String) as string })
    await connectGroup(await home.ctx(), group.id, group.apiKey)
    expect(await connection()).toMatchObject({ state: 'paused' })
  })
})
