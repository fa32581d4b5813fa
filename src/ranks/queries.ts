// SQL of the table rank: the roles of the community's group at the last sync, with AutoRank thresholds.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../context'
import { query } from '../db/statements'
import type { PlatformRole } from '../platform/platform'

export interface RankRow {
  readonly unique_id: number
  readonly rank_id: number
  readonly name: string
  readonly member_count: number | null
  readonly auto_rank_experience: number | null
}

const listRanksStatement = query<RankRow>(
  'list_ranks',
  `select unique_id, rank_id, name, member_count, auto_rank_experience
   from rank where community_id = $1 order by rank_id, unique_id`,
)

/** Lowest rank number first. */
export function listRanks(ctx: Pick<Ctx, 'db' | 'community'>): Promise<RankRow[]> {
  return listRanksStatement(ctx.db, [ctx.community.communityId])
}

/** Input of AutoRank for a member `m`, as JSON: the ranks of the ladder and the one held, lowest first. */
export const autoRankFacts = `coalesce((
      select json_agg(json_build_object('unique_id', l.unique_id, 'rank_id', l.rank_id, 'name', l.name,
        'auto_rank_experience', l.auto_rank_experience) order by l.rank_id, l.unique_id)
      from rank l
      where l.community_id = m.community_id
        and (l.auto_rank_experience is not null or l.unique_id = m.rank_unique_id)), '[]'::json)`

/** Replaces the stored ranks by the platform's roles. Thresholds of remaining roles are kept. */
export async function replaceRanks(tx: TxCtx, roles: readonly PlatformRole[]): Promise<void> {
  const { communityId } = tx.community
  await sql`
    insert into rank (community_id, unique_id, rank_id, name, member_count)
    select ${communityId}, role.* from unnest(
      ${roles.map((role) => role.uniqueId)}::bigint[], ${roles.map((role) => role.rankId)}::smallint[],
      ${roles.map((role) => role.name)}::text[], ${roles.map((role) => role.memberCount)}::bigint[]) as role
    on conflict (community_id, unique_id) do update
    set rank_id = excluded.rank_id, name = excluded.name, member_count = excluded.member_count, synced_at = now()
  `.execute(tx.db)
  await sql`
    delete from rank where community_id = ${communityId}
      and unique_id <> all(${roles.map((role) => role.uniqueId)}::bigint[])`.execute(tx.db)
}

/** Null: never synced. */
export async function findRankSync(db: Db, communityId: string): Promise<{ ranks: number; synced_at: string | null }> {
  return db
    .selectFrom('rank')
    .select(({ fn }) => [fn.countAll<number>().as('ranks'), fn.max('synced_at').as('synced_at')])
    .where('community_id', '=', communityId)
    .executeTakeFirstOrThrow()
}

/** Locks the rank until the end of the transaction; null if it does not exist. */
export async function lockRank(tx: TxCtx, uniqueId: number): Promise<RankRow | null> {
  const { rows } = await sql<RankRow>`
    select unique_id, rank_id, name, member_count, auto_rank_experience from rank
    where community_id = ${tx.community.communityId} and unique_id = ${uniqueId} for no key update`.execute(tx.db)
  return rows[0] ?? null
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
