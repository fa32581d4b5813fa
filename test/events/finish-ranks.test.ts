// The rank changes that finishing owes: one of each member, waited for where they are few, and told as the specification's
// outcomes when they do not end well, while the event and its awards stay.
import { sql } from 'kysely'
import { makeApp } from '../../src/app'
import { finishEvent } from '../../src/events/finish/actions'
import type { AwardRule } from '../../src/events/rules'
import { setRankThreshold } from '../../src/ranks/actions'
import { makeTasks } from '../../src/jobs/tasks'
import { pauseCommunity, resumeCommunity } from '../../src/rank-changes/operator/actions'
import {
  group,
  makeClient,
  serve,
  startTestApp,
  testSettings,
  type Answer,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { until } from '../support/until'
import {
  hold,
  letGo,
  passDeadline,
  resetRoles,
  rolesPath,
  theRoles,
  watchWrites,
  writePath,
} from '../rank-changes/fixture'
import { activeEvent, attend, awardsOf, data, finish, numbersOf, operationsOf, type Award } from './fixture'

const { roles } = group
const [first, second, third, fourth] = group.members
const settings = { ...testSettings, platformTimeoutMs: 300, rankChangeWaitMs: 3_000 }
const promote: AwardRule = { rank: { move: 'promote' } }
const held = [roles.recruit, roles.private]

let app: TestApp
let off: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ scheduler: true, settings })
  off = await startTestApp({ settings })
})
afterAll(() => Promise.all([app.close(), off.close()]))
beforeEach(async () => {
  for (const one of [app, off]) {
    one.simulator.faults.clear()
    resetRoles(one)
  }
  await letGo(app)
  community = await app.community()
})

const changes = async (eventId: string, of = community): Promise<Award['rankChange'][]> =>
  (await awardsOf(of, eventId)).map(({ rankChange }) => rankChange)
const statuses = async (eventId: string, of = community): Promise<(string | undefined)[]> =>
  (await changes(eventId, of)).map((change) => change?.status)
const ended = (eventId: string, of = community): Promise<void> =>
  until('every rank change has ended', async () => !(await statuses(eventId, of)).includes('pending'))

/** What the answer says of a rank change that did not end well. */
function told({ status, body, headers }: Answer) {
  const { location, 'x-platform-operation-id': id } = headers
  const { code, details } = body.error
  return { status, code, committed: details?.committed, referred: location === `/v2/platform-operations/${id}` }
}

describe('a finish that goes well', () => {
  it('answers when the platform has every rank: of the first rule that names one, else of AutoRank', async () => {
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
    expect([first, second, third].map((userId) => theRoles(app, userId).at(-1))).toEqual([
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

  it('of twenty at once over two processes accepts and sends one change of each member', async () => {
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

  it('is well although the rules refuse a change; the award has the code', async () => {
    data(await community.client.get(`/v2/members/${first}`))
    app.world.giveRole(group.id, fourth, roles.lieutenant)
    const eventId = await activeEvent(community, [promote, { experience: 5 }], [first, fourth, group.outsider])
    const { status, body } = await finish(community, eventId)
    expect([status, body.meta.awards.rankChanges]).toEqual([200, { pending: 0, succeeded: 1, failed: 2, skipped: 0 }])
    expect((await changes(eventId)).map((change) => change?.code)).toEqual([
      ...[null, 'rank_limit_reached', 'member_not_in_group'],
    ])
  })

  it('answers at once with wait=false, and names what goes on', async () => {
    await hold(app)
    const eventId = await activeEvent(community, [promote], [first, second])
    const { body } = await finish(community, eventId, '?wait=false')
    expect(body.meta).toMatchObject({ replayed: false, awards: { rankChanges: { pending: 2 } } })
    const operations = (await operationsOf(app, eventId)).map(({ operation_id }) => operation_id)
    expect(body.meta.pendingOperations).toEqual(operations)
    await letGo(app)
    await ended(eventId)
    expect([theRoles(app, first), theRoles(app, second)]).toEqual([held, held])
  })

  it('does not wait for more than 20', async () => {
    const crowd = Array.from({ length: 21 }, (_, n) => 2_000 + n)
    for (const userId of crowd) {
      app.world.addUser({ userId, username: `Crowd${userId}` })
      app.world.addMember(group.id, userId)
    }
    const eventId = await activeEvent(community, [promote], crowd)
    await hold(app)
    const { status, body } = await finish(community, eventId)
    expect([status, body.meta.pendingOperations.length]).toEqual([200, 21])
    await letGo(app)
    await ended(eventId)
    expect(new Set(await statuses(eventId))).toEqual(new Set(['succeeded']))
  })

  it('skips the rank where there is no platform', async () => {
    const bare = await app.community({ connected: false })
    const eventId = await activeEvent(bare, [promote, { experience: 1 }], [first])
    const { body } = await finish(bare, eventId)
    expect(body.meta.awards).toMatchObject({ experience: 1, rankChanges: { skipped: 1 } })
    expect(await changes(eventId, bare)).toMatchObject([
      { status: 'skipped', code: 'platform_cloud_not_configured', operationId: null },
    ])
  })
})

describe('a finish whose rank change does not end well', () => {
  const rules: AwardRule[] = [promote, { experience: 5 }]
  const committed = ['event', 'experience']

  /** The event is finished and its experience given once; asked again it says so, with the rank changes as they stand. */
  async function assertStands(eventId: string, rankChanges: object): Promise<void> {
    const { status, body } = await finish(community, eventId)
    expect([status, body.data.state, body.meta.replayed]).toEqual([200, 'finished', true])
    expect(body.meta.awards.rankChanges).toMatchObject(rankChanges)
    expect(await numbersOf(app, community)).toMatchObject([{ user_id: first, experience: 5 }])
    expect(await operationsOf(app, eventId)).toHaveLength(1)
  }

  it('is 504 outcome-pending-check-status when it was sent and cannot be settled; it goes on', async () => {
    const eventId = await activeEvent(community, rules, [first])
    app.simulator.faults.add({ kind: 'hang', path: writePath })
    const asked = finish(community, eventId)
    await until('it was sent', () => app.simulator.requests.some(({ path }) => new RegExp(writePath).test(path)))
    app.simulator.faults.add({ kind: 'reject', status: 503, path: rolesPath })
    const answer = await asked
    expect(told(answer)).toEqual({ status: 504, code: 'outcome-pending-check-status', committed, referred: true })
    await assertStands(eventId, { pending: 1 })
    app.simulator.faults.clear()
    await ended(eventId)
    expect(theRoles(app, first)).toEqual(held)
    await assertStands(eventId, { succeeded: 1 })
  })

  it.each([
    ['throttles', { kind: 'throttle', retryAfter: 1 }],
    ['fails', { kind: 'reject', status: 503 }],
  ] as const)('is pending too while the platform %s, and is tried again until it succeeds', async (_, fault) => {
    const eventId = await activeEvent(community, rules, [first])
    app.simulator.faults.add({ ...fault, path: writePath })
    expect(told(await finish(community, eventId))).toMatchObject({ status: 504, committed, referred: true })
    app.simulator.faults.clear()
    await letGo(app)
    await sql`update platform_operation set not_before = now() where event_id = ${eventId} and completed_at is null`.execute(
      app.app.db,
    )
    await letGo(app)
    await ended(eventId)
    await assertStands(eventId, { succeeded: 1 })
    expect(theRoles(app, first)).toEqual(held)
  })

  it('is 502 authorization-intervention-required when the platform forbids the write', async () => {
    const eventId = await activeEvent(community, rules, [first])
    app.simulator.faults.add({ kind: 'reject', status: 403, path: writePath })
    const code = 'authorization-intervention-required'
    expect(told(await finish(community, eventId))).toEqual({ status: 502, code, committed, referred: false })
    await assertStands(eventId, { failed: 1 })
    expect(await changes(eventId)).toMatchObject([{ status: 'failed', code }])
    expect(theRoles(app, first)).toEqual([roles.recruit])
  })

  it('is 409 deadline-cancelled-before-dispatch when its deadline passes unsent, and it never runs', async () => {
    const eventId = await activeEvent(community, rules, [first])
    const writes = watchWrites(app, first)
    await hold(app)
    const asked = finish(community, eventId)
    await until('it is accepted', async () => (await operationsOf(app, eventId)).length === 1)
    for (const { operation_id } of await operationsOf(app, eventId)) await passDeadline(app, operation_id)
    const code = 'deadline-cancelled-before-dispatch'
    expect(told(await asked)).toEqual({ status: 409, code, committed, referred: false })
    await letGo(app)
    await assertStands(eventId, { failed: 1 })
    expect(writes.applied()).toEqual([])
  })

  it('is 403 actor-authorization-revoked, without a reference, when the key is disabled before anything is sent', async () => {
    const eventId = await activeEvent(community, rules, [first])
    await hold(app)
    const asked = finish(community, eventId)
    await until('it is accepted', async () => (await operationsOf(app, eventId)).length === 1)
    const keys = (enabled: boolean) =>
      sql`update api_key set enabled = ${enabled} where community_id = ${community.communityId}`.execute(app.app.db)
    await keys(false)
    await letGo(app)
    const code = 'actor-authorization-revoked'
    expect(told(await asked)).toEqual({ status: 403, code, committed, referred: false })
    await keys(true)
    await until('the key is known again', async () => (await community.client.get('/v2/ranks')).status === 200)
    await assertStands(eventId, { failed: 1 })
  })

  it('is held while the operator has paused rank changes, and goes when they go again', async () => {
    const ctx = await community.ctx()
    const eventId = await activeEvent(community, rules, [first])
    await pauseCommunity(ctx)
    expect(told(await finish(community, eventId))).toMatchObject({ status: 504, committed, referred: true })
    await resumeCommunity(ctx)
    await letGo(app)
    await ended(eventId)
    await assertStands(eventId, { succeeded: 1 })
  })

  it('names what was given beside the experience', async () => {
    const eventId = await activeEvent(community, [promote, { quotaPoints: 1 }], [first])
    app.simulator.faults.add({ kind: 'reject', status: 403, path: writePath })
    expect(told(await finish(community, eventId)).committed).toEqual(['event', 'quotaPoints'])
  })

  it('is 429 queue-full, and nothing is committed, when the queue takes no more', async () => {
    const full = await makeApp({ ...app.parts, settings: { ...settings, queueLimit: 0 } })
    const { url, close } = await serve(full)
    try {
      const credentials = { Authorization: `Bearer ${community.key}`, 'X-Community-Id': community.communityId }
      const eventId = await activeEvent(community, rules, [first])
      const answer = await finish({ client: makeClient(url, credentials) }, eventId)
      expect(told(answer)).toEqual({ status: 429, code: 'queue-full', committed: undefined, referred: false })
      expect(data(await community.client.get(`/v2/events/${eventId}`)).state).toBe('active')
      expect(await numbersOf(app, community)).toMatchObject([{ experience: 0 }])
    } finally {
      await close()
    }
  })
})

describe('SCHEDULER=off', () => {
  let bare: TestCommunity
  beforeEach(async () => {
    bare = await off.community()
  })
  const tasks = () => {
    const claimer = { workerId: 'by hand', leaseSeconds: 10 }
    return makeTasks({ ...off.base, chat: null }, { claimer, scheduler: false, stop: new AbortController().signal })
  }
  const work = (eventId: string) => tasks()['finish-event-ranks']({ communityId: bare.communityId, eventId })

  it('changes the ranks in the process that finishes, and answers when it is done', async () => {
    const eventId = await activeEvent(bare, [promote], [first, second])
    const { status, body } = await finish(bare, eventId)
    expect([status, body.meta.awards.rankChanges.succeeded]).toEqual([200, 2])
    expect([theRoles(off, first), theRoles(off, second)]).toEqual([held, held])
    expect((await finish(bare, eventId)).body.meta).toMatchObject({ replayed: true, pendingOperations: [] })
  })

  it('answers the platform connection’s own error, and a job goes on where the process stopped', async () => {
    const eventId = await activeEvent(bare, [promote, { experience: 5 }], [first])
    off.simulator.faults.add({ kind: 'reject', status: 503, path: writePath })
    const answer = await finish(bare, eventId)
    const committed = ['event', 'experience']
    expect(told(answer)).toEqual({ status: 504, code: 'platform_cloud_timeout', committed, referred: false })
    off.simulator.faults.clear()
    await sql`update platform_operation set not_before = now() where event_id = ${eventId}`.execute(off.app.db)
    await Promise.all([work(eventId), work(eventId)])
    expect(await statuses(eventId, bare)).toEqual(['succeeded'])
    expect(theRoles(off, first)).toEqual(held)
  })

  it('what a process that died left is done by the job, once', async () => {
    const eventId = await activeEvent(bare, [promote], [first, second])
    const writes = [first, second].map((userId) => watchWrites(off, userId))
    // as if it had died right after the commit
    await finishEvent(await bare.ctx(), eventId, false)
    expect(await statuses(eventId, bare)).toEqual(['pending', 'pending'])
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'finish-event-ranks'`.execute(
      off.app.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    await Promise.all(Array.from({ length: 5 }, () => work(eventId)))
    expect(await statuses(eventId, bare)).toEqual(['succeeded', 'succeeded'])
    await work(eventId)
    expect(writes.map((watch) => watch.effective())).toEqual(Array(2).fill([`assignRole ${roles.private}`]))
  })
})
