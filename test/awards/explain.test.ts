// explainAutoRank says what AutoRank does.
import fc from 'fast-check'
import { sql } from 'kysely'
import { setCommunity } from '../../src/communities/actions'
import { disconnectGroup } from '../../src/platform-connection/actions'
import { setRankThreshold } from '../../src/ranks/actions'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { blacklist } from '../applications/submissions/fixture'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { roles } = group
const [first, second] = group.members
const summary = {
  recruit: { uniqueId: roles.recruit, rankId: 1, name: 'recruit' },
  private: { uniqueId: roles.private, rankId: 10, name: 'private' },
  sergeant: { uniqueId: roles.sergeant, rankId: 50, name: 'sergeant' },
  lieutenant: { uniqueId: roles.lieutenant, rankId: 100, name: 'lieutenant' },
}

const explain = ({ client }: TestCommunity, userId: number | string = first, query = '') =>
  client.get(`/v2/members/${userId}/auto-rank${query}`)
const experience = ({ client }: TestCommunity, op: string, amount: number, userId: number = first) =>
  client.post(`/v2/members/${userId}/experience`, { op, amount })
const summaryOf = ({ body }: Answer): unknown => [body.data.outcome, body.data.reason, body.data.target?.name ?? null]

/** Stores a member directly, so that AutoRank does not run. */
async function store({ communityId }: TestCommunity, columns: { experience: number; rank: number | null }) {
  await sql`insert into member (community_id, user_id, experience, rank_unique_id, role_ids, synced_at)
    values (${communityId}, ${first}, ${columns.experience}, ${columns.rank}, '{}', now())
    on conflict (community_id, user_id) do update
    set experience = excluded.experience, rank_unique_id = excluded.rank_unique_id, role_ids = '{}'`.execute(app.app.db)
}

async function setLadder({ communityId }: TestCommunity, ladder: Readonly<Record<number, number | null>>) {
  for (const [role, threshold] of Object.entries(ladder)) {
    await sql`update rank set auto_rank_experience = ${threshold}
      where community_id = ${communityId} and unique_id = ${Number(role)}`.execute(app.app.db)
  }
}

const block = {
  suspended: ({ communityId }: TestCommunity) =>
    sql`insert into suspension (community_id, user_id, ends_at)
      values (${communityId}, ${first}, now() + interval '1 hour')`.execute(app.app.db),
  blacklisted: (community: TestCommunity) => blacklist(community, first),
}

async function lift({ communityId }: TestCommunity) {
  await sql`update suspension set state = 'ended', ended_at = now(), outcome = 'kept'
    where community_id = ${communityId} and state <> 'ended'`.execute(app.app.db)
  await sql`update blacklist_entry set lifted_at = now()
    where community_id = ${communityId} and lifted_at is null`.execute(app.app.db)
}

/** Gives the account this role beside the base role; null: removes it from the group. */
function setRole(role: number | null): void {
  const { world } = app
  const isMember = world.rolesOf(group.id, first).length > 0
  if (isMember) world.removeMember(group.id, first)
  if (role === null) return
  world.addMember(group.id, first)
  if (role !== roles.recruit) world.giveRole(group.id, first, role)
}

describe('the explanation for a member of a community with a ladder', () => {
  let community: TestCommunity
  beforeEach(async () => {
    app.simulator.faults.clear()
    setRole(roles.recruit)
    community = await app.community()
    await setLadder(community, { [roles.private]: 100, [roles.sergeant]: 500, [roles.lieutenant]: 5_000 })
    await store(community, { experience: 0, rank: roles.recruit })
  })

  it('shows the rank held, the rank earned and the next rank', async () => {
    await store(community, { experience: 600, rank: roles.private })
    const { status, body } = await explain(community)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      userId: String(first),
      experience: 600,
      rank: summary.private,
      outcome: 'move',
      reason: 'threshold_met',
      target: summary.sergeant,
      next: { rank: summary.lieutenant, experience: 5_000, experienceMissing: 4_400 },
      ladder: [
        { rank: summary.private, experience: 100, met: true },
        { rank: summary.sergeant, experience: 500, met: true },
        { rank: summary.lieutenant, experience: 5_000, met: false },
      ],
    })
  })

  it('names the exact experience at which the next award moves the member', async () => {
    await experience(community, 'set', 499)
    const { next } = (await explain(community)).body.data
    expect(next).toEqual({ rank: summary.sergeant, experience: 500, experienceMissing: 1 })
    const moved = await experience(community, 'increment', next.experienceMissing as number)
    expect([moved.body.meta.autoRank, moved.body.data.rank]).toEqual([{ outcome: 'changed' }, next.rank])
    expect(summaryOf(await explain(community))).toEqual(['unchanged', 'already_there', 'sergeant'])
  })

  it('is unchanged below the ladder and on the earned rank', async () => {
    await store(community, { experience: 99, rank: roles.recruit })
    expect(summaryOf(await explain(community))).toEqual(['unchanged', 'below_ladder', null])
    await store(community, { experience: 100, rank: roles.private })
    expect(summaryOf(await explain(community))).toEqual(['unchanged', 'already_there', 'private'])
  })

  it('is skipped outside the group, outside the ladder, and for a demotion', async () => {
    await store(community, { experience: 600, rank: null })
    expect(summaryOf(await explain(community))).toEqual(['skipped', 'not_in_group', 'sergeant'])
    await store(community, { experience: 150, rank: roles.sergeant })
    expect(summaryOf(await explain(community))).toEqual(['skipped', 'demotion_not_allowed', 'private'])
    await store(community, { experience: 600, rank: roles.owner })
    const outside = await explain(community)
    expect([summaryOf(outside), outside.body.data.next]).toEqual([['skipped', 'outside_ladder', 'sergeant'], null])
    await setLadder(community, { [roles.private]: null, [roles.sergeant]: null, [roles.lieutenant]: null })
    const none = await explain(community)
    expect([summaryOf(none), none.body.data.ladder]).toEqual([['skipped', 'no_ladder', null], []])
  })

  it('is skipped while the member is suspended or blacklisted, and a move afterwards', async () => {
    await store(community, { experience: 600, rank: roles.private })
    await block.blacklisted(community)
    expect(summaryOf(await explain(community))).toEqual(['skipped', 'blacklisted', 'sergeant'])
    await block.suspended(community)
    expect(summaryOf(await explain(community))).toEqual(['skipped', 'suspended', 'sergeant'])
    await lift(community)
    expect(summaryOf(await explain(community))).toEqual(['move', 'threshold_met', 'sergeant'])
  })

  it('is skipped while AutoRank is off, and without a connection', async () => {
    await store(community, { experience: 600, rank: roles.private })
    const becomes = (reason: string) =>
      until(reason, async () => (await explain(community)).body.data.reason === reason, 1_500)
    await setCommunity(await community.ctx(), { autoRankEnabled: false })
    await becomes('disabled')
    await disconnectGroup(await community.ctx())
    await becomes('not_connected')
  })

  it('is skipped while the connection must be renewed, with the code of a rank change; an award is kept, and its rank follows', async () => {
    await store(community, { experience: 600, rank: roles.private })
    await sql`update platform_connection set status = 'reconnect_required'
      where community_id = ${community.communityId}`.execute(app.app.db)
    const reason = 'platform_cloud_reconnect_required'
    await until(reason, async () => (await explain(community)).body.data.reason === reason, 1_500)
    expect(summaryOf(await explain(community))).toEqual(['skipped', reason, 'sergeant'])
    const refused = await community.client.post(`/v2/members/${first}/rank/promote`)
    expect([refused.status, refused.body.error.code]).toEqual([409, reason])
    const award = await experience(community, 'increment', 1)
    expect([award.status, award.body.meta.autoRank.outcome]).toEqual([200, 'queued'])
  })

  it('makes no platform call, moves no member and writes no audit entry', async () => {
    await store(community, { experience: 600, rank: roles.private })
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const before = app.simulator.requests.length
    const entries = () =>
      sql<{ entries: number }>`select count(*)::int as entries from audit_entry
      where community_id = ${community.communityId}`.execute(app.app.db)
    const { rows } = await entries()
    expect((await explain(community)).status).toBe(200)
    expect((await explain(community, 'No_Such_Name', '?by=username')).status).toBe(404)
    expect(app.simulator.requests.length).toBe(before)
    expect((await entries()).rows).toEqual(rows)
  })

  it('is found by the last synced username and returns 404 without creating a member', async () => {
    await community.client.get(`/v2/members/${second}`)
    const named = await explain(community, `mEMBER${second}`, '?by=username')
    expect([named.status, named.body.data?.userId]).toEqual([200, String(second)])
    const absent = await Promise.all([
      explain(community, group.outsider),
      explain(community, 'Outsider', '?by=username'),
      explain(await app.community(), first),
    ])
    expect(absent.map(({ status, body }) => [status, body.error.code as unknown])).toEqual(
      Array(3).fill([404, 'member_not_found']),
    )
    expect((await community.client.get('/v2/members')).body.data).toHaveLength(2)
    const invalid = await explain(community, 'Outsider')
    expect([invalid.status, invalid.body.error.details.issues[0].instancePath]).toEqual([400, '/path/userId'])
  })
})

describe('for any ladder, settings and member', () => {
  /** Communities by settings, since settings are cached; ladders and members are not. */
  const communities = new Map<string, TestCommunity>()
  beforeAll(async () => {
    app.simulator.faults.clear()
    for (const autoRankEnabled of [true, false]) {
      for (const autoRankDemotes of [true, false]) {
        const community = await app.community()
        await setCommunity(await community.ctx(), { autoRankEnabled, autoRankDemotes })
        communities.set(`${autoRankEnabled} ${autoRankDemotes}`, community)
      }
    }
  })

  const threshold = fc.option(fc.integer({ min: -2, max: 6 }), { nil: null })
  const cases = fc.record({
    // mostly enabled: disabled cases all have the same result
    enabled: fc.constantFrom(true, true, true, false),
    demotes: fc.boolean(),
    ladder: fc.record({
      [roles.recruit]: threshold,
      [roles.private]: threshold,
      [roles.sergeant]: threshold,
      [roles.lieutenant]: threshold,
    }),
    rank: fc.constantFrom(null, roles.recruit, roles.private, roles.sergeant, roles.lieutenant),
    experience: fc.integer({ min: -3, max: 7 }),
    blockedBy: fc.constantFrom(null, null, null, 'suspended' as const, 'blacklisted' as const),
  })

  it('AutoRank does what the explanation says', async () => {
    const seen = new Set<string>()
    const property = fc.asyncProperty(cases, async ({ enabled, demotes, ladder, rank, blockedBy, ...member }) => {
      const community = communities.get(`${enabled} ${demotes}`) as TestCommunity
      setRole(rank)
      await lift(community)
      await setLadder(community, ladder)
      await store(community, { experience: member.experience, rank })
      if (blockedBy) await block[blockedBy](community)
      const explained = (await explain(community)).body.data
      const { body } = await experience(community, 'increment', 0)
      const expected = {
        move: { outcome: 'changed' },
        unchanged: { outcome: 'unchanged' },
        skipped: { outcome: 'skipped', reason: explained.reason as string },
      }[explained.outcome as 'move']
      expect(body.meta.autoRank).toEqual(expected)
      expect(body.data.rank).toEqual(explained.outcome === 'move' ? explained.target : explained.rank)
      const onPlatform = app.world.rolesOf(group.id, first).at(-1) ?? null
      expect(onPlatform).toBe(body.data.rank?.uniqueId ?? null)
      seen.add(explained.reason as string)
    })
    await fc.assert(property, { numRuns: 150 })
    expect(seen.size).toBeGreaterThan(6)
  })
})

it('the ladder excludes guest and owner even with a stored threshold', async () => {
  const community = await app.community()
  setRole(roles.recruit)
  await store(community, { experience: 10, rank: roles.recruit })
  await setLadder(community, { [roles.guest]: 0, [roles.owner]: 5 })
  expect((await explain(community)).body.data).toMatchObject({ reason: 'no_ladder', ladder: [], next: null })
  await setRankThreshold(await community.ctx(), roles.owner, null)
})
