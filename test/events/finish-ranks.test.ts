// Rank changes of a finished event (specification, Scheduled platform operation outcomes).
import { sql } from 'kysely'
import { makeApp } from '../../src/process/app'
import { finishEvent } from '../../src/events/finish/actions'
import type { AwardRule } from '../../src/events/rules'
import { setRankThreshold } from '../../src/ranks/actions'
import { pauseCommunity, resumeCommunity } from '../../src/operations/operator/actions'
import {
  group,
  makeClient,
  serve,
  startTestApp,
  tasksOf,
  testSettings,
  type Answer,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { until } from '../support/until'
import {
  hold,
  release,
  expireDeadline,
  resetRoles,
  rolesPath,
  rolesOnPlatform,
  watchWrites,
  writePath,
} from '../operations/fixture'
import { activeEvent, attend, awardsOf, data, finish, numbersOf, operationsOf, type Award } from './fixture'

const { roles } = group
const [first, second, third, fourth] = group.members
const settings = { ...testSettings, platformTimeoutMs: 2_500, rankChangeWaitMs: 6_000 }
const promote: AwardRule = { rank: { move: 'promote' } }
const held = [roles.recruit, roles.private]

let app: TestApp
let off: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ settings })
  off = await startTestApp({ scheduler: false, settings })
})
afterAll(() => Promise.all([app.close(), off.close()]))
beforeEach(async () => {
  for (const one of [app, off]) {
    one.simulator.faults.clear()
    resetRoles(one)
  }
  await release(app)
  community = await app.community()
})

const changes = async (eventId: string, of = community): Promise<Award['rankChange'][]> =>
  (await awardsOf(of, eventId)).map(({ rankChange }) => rankChange)
const statuses = async (eventId: string, of = community): Promise<(string | undefined)[]> =>
  (await changes(eventId, of)).map((change) => change?.status)
const ended = (eventId: string, of = community): Promise<void> =>
  until('every rank change has ended', async () => !(await statuses(eventId, of)).includes('pending'))

/** What the error response of a rank change says. */
function errorOf({ status, body, headers }: Answer) {
  const { location, 'x-platform-operation-id': id } = headers
  const { code, details } = body.error
  return { status, code, committed: details?.committed, hasReference: location === `/v2/platform-operations/${id}` }
}

describe('a successful finish', () => {
  it('waits for every rank change: that of the first rule with a rank, else AutoRank', async () => {
    await setRankThreshold(await community.ctx(), roles.sergeant, 100)
    const awards: AwardRule[] = [
      { experience: 100 },
      { role: 'host', ...promote },
      { role: 'staff', rank: { rankUniqueId: roles.lieutenant } },
      { role: 'staff', rank: { move: 'demote' } },
    ]
    const eventId = await activeEvent(community, awards, [third])
    await attend(community, eventId, [first], 'host')
    await attend(community, eventId, [second], 'staff')
    const { body } = await finish(community, eventId)
    expect(body.meta).toMatchObject({
      awards: { members: 3, experience: 3, rankChanges: { pending: 0, succeeded: 3, failed: 0, skipped: 0 } },
      pendingOperations: [],
    })
    expect([first, second, third].map((userId) => rolesOnPlatform(app, userId).at(-1))).toEqual([
      ...[roles.private, roles.lieutenant, roles.sergeant],
    ])
    const done = { status: 'succeeded', code: null, operationId: expect.stringMatching(/^op_/) as string }
    expect(await changes(eventId)).toEqual([
      { kind: 'promote', rankUniqueId: null, ...done },
      { kind: 'set', rankUniqueId: roles.lieutenant, ...done },
      { kind: 'auto', rankUniqueId: null, ...done },
    ])
    const path = `/v2/platform-operations/${(await changes(eventId))[0]?.operationId}`
    expect(data(await community.client.get(path))).toMatchObject({ kind: 'rank.promote', status: 'succeeded' })
  })

  it('changes each rank once with twenty concurrent requests to two processes', async () => {
    const other = await serve(await makeApp(app.parts))
    try {
      const credentials = { Authorization: `Bearer ${community.key}`, 'X-Community-Id': community.communityId }
      const there = { client: makeClient(other.url, credentials) }
      const writes = [first, second].map((userId) => watchWrites(app, userId))
      const eventId = await activeEvent(community, [promote], [first, second])
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => finish(n % 2 === 0 ? community : there, eventId)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(await operationsOf(app, eventId)).toHaveLength(2)
      expect(writes.map((watch) => watch.effective())).toEqual(Array(2).fill([`assignRole ${roles.private}`]))
    } finally {
      await other.close()
    }
  })

  it('returns 200 although the rules reject a rank change; the award has the code', async () => {
    data(await community.client.get(`/v2/members/${first}`))
    app.world.giveRole(group.id, fourth, roles.lieutenant)
    const eventId = await activeEvent(community, [promote, { experience: 5 }], [first, fourth, group.outsider])
    const { status, body } = await finish(community, eventId)
    expect([status, body.meta.awards.rankChanges]).toEqual([200, { pending: 0, succeeded: 1, failed: 2, skipped: 0 }])
    expect((await changes(eventId)).map((change) => change?.code)).toEqual([
      ...[null, 'rank_limit_reached', 'member_not_in_group'],
    ])
  })

  it('returns the pending rank changes at once with wait=false', async () => {
    await hold(app)
    const eventId = await activeEvent(community, [promote], [first, second])
    const { body } = await finish(community, eventId, '?wait=false')
    expect(body.meta).toMatchObject({ replayed: false, awards: { rankChanges: { pending: 2 } } })
    const operations = (await operationsOf(app, eventId)).map(({ operation_id }) => operation_id)
    expect(body.meta.pendingOperations).toEqual(operations)
    await release(app)
    await ended(eventId)
    expect([rolesOnPlatform(app, first), rolesOnPlatform(app, second)]).toEqual([held, held])
  })

  it('does not wait for more than 20 rank changes', async () => {
    const crowd = Array.from({ length: 21 }, (_, n) => 2_000 + n)
    for (const userId of crowd) {
      app.world.addUser({ userId, username: `Crowd${userId}` })
      app.world.addMember(group.id, userId)
    }
    const eventId = await activeEvent(community, [promote], crowd)
    await hold(app)
    const { status, body } = await finish(community, eventId)
    expect([status, body.meta.pendingOperations.length]).toEqual([200, 21])
    await release(app)
    await ended(eventId)
    expect(new Set(await statuses(eventId))).toEqual(new Set(['succeeded']))
  })

  it('skips rank changes without a connection', async () => {
    const bare = await app.community({ connected: false })
    const eventId = await activeEvent(bare, [promote, { experience: 1 }], [first])
    const { body } = await finish(bare, eventId)
    expect(body.meta.awards).toMatchObject({ experience: 1, rankChanges: { skipped: 1 } })
    expect(await changes(eventId, bare)).toMatchObject([
      { status: 'skipped', code: 'platform_cloud_not_configured', operationId: null },
    ])
  })
})

describe('a finish whose rank change does not succeed', () => {
  const rules: AwardRule[] = [promote, { experience: 5 }]
  const committed = ['event', 'experience']

  /** The event is finished, its experience was given once, and its rank change is as given. */
  async function assertCommitted(eventId: string, rankChanges: object): Promise<void> {
    const { status, body } = await finish(community, eventId)
    expect([status, body.data.state, body.meta.replayed]).toEqual([200, 'finished', true])
    expect(body.meta.awards.rankChanges).toMatchObject(rankChanges)
    expect(await numbersOf(app, community)).toMatchObject([{ user_id: first, experience: 5 }])
    expect(await operationsOf(app, eventId)).toHaveLength(1)
  }

  it('returns 504 outcome-pending-check-status when a sent change cannot be settled; the change continues', async () => {
    const eventId = await activeEvent(community, rules, [first])
    app.simulator.faults.add({ kind: 'hang', path: writePath })
    const response = finish(community, eventId)
    await until('the change was sent', () =>
      app.simulator.requests.some(({ path }) => new RegExp(writePath).test(path)),
    )
    app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
    const answer = await response
    expect(errorOf(answer)).toEqual({
      status: 504,
      code: 'outcome-pending-check-status',
      committed,
      hasReference: true,
    })
    await assertCommitted(eventId, { pending: 1 })
    app.simulator.faults.clear()
    await ended(eventId)
    expect(rolesOnPlatform(app, first)).toEqual(held)
    await assertCommitted(eventId, { succeeded: 1 })
  })

  it.each([
    ['throttles', { kind: 'throttle', retryAfter: 1 }],
    ['fails', { kind: 'reject', status: 503 }],
  ] as const)('returns 504 while the platform %s, and retries until the change succeeds', async (_, fault) => {
    const eventId = await activeEvent(community, rules, [first])
    app.simulator.faults.add({ ...fault, path: writePath })
    expect(errorOf(await finish(community, eventId))).toMatchObject({ status: 504, committed, hasReference: true })
    app.simulator.faults.clear()
    await release(app)
    await sql`update platform_operation set not_before = now() where event_id = ${eventId} and completed_at is null`.execute(
      app.app.db,
    )
    await release(app)
    await ended(eventId)
    await assertCommitted(eventId, { succeeded: 1 })
    expect(rolesOnPlatform(app, first)).toEqual(held)
  })

  it('returns 502 authorization-intervention-required when the platform forbids the write', async () => {
    const eventId = await activeEvent(community, rules, [first])
    app.simulator.faults.add({ kind: 'reject', status: 403, path: writePath })
    const code = 'authorization-intervention-required'
    expect(errorOf(await finish(community, eventId))).toEqual({ status: 502, code, committed, hasReference: false })
    await assertCommitted(eventId, { failed: 1 })
    expect(await changes(eventId)).toMatchObject([{ status: 'failed', code }])
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit])
  })

  it('returns 409 deadline-cancelled-before-dispatch when the deadline passes before the change is sent', async () => {
    const eventId = await activeEvent(community, rules, [first])
    const writes = watchWrites(app, first)
    await hold(app)
    const response = finish(community, eventId)
    await until('the change is enqueued', async () => (await operationsOf(app, eventId)).length === 1)
    for (const { operation_id } of await operationsOf(app, eventId)) await expireDeadline(app, operation_id)
    const code = 'deadline-cancelled-before-dispatch'
    expect(errorOf(await response)).toEqual({ status: 409, code, committed, hasReference: false })
    await release(app)
    await assertCommitted(eventId, { failed: 1 })
    expect(writes.applied()).toEqual([])
  })

  it('returns 403 actor-authorization-revoked when the key is disabled before the change is sent', async () => {
    const eventId = await activeEvent(community, rules, [first])
    await hold(app)
    const response = finish(community, eventId)
    await until('the change is enqueued', async () => (await operationsOf(app, eventId)).length === 1)
    const keys = (enabled: boolean) =>
      sql`update api_key set enabled = ${enabled} where community_id = ${community.communityId}`.execute(app.app.db)
    await keys(false)
    await release(app)
    const code = 'actor-authorization-revoked'
    expect(errorOf(await response)).toEqual({ status: 403, code, committed, hasReference: false })
    await keys(true)
    await until('the key is accepted again', async () => (await community.client.get('/v2/ranks')).status === 200)
    await assertCommitted(eventId, { failed: 1 })
  })

  it('returns 504 while the operator has paused rank changes, and changes the rank after they resume', async () => {
    const ctx = await community.ctx()
    const eventId = await activeEvent(community, rules, [first])
    await pauseCommunity(ctx)
    expect(errorOf(await finish(community, eventId))).toMatchObject({ status: 504, committed, hasReference: true })
    await resumeCommunity(ctx)
    await release(app)
    await ended(eventId)
    await assertCommitted(eventId, { succeeded: 1 })
  })

  it('lists every kind of committed award', async () => {
    const eventId = await activeEvent(community, [promote, { quotaPoints: 1 }], [first])
    app.simulator.faults.add({ kind: 'reject', status: 403, path: writePath })
    expect(errorOf(await finish(community, eventId)).committed).toEqual(['event', 'quotaPoints'])
  })

  it('returns 429 queue-full and commits nothing when the queue is full', async () => {
    const full = await makeApp({ ...app.parts, settings: { ...settings, queueLimit: 0 } })
    const { url, close } = await serve(full)
    try {
      const credentials = { Authorization: `Bearer ${community.key}`, 'X-Community-Id': community.communityId }
      const eventId = await activeEvent(community, rules, [first])
      const answer = await finish({ client: makeClient(url, credentials) }, eventId)
      expect(errorOf(answer)).toEqual({ status: 429, code: 'queue-full', committed: undefined, hasReference: false })
      expect(data(await community.client.get(`/v2/events/${eventId}`)).state).toBe('active')
      expect(await numbersOf(app, community)).toMatchObject([{ experience: 0 }])
    } finally {
      await close()
    }
  })
})

describe('with SCHEDULER=off, a finish', () => {
  let bare: TestCommunity
  beforeEach(async () => {
    bare = await off.community()
  })
  const work = () => tasksOf(off)['dispatch-bulk']({})

  it('changes the ranks in the process of the request', async () => {
    const eventId = await activeEvent(bare, [promote], [first, second])
    const { status, body } = await finish(bare, eventId)
    expect([status, body.meta.awards.rankChanges.succeeded]).toEqual([200, 2])
    expect([rolesOnPlatform(off, first), rolesOnPlatform(off, second)]).toEqual([held, held])
    expect((await finish(bare, eventId)).body.meta).toMatchObject({ replayed: true, pendingOperations: [] })
  })

  it('returns the error of the platform, and a job continues the rank changes', async () => {
    const eventId = await activeEvent(bare, [promote, { experience: 5 }], [first])
    off.simulator.faults.add({ kind: 'reject', status: 503, path: writePath })
    const answer = await finish(bare, eventId)
    const committed = ['event', 'experience']
    expect(errorOf(answer)).toEqual({ status: 504, code: 'platform_cloud_timeout', committed, hasReference: false })
    off.simulator.faults.clear()
    await until('it succeeds', async () => {
      await sql`update platform_operation set not_before = now() where event_id = ${eventId} and completed_at is null`.execute(
        off.app.db,
      )
      await Promise.all([work(), work()])
      return (await statuses(eventId, bare))[0] === 'succeeded'
    })
    expect(rolesOnPlatform(off, first)).toEqual(held)
  })

  it('makes the job run the rank changes of a crashed process once', async () => {
    const eventId = await activeEvent(bare, [promote], [first, second])
    const writes = [first, second].map((userId) => watchWrites(off, userId))
    await sql`insert into worker_process (worker_id) values ('by hand')`.execute(off.app.db)
    // as after a crash between commit and execution
    await finishEvent(await bare.ctx(), eventId, false)
    expect(await statuses(eventId, bare)).toEqual(['pending', 'pending'])
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'dispatch-bulk'`.execute(
      off.app.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    // a job may leave a rank change to a claim that is answered late; then the next job executes it
    await until('both have succeeded', async () => {
      await Promise.all(Array.from({ length: 5 }, work))
      return (await statuses(eventId, bare)).every((status) => status === 'succeeded')
    })
    await work()
    expect(writes.map((watch) => watch.effective())).toEqual(Array(2).fill([`assignRole ${roles.private}`]))
  })
})
