// previewAutoRank counts what AutoRank then does.
import fc from 'fast-check'
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { previewAutoRank, runAutoRank, snapshotOf, type LadderChange } from '../../src/awards/auto-rank/actions'
import { tryToPreview } from '../../src/awards/auto-rank/queries'
import { updateAutoRank } from '../../src/communities/actions'
import { inTransaction } from '../../src/context'
import { requireMember } from '../../src/members/actions'
import { setRankThreshold } from '../../src/ranks/actions'
import { blacklist } from '../applications/submissions/fixture'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { runs } from '../support/runs'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { roles } = group
const ladderRoles = [roles.private, roles.sergeant, roles.lieutenant]
const summary = {
  recruit: { uniqueId: roles.recruit, rankId: 1, name: 'recruit' },
  private: { uniqueId: roles.private, rankId: 10, name: 'private' },
  sergeant: { uniqueId: roles.sergeant, rankId: 50, name: 'sergeant' },
  lieutenant: { uniqueId: roles.lieutenant, rankId: 100, name: 'lieutenant' },
}

const preview = ({ client }: TestCommunity, change: LadderChange): Promise<Answer> =>
  client.post('/v2/auto-rank/preview', change)

interface Stored {
  readonly userId: number
  readonly experience: number
  /** The rank's role; null: not in the group. */
  readonly rank: number | null
  readonly roleIds?: readonly number[]
}

/** Stores members directly, so that AutoRank does not run. */
async function store({ communityId }: TestCommunity, ...members: readonly Stored[]): Promise<void> {
  for (const { userId, experience, rank, roleIds = [] } of members) {
    await sql`insert into member (community_id, user_id, experience, rank_unique_id, role_ids, synced_at)
      values (${communityId}, ${userId}, ${experience}, ${rank}, ${[...roleIds]}, now())
      on conflict (community_id, user_id) do update set experience = excluded.experience,
        rank_unique_id = excluded.rank_unique_id, role_ids = excluded.role_ids, unfinished_role_ids = '{}'`.execute(
      app.app.db,
    )
  }
}

const suspend = ({ communityId }: TestCommunity, userId: number) =>
  sql`insert into suspension (community_id, user_id, ends_at)
    values (${communityId}, ${userId}, now() + interval '1 hour')`.execute(app.app.db)

async function lift({ communityId }: TestCommunity): Promise<void> {
  await sql`update suspension set state = 'ended', ended_at = now(), outcome = 'kept'
    where community_id = ${communityId} and state <> 'ended'`.execute(app.app.db)
  await sql`update blacklist_entry set lifted_at = now()
    where community_id = ${communityId} and lifted_at is null`.execute(app.app.db)
}

describe('the preview of thresholds', () => {
  let community: TestCommunity
  beforeEach(async () => {
    community = await app.community()
    const ctx = await community.ctx()
    await setRankThreshold(ctx, roles.private, 100)
    await setRankThreshold(ctx, roles.sergeant, 500)
  })

  it('counts promotions by the ranks that they lead from and to, and who would be promoted anyway', async () => {
    await store(
      community,
      { userId: 1, experience: 350, rank: roles.private },
      { userId: 2, experience: 420, rank: roles.private },
      { userId: 3, experience: 350, rank: roles.recruit },
      { userId: 4, experience: 600, rank: roles.private },
      { userId: 5, experience: 299, rank: roles.private },
      { userId: 6, experience: 5, rank: roles.recruit },
    )
    const { status, body } = await preview(community, { thresholds: [{ uniqueId: roles.sergeant, experience: 300 }] })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      members: 6,
      promoted: 4,
      demoted: 0,
      unchanged: 2,
      skipped: [],
      newRanks: [],
      unreachable: [],
      uncertain: 0,
      moves: [
        { from: summary.private, to: summary.sergeant, members: 3, alreadyDue: 1 },
        { from: summary.recruit, to: summary.sergeant, members: 1, alreadyDue: 0 },
      ],
    })
  })

  it('demotes only when AutoRank demotes, and says why it leaves others as they are', async () => {
    await store(
      community,
      { userId: 1, experience: 600, rank: roles.sergeant },
      { userId: 2, experience: 600, rank: null },
      { userId: 3, experience: 900, rank: roles.private },
      { userId: 4, experience: 900, rank: roles.private },
      { userId: 5, experience: 900, rank: roles.owner },
      { userId: 6, experience: 900, rank: roles.recruit, roleIds: [roles.recruit, roles.private, roles.sergeant] },
    )
    await suspend(community, 3)
    await blacklist(community, 4)
    const thresholds = [{ uniqueId: roles.sergeant, experience: 800 }]
    const kept = (await preview(community, { thresholds })).body.data
    const reasons = (body: { skipped: { reason: string; members: number }[] }) =>
      body.skipped.map(({ reason, members }) => `${reason} ${members}`).sort()
    const others = ['blacklisted 1', 'not_in_group 1', 'outside_ladder 1', 'suspended 1']
    expect([kept.promoted, kept.demoted, kept.unchanged]).toEqual([0, 0, 1])
    expect(reasons(kept)).toEqual([...others.slice(0, 1), 'demotion_not_allowed 1', ...others.slice(1)])
    const demoted = (await preview(community, { thresholds, demotes: true })).body.data
    expect(demoted.moves).toEqual([{ from: summary.sergeant, to: summary.private, members: 1, alreadyDue: 0 }])
    expect(reasons(demoted)).toEqual(others)
    const off = (await preview(community, { thresholds, enabled: false })).body.data
    expect(reasons(off)).toEqual(['disabled 6'])
  })

  it('names the roles that become ranks, and counts whoever holds one from there', async () => {
    await community.client.patch(`/v2/ranks/${roles.lieutenant}`, { managed: false })
    const held = { rank: roles.recruit, roleIds: [roles.recruit, roles.lieutenant] }
    await store(community, { userId: 1, experience: 150, ...held }, { userId: 2, experience: 9_000, ...held })
    const { body } = await preview(community, {
      thresholds: [{ uniqueId: roles.lieutenant, experience: 400 }],
      demotes: true,
    })
    expect(body.data).toMatchObject({
      newRanks: [summary.lieutenant],
      unreachable: [summary.sergeant],
      moves: [{ from: summary.lieutenant, to: summary.private, members: 1, alreadyDue: 1 }],
      unchanged: 1,
    })
  })

  it('changes nothing', async () => {
    await store(community, { userId: 1, experience: 600, rank: roles.private })
    const ranks = (await community.client.get('/v2/ranks')).body
    const log = (await community.client.get('/v2/audit-entries?order=newest&limit=1')).body.data[0].auditId
    await preview(community, { thresholds: [{ uniqueId: roles.sergeant, experience: null }], enabled: false })
    expect((await community.client.get('/v2/ranks')).body).toEqual(ranks)
    expect((await community.client.get('/v2/auto-rank')).body.data).toEqual({ enabled: true, demotes: false })
    expect((await community.client.get('/v2/audit-entries?order=newest&limit=1')).body.data[0].auditId).toBe(log)
  })

  it('is refused as the change would be: no such rank, guest, a role that an award gives, a rank named twice', async () => {
    const code = async (...thresholds: LadderChange['thresholds']) => {
      const { status, body } = await preview(community, { thresholds })
      return [status, body.error.code] as unknown
    }
    await community.client.patch(`/v2/ranks/${roles.lieutenant}`, { managed: false })
    await createAward(await community.ctx(), 'medal', 'Pilot')
    await community.client.patch('/v2/medals/Pilot', { roleUniqueId: roles.lieutenant })
    const uniqueId = roles.sergeant
    expect(await code({ uniqueId: 1, experience: 5 })).toEqual([404, 'rank_not_found'])
    expect(await code({ uniqueId: roles.guest, experience: 5 })).toEqual([409, 'rank_not_assignable'])
    expect(await code({ uniqueId: roles.lieutenant, experience: 5 })).toEqual([409, 'role_bound'])
    expect(await code({ uniqueId, experience: 5 }, { uniqueId, experience: 6 })).toEqual([400, 'validation_failed'])
  })

  it('is answered for one request of a community at a time', async () => {
    const other = await app.community()
    const ctx = await community.ctx()
    await inTransaction(ctx, async (tx) => {
      expect(await tryToPreview(tx)).toBe(true)
      const refused = await preview(community, { thresholds: [] })
      expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([
        503,
        'server_busy',
        '1',
      ])
      expect((await preview(other, { thresholds: [] })).status).toBe(200)
    })
    expect((await preview(community, { thresholds: [] })).status).toBe(200)
  })

  it('says how many members it left out when they hold more combinations of roles than it reads', async () => {
    await sql`insert into member (community_id, user_id, experience, rank_unique_id, role_ids)
      select ${community.communityId}, i, 0, ${roles.recruit}, array[i] from generate_series(1, 20010) i`.execute(
      app.app.db,
    )
    const { members, unchanged, uncertain } = (await preview(community, { thresholds: [] })).body.data
    expect([members, unchanged, uncertain]).toEqual([20_000, 20_000, 10])
  })
})

describe('for any ladder, settings and members', () => {
  const threshold = fc.option(fc.integer({ min: -2, max: 6 }), { nil: null })
  const ladder = fc.tuple(threshold, threshold, threshold)
  const member = fc.record({
    experience: fc.integer({ min: -3, max: 7 }),
    roles: fc.constantFrom(null, [], ...ladderRoles.map((role) => [role]), [roles.private, roles.lieutenant]),
    blockedBy: fc.constantFrom(null, null, null, null, 'suspended' as const, 'blacklisted' as const),
  })
  const cases = fc.record({
    before: ladder,
    after: ladder,
    demotes: fc.boolean(),
    enabled: fc.constantFrom(true, true, true, false),
    // whether the lieutenant is declared to be no rank before
    declared: fc.boolean(),
    members: fc.array(member, { minLength: 5, maxLength: 5 }),
  })

  it('AutoRank does with all members what the preview counted', async () => {
    const community = await app.community()
    const seen = new Set<string>()
    const setLadder = async (thresholds: readonly (number | null)[], lieutenantIsRank: boolean): Promise<void> => {
      for (const [index, role] of ladderRoles.entries()) {
        await sql`update rank set auto_rank_experience = ${thresholds[index] ?? null},
            managed = ${role !== roles.lieutenant || lieutenantIsRank || thresholds[index] !== null}
          where community_id = ${community.communityId} and unique_id = ${role}`.execute(app.app.db)
      }
    }
    const property = fc.asyncProperty(cases, async ({ before, after, demotes, enabled, declared, members }) => {
      await lift(community)
      await setLadder(before, !declared)
      for (const [index, userId] of group.members.entries()) {
        const { experience, roles: held, blockedBy } = members[index] as (typeof members)[number]
        if (app.world.rolesOf(group.id, userId).length > 0) app.world.removeMember(group.id, userId)
        if (held !== null) app.world.addMember(group.id, userId)
        for (const role of held ?? []) app.world.giveRole(group.id, userId, role)
        const ranks = (held ?? []).filter((role) => role !== roles.lieutenant || !declared || before[2] !== null)
        const rank = held === null ? null : (ranks.at(-1) ?? roles.recruit)
        await store(community, { userId, experience, rank, roleIds: held === null ? [] : [roles.recruit, ...held] })
        if (blockedBy === 'suspended') await suspend(community, userId)
        if (blockedBy === 'blacklisted') await blacklist(community, userId)
      }
      const thresholds = ladderRoles.map((uniqueId, index) => ({ uniqueId, experience: after[index] ?? null }))
      const told = await previewAutoRank(await community.ctx(), { thresholds, demotes, enabled })

      for (const { uniqueId, experience } of thresholds)
        await setRankThreshold(await community.ctx(), uniqueId, experience)
      await updateAutoRank(await community.ctx(), { demotes, enabled })
      const did = { moves: [] as string[], unchanged: 0, skipped: new Map<string, number>() }
      for (const userId of group.members) {
        const ctx = await community.ctx()
        const outcome = await runAutoRank(ctx, snapshotOf(await requireMember(ctx, userId)))
        if (outcome.outcome === 'changed') did.moves.push(String((await requireMember(ctx, userId)).rank_unique_id))
        else if (outcome.outcome === 'unchanged') did.unchanged++
        else did.skipped.set(String(outcome.reason), (did.skipped.get(String(outcome.reason)) ?? 0) + 1)
        seen.add(String(outcome.reason ?? outcome.outcome))
      }
      const promised = told.moves.flatMap(({ to, members: count }) => Array<string>(count).fill(String(to.unique_id)))
      expect({ moves: promised.sort(), unchanged: told.unchanged, skipped: told.skipped }).toEqual({
        ...did,
        moves: did.moves.sort(),
      })
      expect(told.members).toBe(group.members.length)
    })
    await fc.assert(property, { numRuns: runs(120) })
    expect(seen.size).toBeGreaterThan(6)
  })
})
