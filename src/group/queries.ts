// All SQL on rank and platform_connection: the community's group on the platform, its roles and the way to it.
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

/** The community's ranks, lowest rank number first. */
export function listRanks(ctx: Pick<Ctx, 'db' | 'community'>): Promise<RankRow[]> {
  return listRanksStatement(ctx.db, [ctx.community.communityId])
}

/** Makes the stored ranks equal to the platform's roles; thresholds of roles that stay are kept. */
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

/** How many ranks are stored, and when they were last read from the platform; null: never. */
export async function findRankSync(db: Db, communityId: string): Promise<{ ranks: number; synced_at: string | null }> {
  return db
    .selectFrom('rank')
    .select(({ fn }) => [fn.countAll<number>().as('ranks'), fn.max('synced_at').as('synced_at')])
    .where('community_id', '=', communityId)
    .executeTakeFirstOrThrow()
}

/** Sets or clears the AutoRank threshold of a rank; false when there is no such rank. */
export async function setThreshold(tx: TxCtx, uniqueId: number, experience: number | null): Promise<boolean> {
  const result = await tx.db
    .updateTable('rank')
    .set({ auto_rank_experience: experience })
    .where('community_id', '=', tx.community.communityId)
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export interface ConnectionRow {
  readonly group_id: number
  readonly credential: Buffer
  readonly status: string
  readonly being_checked: boolean
  readonly owner_user_id: number | null
  readonly connected_at: string
}

export async function findConnection(db: Db, communityId: string): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    select group_id, credential, status, owner_user_id, connected_at,
      coalesce(checking_until > now(), false) as being_checked
    from platform_connection where community_id = ${communityId}`.execute(db)
  return rows[0] ?? null
}

export async function storeConnection(
  tx: TxCtx,
  connection: { groupId: number; credential: Buffer; ownerUserId: number | null },
): Promise<void> {
  const values = {
    group_id: connection.groupId,
    credential_kind: 'api_key',
    credential: connection.credential,
    owner_user_id: connection.ownerUserId,
    status: 'connected',
    checking_until: null,
  }
  await tx.db
    .insertInto('platform_connection')
    .values({ community_id: tx.community.communityId, ...values })
    .onConflict((conflict) => conflict.column('community_id').doUpdateSet({ ...values, connected_at: sql`now()` }))
    .execute()
}

/** Removes the connection; false when there was none. */
export async function deleteConnection(tx: TxCtx): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('platform_connection')
    .where('community_id', '=', tx.community.communityId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Takes the check of a doubtful credential upon this process for a while; false when another has it. */
export async function claimCheck(db: Db, communityId: string, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update platform_connection set checking_until = now() + make_interval(secs => ${seconds})
    where community_id = ${communityId} and (checking_until is null or checking_until <= now())`.execute(db)
  return numAffectedRows === 1n
}

/** Ends the check: the credential works after all, or the community has to reconnect. */
export async function settleCheck(
  db: Db,
  communityId: string,
  status: 'connected' | 'reconnect_required',
): Promise<void> {
  await db
    .updateTable('platform_connection')
    .set({ status, checking_until: null })
    .where('community_id', '=', communityId)
    .execute()
}
