// SQL of the table rank: the roles of the community's group at the last sync, with AutoRank thresholds.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../context'
import { now, unnested } from '../db/expressions'
import { statement, type RowOf } from '../db/statements'
import type { PlatformRole } from '../platform/platform'

const listRanksStatement = statement(
  'list_ranks',
  `select unique_id, rank_id, name, member_count, auto_rank_experience
   from rank where community_id = :communityId order by rank_id, unique_id`,
)

export type RankRow = RowOf<typeof listRanksStatement>

export function listRanks(ctx: Pick<Ctx, 'db' | 'community'>): Promise<RankRow[]> {
  return listRanksStatement(ctx.db, { communityId: ctx.community.communityId })
}

/** Input of AutoRank for a member `m`, as JSON: the ranks of the ladder and the one held, lowest first. */
export const autoRankFacts = `coalesce((
      select json_agg(json_build_object('unique_id', l.unique_id, 'rank_id', l.rank_id, 'name', l.name,
        'auto_rank_experience', l.auto_rank_experience) order by l.rank_id, l.unique_id)
      from rank l
      where l.community_id = :communityId
        and (l.auto_rank_experience is not null or l.unique_id = m.rank_unique_id)), '[]'::json)`

/** Replaces the stored ranks by the platform's roles. Thresholds of remaining roles are kept. */
export async function replaceRanks(tx: TxCtx, roles: readonly PlatformRole[]): Promise<void> {
  const { communityId } = tx.community
  await tx.db
    .insertInto('rank')
    .columns(['community_id', 'unique_id', 'rank_id', 'name', 'member_count', 'synced_at'])
    .expression((eb) =>
      eb
        .selectFrom(
          unnested('role', roles, { uniqueId: 'bigint', rankId: 'smallint', name: 'text', memberCount: 'bigint' }),
        )
        .select(({ val }) => val(communityId).as('community_id'))
        .select(['role.uniqueId', 'role.rankId', 'role.name', 'role.memberCount'])
        .select(now.as('synced_at')),
    )
    .onConflict((conflict) =>
      conflict.columns(['community_id', 'unique_id']).doUpdateSet(({ ref }) => ({
        rank_id: ref('excluded.rank_id'),
        name: ref('excluded.name'),
        member_count: ref('excluded.member_count'),
        synced_at: ref('excluded.synced_at'),
      })),
    )
    .execute()
  await tx.db
    .deleteFrom('rank')
    .where('community_id', '=', communityId)
    .where('unique_id', '<>', sql<number>`all(${roles.map((role) => role.uniqueId)}::bigint[])`)
    .execute()
}

export async function findRankSync(db: Db, communityId: string): Promise<{ ranks: number; synced_at: string | null }> {
  return db
    .selectFrom('rank')
    .select(({ fn }) => [fn.countAll<number>().as('ranks'), fn.max('synced_at').as('synced_at')])
    .where('community_id', '=', communityId)
    .executeTakeFirstOrThrow()
}

export async function lockRank(tx: TxCtx, uniqueId: number): Promise<RankRow | null> {
  const row = await tx.db
    .selectFrom('rank')
    .select(['unique_id', 'rank_id', 'name', 'member_count', 'auto_rank_experience'])
    .where('community_id', '=', tx.community.communityId)
    .where('unique_id', '=', uniqueId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Null removes the rank from the ladder. */
export async function setThreshold(tx: TxCtx, uniqueId: number, experience: number | null): Promise<void> {
  await tx.db
    .updateTable('rank')
    .set({ auto_rank_experience: experience })
    .where('community_id', '=', tx.community.communityId)
    .where('unique_id', '=', uniqueId)
    .execute()
}
