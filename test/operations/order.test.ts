// The rank changes of one member are executed in order. How they are superseded and cancelled.
import { sql } from 'kysely'
import { inTransaction } from '../../src/context'
import { setRankThreshold } from '../../src/ranks/actions'
import { addToBlacklist } from '../../src/moderation/blacklist/actions'
import { enqueueOne } from '../../src/operations/enqueue/queries'
import { group, shortWaits, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { accepted, statusesOf, hold, release, read, resetRoles, settled, rolesOnPlatform, watchWrites } from './fixture'

const { roles } = group
const [first, second, third] = group.members

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ settings: shortWaits })
})
afterAll(() => app.close())

beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  await release(app)
  community = await app.community()
})

const setRank = (userId: number, rankId: number) => community.client.put(`/v2/members/${userId}/rank`, { rankId })
const cancel = (id: string) => community.client.post(`/v2/platform-operations/${id}/cancel`)
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const queued = async (userId: number): Promise<boolean[]> => {
  const { rows } = await sql<{ urgent: boolean }>`select urgent from platform_operation
    where community_id = ${community.communityId} and user_id = ${userId} and status = 'queued' order by seq`.execute(
    app.app.db,
  )
  return rows.map(({ urgent }) => urgent)
}

describe('the rank changes of one member', () => {
  it('run in the order of their submission, and the last one determines the rank', async () => {
    const ranks = [10, 50, 100, 1, 50, 10, 100, 50, 1, 100]
    await community.client.get(`/v2/members/${first}`)
    const ids = await Promise.all(ranks.map((rankId) => accepted(community, { userId: first, rankId })))
    for (const id of ids) expect((await settled(community, id)).status).toBe('succeeded')
    const { rows } = await sql<{ rank_id: number; started: string; ended: string }>`
      select r.rank_id, o.dispatched_at as started, o.completed_at as ended
      from platform_operation o join rank r on r.community_id = o.community_id and r.unique_id = o.target_unique_id
      where o.community_id = ${community.communityId} order by o.seq`.execute(app.app.db)
    rows.slice(1).forEach(({ started }, index) => expect(started >= (rows[index]?.ended ?? '')).toBe(true))
    const { body } = await community.client.get(`/v2/members/${first}?refresh=1`)
    expect(body.data.rank.rankId).toBe(rows.at(-1)?.rank_id)
  })

  it('become urgent when a synchronous change is queued behind them', async () => {
    const writes = watchWrites(app, first)
    await community.client.get(`/v2/members/${first}`)
    await hold(app)
    const ids = [
      await accepted(community, { userId: first, rankId: 10 }),
      await accepted(community, { userId: first, rankId: 100 }),
    ]
    const other = await accepted(community, { userId: second, rankId: 10 })
    const asked = setRank(first, 50)
    await until('it is queued', async () => (await queued(first)).length === 3)
    expect([await queued(first), await queued(second)]).toEqual([[true, true, true], [false]])
    await release(app)
    const answer = await asked
    expect([answer.status, answer.body.data.rank.rankId]).toEqual([200, 50])
    for (const id of ids) expect((await read(community, id)).status).toBe('succeeded')
    expect(writes.effective().filter((write) => write.startsWith('assign'))).toEqual([
      `assignRole ${roles.private}`,
      `assignRole ${roles.lieutenant}`,
      `assignRole ${roles.sergeant}`,
    ])
    await settled(community, other)
  })

  it('run in parallel with those of another member', async () => {
    await Promise.all([first, second].map((userId) => community.client.get(`/v2/members/${userId}`)))
    app.simulator.faults.add({ kind: 'hang', path: '/memberships$', count: 1 })
    const stuck = await accepted(community, { userId: first, rankId: 10 })
    await until('it is dispatched', async () => (await read(community, stuck)).status === 'dispatching')
    expect((await setRank(second, 50)).status).toBe(200)
    expect((await read(community, stuck)).status).not.toBe('succeeded')
    await settled(community, stuck)
  })
})

describe('a rank change that is queued while its predecessor is ending', () => {
  it('is executed when the end is committed last', async () => {
    await community.client.get(`/v2/members/${first}`)
    await sql`create function linger() returns trigger language plpgsql as
      'begin perform pg_sleep(0.3); return null; end'`.execute(app.dba)
    await sql`create constraint trigger linger after update on platform_operation deferrable initially deferred
      for each row when (new.status = 'succeeded') execute function linger()`.execute(app.dba)
    try {
      const before = await accepted(community, { userId: first, rankId: 10 })
      await until('it is ending', async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event = 'PgSleep'`.execute(app.app.db)
        return rows.length === 1
      })
      expect((await read(community, before)).status).toBe('dispatching')
      expect((await setRank(first, 50)).status).toBe(200)
    } finally {
      await sql`drop trigger linger on platform_operation`.execute(app.dba)
      await sql`drop function linger()`.execute(app.dba)
    }
  })

  it('is executed when the submission is committed last, in a longer transaction', async () => {
    await community.client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'hold', path: '/memberships$' })
    const before = await accepted(community, { userId: first, rankId: 10 })
    await until('it is dispatched', async () => (await read(community, before)).status === 'dispatching')
    const ctx = await community.ctx()
    const operationId = 'op_aaaaaaaaaaaaaaaaaaaa'
    const operation = { operationId, kind: 'rank.promote', userId: first, targetUniqueId: null } as const
    await inTransaction(ctx, async (tx) => {
      await enqueueOne(tx, { ...operation, awaited: true, deadlineSeconds: 60 })
      app.simulator.faults.clear()
      await settled(community, before)
    })
    expect((await settled(community, operationId)).status).toBe('succeeded')
  })
})

describe('supersede', () => {
  it('cancels the queued rank changes of the same member only', async () => {
    await hold(app)
    const old = await accepted(community, { userId: first, rankId: 10 })
    const others = await accepted(community, { userId: second, rankId: 10 })
    const fresh = await accepted(community, { userId: first, rankId: 50, supersede: true })
    expect(await read(community, old)).toMatchObject({
      status: 'cancelled',
      error: { code: 'operation_superseded' },
    })
    await release(app)
    expect((await settled(community, fresh)).status).toBe('succeeded')
    expect((await settled(community, others)).status).toBe('succeeded')
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.sergeant])
  })

  it('applies only to the requests of a batch that ask for it', async () => {
    await hold(app)
    const [old, kept] = await Promise.all([first, second].map((userId) => accepted(community, { userId, rankId: 10 })))
    const fresh = await Promise.all(
      [first, second].map((userId) => accepted(community, { userId, rankId: 50, supersede: userId === first })),
    )
    expect((await read(community, old ?? '')).error?.code).toBe('operation_superseded')
    expect((await read(community, kept ?? '')).status).toBe('queued')
    await release(app)
    for (const id of fresh) expect((await settled(community, id)).status).toBe('succeeded')
  })

  it('is off by default', async () => {
    await hold(app)
    const old = await accepted(community, { userId: first, rankId: 10 })
    const fresh = await accepted(community, { userId: first, rankId: 50, supersede: false })
    await release(app)
    expect((await settled(community, fresh)).status).toBe('succeeded')
    expect((await read(community, old)).status).toBe('succeeded')
  })

  it('does not cancel a rank change with a sent write, and runs after it', async () => {
    await community.client.get(`/v2/members/${first}`)
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ kind: 'applyThenHang', path: ':assignRole$', count: 1 })
    const old = await accepted(community, { userId: first, rankId: 10 })
    await until('it was sent', () => writes.applied().length === 1)
    const fresh = await accepted(community, { userId: first, rankId: 50, supersede: true })
    expect((await settled(community, fresh)).status).toBe('succeeded')
    expect((await read(community, old)).status).toBe('succeeded')
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.sergeant])
  })

  it('ends the wait of a synchronous caller with 409', async () => {
    await community.client.get(`/v2/members/${first}`)
    await hold(app)
    const asked = setRank(first, 10)
    await until('it is queued', async () => (await queued(first)).length === 1)
    const fresh = await accepted(community, { userId: first, rankId: 50, supersede: true })
    expect(codeOf(await asked)).toEqual([409, 'operation_superseded'])
    await release(app)
    expect((await settled(community, fresh)).status).toBe('succeeded')
  })
})

describe('cancel', () => {
  it('ends a queued rank change once, and makes the next one claimable', async () => {
    await hold(app)
    const id = await accepted(community, { userId: first, rankId: 10 })
    const next = await accepted(community, { userId: first, rankId: 50 })
    const answer = await cancel(id)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({ status: 'cancelled', error: expect.objectContaining({ code: 'operation_cancelled' }) }),
    ])
    const again = await cancel(id)
    expect(codeOf(again)).toEqual([409, 'operation_not_cancellable'])
    expect(again.body.error.details.status).toBe('cancelled')
    await release(app)
    expect((await settled(community, next)).status).toBe('succeeded')
    expect(statusesOf(await read(community, id))).toEqual(['queued', 'cancelled operation_cancelled'])
  })

  it('returns 409 for a rank change that is dispatched or has ended', async () => {
    await community.client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'hold', path: '/memberships$' })
    const id = await accepted(community, { userId: first, rankId: 10 })
    await until('it is dispatched', async () => (await read(community, id)).status === 'dispatching')
    const refused = await cancel(id)
    expect([codeOf(refused), refused.body.error.details]).toEqual([
      [409, 'operation_not_cancellable'],
      { status: 'dispatching' },
    ])
    app.simulator.faults.clear()
    await settled(community, id)
    expect((await cancel(id)).body.error.details).toEqual({ status: 'succeeded' })
  })
})

describe('a blacklisted member', () => {
  beforeEach(async () => {
    app.world.giveRole(group.id, third, roles.sergeant)
    await community.client.get(`/v2/members/${third}`)
    const terms = { reason: null, evidenceUrl: null, expiresAt: null }
    await addToBlacklist(await community.ctx(), { kind: 'account', id: third }, terms)
  })

  it('is not promoted', async () => {
    expect(codeOf(await setRank(third, 100))).toEqual([409, 'member_blacklisted'])
    const ended = await settled(community, await accepted(community, { userId: third, move: 'promote' }))
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'member_blacklisted' } })
    expect(rolesOnPlatform(app, third)).toEqual([roles.recruit, roles.sergeant])
  })

  it('can be demoted', async () => {
    expect((await setRank(third, 10)).status).toBe(200)
    expect(rolesOnPlatform(app, third)).toEqual([roles.recruit, roles.private])
  })

  it('is skipped by AutoRank', async () => {
    await setRankThreshold(await community.ctx(), roles.sergeant, 0)
    await setRankThreshold(await community.ctx(), roles.lieutenant, 100)
    const answer = await community.client.post(`/v2/members/${third}/experience`, { op: 'set', amount: 100 })
    const skipped = { outcome: 'skipped', reason: 'blacklisted' }
    expect([answer.status, answer.body.meta.autoRank]).toEqual([200, skipped])
    expect(rolesOnPlatform(app, third)).toEqual([roles.recruit, roles.sergeant])
  })
})

describe('a suspended member', () => {
  const suspend = (userId: number, endsIn: string) =>
    sql`insert into suspension (community_id, user_id, ends_at)
    values (${community.communityId}, ${userId}, now() + ${endsIn}::interval)`.execute(app.app.db)

  it('keeps the rank while the suspension lasts', async () => {
    app.world.giveRole(group.id, third, roles.sergeant)
    await suspend(third, '1 hour')
    for (const rankId of [100, 10]) expect(codeOf(await setRank(third, rankId))).toEqual([409, 'member_suspended'])
    const ended = await settled(community, await accepted(community, { userId: third, move: 'demote' }))
    expect(ended.error?.code).toBe('member_suspended')
    expect(rolesOnPlatform(app, third)).toEqual([roles.recruit, roles.sergeant])
  })

  it('can be ranked after the suspension has expired', async () => {
    await suspend(third, '-1 second')
    expect((await setRank(third, 10)).status).toBe(200)
  })
})
