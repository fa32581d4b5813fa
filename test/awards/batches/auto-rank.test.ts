// A batch enqueues one rank change for each member, in the transaction of its awards.
import { sql } from 'kysely'
import { setRankThreshold } from '../../../src/ranks/actions'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../../support/app'
import { heldBack, hold, release, resetRoles, settled, rolesOnPlatform } from '../../operations/fixture'
import { until } from '../../support/until'
import { outcomesOf, plus, range, send } from './fixture'

const { roles } = group
const [first, second, third, fourth, fifth] = group.members

/** Thresholds: private at 100 experience, sergeant at 500. */
async function makeLadder(app: TestApp): Promise<TestCommunity> {
  resetRoles(app)
  const community = await app.community()
  await setRankThreshold(await community.ctx(), roles.private, 100)
  await setRankThreshold(await community.ctx(), roles.sergeant, 500)
  await outcomesOf(
    community.client,
    group.members.map((userId) => ({ userId, experience: { op: 'set', amount: 0 } })),
  )
  return community
}

async function operationsOf({ app }: TestApp, { communityId }: TestCommunity) {
  const { rows } = await sql<{ operation_id: string; user_id: number; status: string }>`
    select operation_id, user_id, status from platform_operation where community_id = ${communityId} order by seq`.execute(
    app.db,
  )
  return rows
}

describe('with the scheduler, a batch', () => {
  let app: TestApp
  let community: TestCommunity
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.simulator.faults.clear()
    // cancels what earlier tests queued
    await sql`update platform_operation set status = 'cancelled', completed_at = now(), error_code = 'operation_cancelled'
      where status = 'queued'`.execute(app.app.db)
    await release(app)
    community = await makeLadder(app)
  })

  it('enqueues rank changes for the members who earned a rank', async () => {
    const outcomes = await outcomesOf(community.client, [
      { userId: first, experience: plus(600) },
      { userId: second, experience: plus(5) },
      { userId: third, experience: plus(100) },
      { userId: fourth, quotaPoints: plus(1) },
    ])
    expect(outcomes.map(({ autoRank }) => autoRank?.outcome)).toEqual(['queued', 'unchanged', 'queued', undefined])
    const ended = await Promise.all(
      [0, 2].map((index) => settled(community, outcomes[index]?.autoRank?.operationId ?? '')),
    )
    expect(ended.map(({ kind, status, userId, result }) => [kind, status, userId, result?.changed])).toEqual([
      ['rank.auto', 'succeeded', String(first), true],
      ['rank.auto', 'succeeded', String(third), true],
    ])
    expect([first, second, third].map((userId) => rolesOnPlatform(app, userId))).toEqual([
      [roles.recruit, roles.sergeant],
      [roles.recruit],
      [roles.recruit, roles.private],
    ])
  })

  it('decides by the final experience of several entries of a member, with one rank change', async () => {
    await hold(app)
    const outcomes = await outcomesOf(community.client, [
      { userId: first, experience: plus(600) },
      { userId: second, experience: plus(600) },
      { userId: first, experience: plus(1) },
      { userId: second, experience: { op: 'set', amount: 3 } },
    ])
    const [one] = outcomes
    expect(outcomes.map(({ autoRank }) => autoRank)).toEqual([
      { outcome: 'queued', operationId: one?.autoRank?.operationId },
      { outcome: 'unchanged' },
      one?.autoRank,
      { outcome: 'unchanged' },
    ])
    expect(await operationsOf(app, community)).toHaveLength(1)
  })

  it('adds no rank change while one of the member is queued, which decides when it runs', async () => {
    await hold(app)
    const award = (amount: number) => outcomesOf(community.client, [{ userId: first, experience: plus(amount) }])
    const [before] = await award(150)
    await heldBack(app, community)
    const [after] = await award(450)
    expect(after?.autoRank).toEqual(before?.autoRank)
    expect(await operationsOf(app, community)).toHaveLength(1)
    await release(app)
    await settled(community, before?.autoRank?.operationId ?? '')
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.sergeant])
  })

  it('adds a rank change when the queued one is already decided or belongs to another key', async () => {
    await hold(app)
    const another = await community.clientWith(['members.experience.write'])
    const award = async (client = community.client) =>
      (await outcomesOf(client, [{ userId: first, experience: plus(150) }]))[0]?.autoRank?.operationId
    const [mine, theirs] = [await award(), await award(another)]
    expect(theirs).not.toBe(mine)
    await sql`update platform_operation set target_unique_id = ${roles.private} where operation_id = ${mine}`.execute(
      app.app.db,
    )
    expect([mine, theirs]).not.toContain(await award())
    await release(app)
    for (const { operation_id } of await operationsOf(app, community)) await settled(community, operation_id)
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.private])
  })

  it('leaves every member on the earned rank with concurrent batches and rank changes', async () => {
    const answers = await Promise.all(
      range(0, 10).map(() =>
        send(
          community.client,
          group.members.map((userId) => ({ userId, experience: plus(50) })),
        ),
      ),
    )
    expect(new Set(answers.map(({ body }) => body.meta.failed as number))).toEqual(new Set([0]))
    for (const { operation_id } of await operationsOf(app, community)) await settled(community, operation_id)
    for (const userId of group.members)
      expect([userId, rolesOnPlatform(app, userId)]).toEqual([userId, [roles.recruit, roles.sergeant]])
  })

  it('returns the same rank change on a retry and adds none', async () => {
    await hold(app)
    const entries = [{ userId: first, experience: plus(600) }]
    const [once, again] = [await send(community.client, entries, 'once'), await send(community.client, entries, 'once')]
    expect(again.body.data).toEqual(once.body.data)
    expect(await operationsOf(app, community)).toHaveLength(1)
  })

  it('awards points and reports the skipped rank change while rank changes are paused', async () => {
    await sql`insert into dispatch_lane (community_id, paused_at) values (${community.communityId}, now())
      on conflict (community_id) do update set paused_at = now()`.execute(app.app.db)
    const [outcome] = await outcomesOf(community.client, [{ userId: first, experience: plus(600) }])
    expect([outcome?.status, outcome?.member?.experience, outcome?.autoRank]).toEqual([
      'succeeded',
      600,
      { outcome: 'skipped', reason: 'scheduler-disabled' },
    ])
    expect(await operationsOf(app, community)).toEqual([])
  })

  it('fails the rank change when the key is disabled before it runs', async () => {
    await hold(app)
    const client = await community.clientWith(['members.experience.write'])
    const [outcome] = await outcomesOf(client, [{ userId: first, experience: plus(600) }])
    await sql`update api_key set enabled = false where community_id = ${community.communityId}
      and scopes = array['members.experience.write']`.execute(app.app.db)
    await release(app)
    const ended = await settled(community, outcome?.autoRank?.operationId ?? '')
    expect([ended.status, ended.error?.code, rolesOnPlatform(app, first)]).toEqual([
      'failed',
      'actor-authorization-revoked',
      [roles.recruit],
    ])
  })
})

describe('with a full queue, a batch', () => {
  it('enqueues rank changes up to the limit of the queue', async () => {
    const app = await startTestApp({ settings: { ...testSettings, queueLimit: 2 } })
    try {
      const community = await makeLadder(app)
      await hold(app)
      const outcomes = await outcomesOf(
        community.client,
        group.members.map((userId) => ({ userId, experience: plus(600) })),
      )
      expect(outcomes.map(({ autoRank }) => autoRank?.reason ?? autoRank?.outcome)).toEqual([
        ...['queued', 'queued', 'queue-full', 'queue-full', 'queue-full'],
      ])
    } finally {
      await app.close()
    }
  })
})

describe('without the scheduler, a batch', () => {
  it('queues one rank change for each member who earned a rank, and executes it in the process', async () => {
    const app = await startTestApp({ scheduler: false })
    try {
      const community = await makeLadder(app)
      const outcomes = await outcomesOf(community.client, [
        { userId: first, experience: plus(600) },
        { userId: fifth, experience: plus(1) },
        { userId: first, experience: plus(1) },
      ])
      expect(outcomes.map(({ autoRank }) => autoRank)).toEqual([
        { outcome: 'queued' },
        { outcome: 'unchanged' },
        { outcome: 'queued' },
      ])
      await until('the rank is changed', () => rolesOnPlatform(app, first).includes(roles.sergeant))
      expect(await operationsOf(app, community)).toHaveLength(1)
    } finally {
      await app.close()
    }
  })
})
