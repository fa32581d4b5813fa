// SQL (recompute_ranks) and the TypeScript rules give the same stored rank.
import fc from 'fast-check'
import { sql } from 'kysely'
import { recomputeRanks } from '../../src/members/profile/actions'
import { listRanks } from '../../src/ranks/queries'
import { rankHeld } from '../../src/ranks/rules'
import { startTestApp, type TestApp } from '../support/app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const roles = [1, 2, 3, 4, 5, 6, 7]
const worlds = fc.record({
  // several roles may have the same number
  ranks: fc.array(fc.constantFrom(0, 1, 5, 10, 10, 75, 254, 255), { minLength: 7, maxLength: 7 }),
  unmanaged: fc.subarray(roles),
  ladder: fc.subarray(roles, { maxLength: 2 }),
  single: fc.boolean(),
})

it('recomputed ranks are those of the rules, for all sets of roles and declarations', async () => {
  const { communityId, ctx } = await app.community()
  const { db } = app.app
  const held = Array.from({ length: 2 ** roles.length - 1 }, (_, bits) =>
    roles.filter((_role, index) => (((bits + 1) >> index) & 1) === 1),
  )
  for (const { ranks, unmanaged, ladder, single } of fc.sample(worlds, 15)) {
    await sql`delete from rank where community_id = ${communityId}`.execute(db)
    for (const [index, role] of roles.entries()) {
      const rank = ranks[index] ?? 0
      const threshold = ladder.includes(role) && rank > 0 && rank < 255 ? role : null
      await sql`insert into rank (community_id, unique_id, rank_id, name, synced_at, managed, auto_rank_experience)
        values (${communityId}, ${role}, ${rank}, ${`role ${role}`}, now(), ${!unmanaged.includes(role)}, ${threshold})`.execute(
        db,
      )
    }
    await sql`update community set single_rank = ${single} where community_id = ${communityId}`.execute(db)
    await sql`delete from member where community_id = ${communityId}`.execute(db)
    for (const [index, ofMember] of held.entries()) {
      await sql`insert into member (community_id, user_id, rank_unique_id, role_ids)
        values (${communityId}, ${index + 1}, ${ofMember[0]}, ${ofMember}::bigint[])`.execute(db)
    }
    await recomputeRanks(db, communityId)
    const { rows } = await sql<{ rank: number | null }>`select rank_unique_id as rank from member
      where community_id = ${communityId} order by user_id`.execute(db)
    const known = await listRanks(await ctx())
    const expected = held.map((ofMember) => rankHeld(known, ofMember)?.unique_id ?? null)
    expect(rows.map(({ rank }) => rank)).toEqual(expected)
  }
})
