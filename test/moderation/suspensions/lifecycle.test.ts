// Suspensions with the scheduler.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { setRankThreshold } from '../../../src/ranks/actions'
import { hold, release, resetRoles, rolesPath, submit, rolesOnPlatform, watchWrites } from '../../operations/fixture'
import { group, startTestApp, testSettings, type Answer, type TestApp, type TestCommunity } from '../../support/app'
import { until } from '../../support/until'
import { blacklist } from '../../applications/submissions/fixture'
import {
  breakKey,
  ended,
  lift,
  restoreKey,
  operationsOf,
  makeDue,
  read,
  suspend,
  suspended,
  suspendedRole,
  type Suspension,
} from './fixture'

const { roles } = group
const [first, second, third] = group.members
const sergeant = [roles.recruit, roles.sergeant]
const onSuspended = [roles.recruit, suspendedRole]
const restoreWrites = [`assignRole ${roles.sergeant}`, `unassignRole ${suspendedRole}`]
const assignPath = ':assignRole$'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  const settings = { ...testSettings, platformTimeoutMs: 1_000, rankChangeWaitMs: 12_000 }
  app = await startTestApp({ settings })
})
afterAll(() => app.close())

beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  await release(app)
  community = await app.community()
})
const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error?.code]
const setRank = (userId: number, rankId: number) => community.client.put(`/v2/members/${userId}/rank`, { rankId })
const auditEntries = async (): Promise<{ action: string; before: object | null; after: object | null }[]> => {
  const { rows } = await sql<never>`select action, before, after from audit_entry
    where community_id = ${community.communityId} and action like 'suspension.%' and user_id is not null order by audit_id`.execute(
    app.app.db,
  )
  return rows
}

describe('a suspension', () => {
  it('moves the member, blocks other rank changes, and restores the rank when it is lifted', async () => {
    const writes = watchWrites(app, first)
    const made = await suspended(app, community, first)
    expect(made).toMatchObject({
      userId: String(first),
      state: 'active',
      suspendedRank: { uniqueId: suspendedRole, rankId: 10 },
      formerRank: { uniqueId: roles.sergeant, rankId: 50 },
      outcome: null,
    })
    expect(rolesOnPlatform(app, first)).toEqual(onSuspended)
    for (const rankId of [100, 1]) expect(codeOf(await setRank(first, rankId))).toEqual([409, 'member_suspended'])
    await setRankThreshold(await community.ctx(), roles.lieutenant, 10)
    const award = await community.client.post(`/v2/members/${first}/experience`, { op: 'set', amount: 100 })
    expect([award.status, rolesOnPlatform(app, first)]).toEqual([200, onSuspended])

    const answer = await lift(community, made)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      expect.objectContaining({ state: 'ended', outcome: 'restored', errorCode: null }),
    ])
    expect(rolesOnPlatform(app, first)).toEqual(sergeant)
    expect(writes.effective()).toEqual([
      `assignRole ${suspendedRole}`,
      `unassignRole ${roles.sergeant}`,
      ...restoreWrites,
    ])
    expect((await setRank(first, 1)).status).toBe(200)
  })

  it('writes an audit entry for each step, with the ranks', async () => {
    const made = await suspended(app, community, first)
    await community.client.patch(`/v2/suspensions/${made.suspensionId}`, { durationSeconds: 7_200, reason: 'again' })
    await lift(community, made)
    const rank = (uniqueId: number) => ({ rank: expect.objectContaining({ uniqueId }) as object })
    const { suspensionId } = made
    expect(await auditEntries()).toMatchObject([
      { action: 'suspension.add', after: { suspensionId, suspendedRank: { uniqueId: suspendedRole } } },
      { action: 'suspension.apply', before: rank(roles.sergeant), after: { suspensionId, ...rank(suspendedRole) } },
      { action: 'suspension.update', before: { endsAt: made.endsAt } },
      { action: 'suspension.lift', after: { suspensionId } },
      { action: 'suspension.restore', before: rank(suspendedRole), after: { suspensionId, ...rank(roles.sergeant) } },
      { action: 'suspension.end', after: { suspensionId, outcome: 'restored' } },
    ])
  })

  it('ends without a request when it is due', async () => {
    const writes = watchWrites(app, first)
    const { suspensionId } = await suspended(app, community, first)
    await makeDue(app, community)
    expect(await ended(community, suspensionId)).toMatchObject({ outcome: 'restored', liftedAt: null })
    expect([rolesOnPlatform(app, first), writes.effective().slice(2)]).toEqual([sergeant, restoreWrites])
  })

  it('is created once for 20 concurrent requests', async () => {
    app.world.giveRole(group.id, first, roles.sergeant)
    const writes = watchWrites(app, first)
    const answers = await Promise.all(Array.from({ length: 20 }, () => suspend(community, first)))
    const [made, ...more] = answers.filter(({ status }) => status === 201)
    expect(more).toEqual([])
    const rejected = answers.filter(({ status }) => status !== 201)
    const expected = { code: 'member_suspended', details: { suspensionId: made?.body.data.suspensionId } }
    for (const { status, body } of rejected)
      expect([status, body.error]).toEqual([409, expect.objectContaining(expected)])
    expect(writes.effective()).toHaveLength(2)
    const listed = await community.client.get(`/v2/suspensions?userId=${first}`)
    expect(listed.body.data).toHaveLength(1)
  })

  it('is limited by the database to one for each member and to the transitions of its table', async () => {
    const { suspensionId } = await suspended(app, community, first)
    const { db } = app.app
    await expect(
      sql`insert into suspension (community_id, user_id, ends_at)
        values (${community.communityId}, ${first}, now() + interval '1 hour')`.execute(db),
    ).rejects.toMatchObject({ constraint: 'suspension_live' })
    await expect(
      sql`update suspension set state = 'suspending' where suspension_id = ${suspensionId}`.execute(db),
    ).rejects.toMatchObject({ constraint: 'suspension_lifecycle' })
  })

  it('lowers and restores the rank of a blacklisted member', async () => {
    const made = await suspended(app, community, first)
    await blacklist(community, first)
    expect((await lift(community, made)).body.data.outcome).toBe('restored')
    const again = await suspend(community, first)
    expect([again.status, rolesOnPlatform(app, first)]).toEqual([201, onSuspended])
  })
})

describe('a member whose rank was changed during the suspension', () => {
  const ways: [string, () => void, string][] = [
    ['manually', () => changeManually(roles.lieutenant), 'operation_superseded'],
    [
      'manually, in addition to the suspended rank',
      () => void app.world.giveRole(group.id, first, roles.lieutenant),
      'operation_superseded',
    ],
    ['by leaving the group', () => app.world.removeMember(group.id, first), 'member_not_in_group'],
  ]
  function changeManually(role: number): void {
    app.world.takeRole(group.id, first, suspendedRole)
    app.world.giveRole(group.id, first, role)
  }
  afterEach(() => {
    if (app.world.rolesOf(group.id, first).length === 0) app.world.addMember(group.id, first)
  })

  it.each(ways)('%s keeps the changed rank', async (_name, changeRank, errorCode) => {
    const { suspensionId } = await suspended(app, community, first)
    changeRank()
    const changed = rolesOnPlatform(app, first)
    const writes = watchWrites(app, first)
    await makeDue(app, community)
    expect(await ended(community, suspensionId)).toMatchObject({ outcome: 'superseded', errorCode })
    expect([writes.applied(), rolesOnPlatform(app, first)]).toEqual([[], changed])
  })

  it('by deletion of the former rank keeps the suspended rank', async () => {
    app.world.addRole(group.id, { roleId: 9060, rank: 60, name: 'captain' })
    app.world.giveRole(group.id, first, 9060)
    const { body } = await suspend(community, first)
    app.world.removeRole(group.id, 9060)
    const answer = await lift(community, body.data as Suspension)
    expect(answer.body.data).toMatchObject({ outcome: 'superseded', errorCode: 'rank_not_found' })
    expect(rolesOnPlatform(app, first)).toEqual(onSuspended)
  })

  it('manually to the former rank counts as restored', async () => {
    const made = await suspended(app, community, first)
    changeManually(roles.sergeant)
    const writes = watchWrites(app, first)
    expect((await lift(community, made)).body.data.outcome).toBe('restored')
    expect(writes.applied()).toEqual([])
  })
})

describe('a failed move to the suspended rank', () => {
  it.each<[string, () => void, [number, string]]>([
    [
      'with a definite error',
      () => app.simulator.faults.add({ kind: 'reject', status: 400, path: assignPath }),
      [502, 'platform_cloud_unavailable'],
    ],
    [
      'with a lost request',
      () => app.simulator.faults.add({ kind: 'drop', path: assignPath }),
      [502, 'platform_cloud_unavailable'],
    ],
    ['without a membership in the group', () => app.world.removeMember(group.id, second), [409, 'member_not_in_group']],
  ])('%s ends the suspension and blocks no rank change', async (_name, fail, expected) => {
    await community.client.get(`/v2/members/${second}`)
    fail()
    const answer = await suspend(community, second)
    expect(codeOf(answer)).toEqual(expected)
    expect(answer.body.error.details?.committed).toBeUndefined()
    app.simulator.faults.clear()
    if (app.world.rolesOf(group.id, second).length === 0) app.world.addMember(group.id, second)
    const { body } = await community.client.get('/v2/suspensions')
    expect(body.data).toMatchObject(
      [{ state: 'ended', outcome: 'failed', formerRank: expect.anything() as object }].map((one) =>
        expected[1] === 'member_not_in_group' ? { ...one, formerRank: null } : one,
      ),
    )
    expect((await setRank(second, 50)).status).toBe(200)
  })

  it('is a success when only the response was lost', async () => {
    const writes = watchWrites(app, first)
    app.world.giveRole(group.id, first, roles.sergeant)
    app.simulator.faults.add({ kind: 'applyThenDrop', path: assignPath, count: 1 })
    const answer = await suspend(community, first)
    expect([answer.status, answer.body.data.formerRank.uniqueId]).toEqual([201, roles.sergeant])
    expect(writes.applied()).toHaveLength(2)
  })

  it('with an unknown outcome keeps the suspension until the scheduler settles it', async () => {
    const writes = watchWrites(app, first)
    app.world.giveRole(group.id, first, roles.sergeant)
    await community.client.get(`/v2/members/${first}`)
    // leaves time to let the next read fail
    app.simulator.faults.add({ kind: 'applyThenHang', path: assignPath, count: 1 })
    const response = suspend(community, first)
    await until('the write was sent', () => writes.applied().length === 1)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
    const answer = await response
    expect(codeOf(answer)).toEqual([504, 'outcome-pending-check-status'])
    const { committed, suspensionId } = answer.body.error.details as { committed?: string[]; suspensionId: string }
    // the rank change may still fail
    expect(committed).toBeUndefined()
    expect((await read(community, suspensionId)).state).toBe('suspending')
    app.simulator.faults.clear()
    await until('the move is settled', async () => (await read(community, suspensionId)).state === 'active')
    expect((await read(community, suspensionId)).formerRank?.uniqueId).toBe(roles.sergeant)
    expect((await lift(community, { suspensionId })).body.data.outcome).toBe('restored')
    expect(rolesOnPlatform(app, first)).toEqual(sergeant)
  })

  it('with an unknown outcome is restored after a lift', async () => {
    const writes = watchWrites(app, first)
    app.world.giveRole(group.id, first, roles.sergeant)
    await community.client.get(`/v2/members/${first}`)
    // leaves time to let the next read fail
    app.simulator.faults.add({ kind: 'applyThenHang', path: assignPath, count: 1 })
    const response = suspend(community, first)
    await until('the write was sent', () => writes.applied().length === 1)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
    const { suspensionId } = (await response).body.error.details as { suspensionId: string }
    const lifting = lift(community, { suspensionId })
    await until('the suspension is lifted', async () => (await read(community, suspensionId)).liftedAt !== null)
    expect((await read(community, suspensionId)).state).toBe('suspending')
    app.simulator.faults.clear()
    await lifting
    expect((await ended(community, suspensionId)).outcome).toBe('restored')
    expect([writes.effective().slice(-2), rolesOnPlatform(app, first)]).toEqual([restoreWrites, sergeant])
  })
})

describe('the restore', () => {
  it.each<[string, 'applyThenDrop' | 'drop' | 'hang']>([
    ['applied', 'applyThenDrop'],
    ['not applied', 'drop'],
    ['not applied in time', 'hang'],
  ])('succeeds once although a response was lost and the write was %s', async (_name, kind) => {
    const { suspensionId } = await suspended(app, community, first)
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ kind, path: assignPath, count: 1 })
    await makeDue(app, community)
    expect((await ended(community, suspensionId)).outcome).toBe('restored')
    expect([writes.effective(), rolesOnPlatform(app, first)]).toEqual([restoreWrites, sergeant])
  })

  it('waits until the connection is renewed, and blocks rank changes meanwhile', async () => {
    const { suspensionId } = await suspended(app, community, first)
    breakKey(app)
    await makeDue(app, community)
    await until('the connection must be renewed', async () => {
      const { rows } = await sql`select from platform_connection
        where community_id = ${community.communityId} and status = 'reconnect_required'`.execute(app.app.db)
      return rows.length > 0
    })
    expect(codeOf(await lift(community, { suspensionId }))).toEqual([409, 'platform_cloud_reconnect_required'])
    expect(await read(community, suspensionId)).toMatchObject({ state: 'restoring', liftedAt: null })
    const deadline = await sql<{
      deadline: Date
    }>`select deadline_at > now() + interval '1 year' as far from platform_operation
      where community_id = ${community.communityId} and kind = 'rank.restore'`.execute(app.app.db)
    expect(deadline.rows).toEqual([{ far: true }])
    await restoreKey(app, community)
    expect((await ended(community, suspensionId)).outcome).toBe('restored')
    expect(rolesOnPlatform(app, first)).toEqual(sergeant)
  })

  it('is retried while the credential lacks the permission', async () => {
    const { suspensionId, operationId } = await suspended(app, community, first)
    app.simulator.faults.add({ kind: 'reject', status: 403, path: assignPath })
    await makeDue(app, community)
    await until('the restore was attempted', async () => {
      const { rows } = await sql<{ failures: number }>`select failures from platform_operation
        where community_id = ${community.communityId} and kind = 'rank.restore'`.execute(app.app.db)
      return (rows[0]?.failures ?? 0) > 0
    })
    const now = await read(community, suspensionId)
    expect([now.state, now.operationId === operationId]).toEqual(['restoring', false])
    app.simulator.faults.clear()
    expect((await ended(community, suspensionId)).outcome).toBe('restored')
  })

  it('is enqueued once for concurrent lifts of a due suspension', async () => {
    const made = await suspended(app, community, first)
    const already = (await operationsOf(app, first, 'rank.restore')).length
    const writes = watchWrites(app, first)
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => lift(community, made))),
      makeDue(app, community),
    ])
    for (const { status, body } of answers) expect([status, body.data.outcome]).toEqual([200, 'restored'])
    expect((await operationsOf(app, first, 'rank.restore')).length - already).toBe(1)
    expect(writes.effective()).toEqual(restoreWrites)
    expect((await auditEntries()).filter(({ action }) => action === 'suspension.end')).toHaveLength(1)
  })

  it('continues after the caller’s wait and is not superseded by a later rank change', async () => {
    const made = await suspended(app, community, first)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
    const answer = await lift(community, made)
    expect(codeOf(answer)).toEqual([504, 'outcome-pending-check-status'])
    expect(answer.body.error.details).toMatchObject({ committed: ['lift'], suspensionId: made.suspensionId })
    const later = await submit(community, { userId: first, rankId: 100, supersede: true }, randomUUID())
    expect([later.status, (await read(community, made.suspensionId)).state]).toEqual([202, 'restoring'])
    app.simulator.faults.clear()
    expect((await ended(community, made.suspensionId)).outcome).toBe('restored')
    // after the restore, not before it
    await until('the later rank change is applied', () => rolesOnPlatform(app, first).includes(roles.lieutenant))
  })

  it('leaves the suspension unrestored when its rank change is cancelled', async () => {
    const made = await suspended(app, community, first)
    await hold(app)
    await makeDue(app, community)
    await until('the restore is enqueued', async () => (await read(community, made.suspensionId)).state === 'restoring')
    const { operationId } = await read(community, made.suspensionId)
    expect((await community.client.post(`/v2/platform-operations/${operationId}/cancel`)).status).toBe(200)
    expect(await read(community, made.suspensionId)).toMatchObject({
      outcome: 'unrestored',
      errorCode: 'operation_cancelled',
    })
    expect(rolesOnPlatform(app, first)).toEqual(onSuspended)
  })
})

describe('the record of a suspension', () => {
  it('can be extended and shortened until it ends', async () => {
    const made = await suspended(app, community, third)
    const path = `/v2/suspensions/${made.suspensionId}`
    const longer = await community.client.patch(path, { durationSeconds: 86_400, reason: 'again' })
    expect(longer.body.data).toMatchObject({ state: 'active', reason: 'again' })
    expect(Date.parse(longer.body.data.endsAt as string) - Date.now()).toBeGreaterThan(86_000_000)
    const endsAt = new Date(Date.now() + 120_000).toISOString()
    expect((await community.client.patch(path, { endsAt, removeReason: true })).body.data.reason).toBeNull()
    await lift(community, made)
    expect(codeOf(await community.client.patch(path, { durationSeconds: 60 }))).toEqual([409, 'suspension_ended'])
    expect((await lift(community, made)).body.data.outcome).toBe('restored')
  })

  it.each<[object]>([
    [{ durationSeconds: 59 }],
    [{ durationSeconds: 31_622_401 }],
    [{ durationSeconds: 60, endsAt: '2090-01-01T00:00:00Z' }],
    [{ endsAt: '2020-01-01T00:00:00Z' }],
    [{ endsAt: '2190-01-01T00:00:00Z' }],
    [{ endsAt: 'tomorrow' }],
    [{ durationSeconds: 60, reason: 'x'.repeat(257) }],
    [{}],
  ])('is not created with %j', async (end) => {
    const { client } = community
    const rejected = await client.post('/v2/suspensions', { userId: first, rankUniqueId: suspendedRole, ...end })
    expect(codeOf(rejected)).toEqual([400, 'validation_failed'])
  })

  it('is listed newest first, by state, member and page', async () => {
    const one = await suspended(app, community, first)
    const other = await suspended(app, community, second)
    await lift(community, one)
    const list = async (query: string) => {
      const { body } = await community.client.get(`/v2/suspensions${query}`)
      return [body.data.map((row: Suspension) => row.suspensionId), body.meta.nextCursor] as [string[], string | null]
    }
    expect(await list('')).toEqual([[other.suspensionId, one.suspensionId], null])
    expect(await list('?state=live')).toEqual([[other.suspensionId], null])
    expect(await list('?state=ended')).toEqual([[one.suspensionId], null])
    expect(await list(`?userId=${first}`)).toEqual([[one.suspensionId], null])
    const [page, cursor] = await list('?limit=1')
    expect(page).toEqual([other.suspensionId])
    expect(await list(`?limit=1&cursor=${cursor}`)).toEqual([[one.suspensionId], null])
    expect(codeOf(await community.client.get(`/v2/suspensions?state=live&cursor=${cursor}`))).toEqual([
      400,
      'validation_failed',
    ])
  })

  it('cannot be read, changed or lifted by another community', async () => {
    const made = await suspended(app, community, first)
    const { client } = await app.community()
    const path = `/v2/suspensions/${made.suspensionId}`
    for (const answer of [
      await client.get(path),
      await client.patch(path, { durationSeconds: 60 }),
      await client.post(`${path}/lift`, {}),
    ])
      expect(codeOf(answer)).toEqual([404, 'suspension_not_found'])
    expect((await client.get('/v2/suspensions')).body.data).toEqual([])
  })
})

describe("the community's suspended rank", () => {
  const settings = '/v2/suspension-settings'

  it('applies to suspensions without a rank', async () => {
    const unnamed = { userId: first, durationSeconds: 60 }
    expect(codeOf(await community.client.post('/v2/suspensions', unnamed))).toEqual([409, 'suspended_rank_not_set'])
    expect((await community.client.get(settings)).body.data).toEqual({ rank: null })
    const rank = { uniqueId: suspendedRole, rankId: 10, name: 'private' }
    const set = await community.client.patch(settings, { rankUniqueId: suspendedRole })
    expect([set.status, set.body.data]).toEqual([200, { rank }])
    const { body } = await community.client.post('/v2/suspensions', unnamed)
    expect(body.data.suspendedRank).toEqual(rank)
    expect((await community.client.patch(settings, { removeRank: true })).body.data).toEqual({ rank: null })
  })

  it.each<[number, [number, string]]>([
    [roles.guest, [409, 'rank_not_assignable']],
    [roles.owner, [409, 'rank_not_assignable']],
    [77, [404, 'rank_not_found']],
  ])('cannot be %d', async (rankUniqueId, expected) => {
    expect(codeOf(await community.client.patch(settings, { rankUniqueId }))).toEqual(expected)
    expect(codeOf(await suspend(community, first, { rankUniqueId }))).toEqual(expected)
  })
})
