// SQL that creates and syncs members.
import { sql } from 'kysely'
import { auditInsert } from '../../audit/entry'
import { actorParameters, type Ctx, type Db } from '../../context'
import { now } from '../../db/expressions'
import { integers, statement } from '../../db/statements'
import type { PlatformUser } from '../../platform/platform'
import { isManaged } from '../../ranks/queries'
import { own } from '../../db/own'

function rankJson(uniqueId: string): string {
  return `(select jsonb_build_object('uniqueId', r.unique_id, 'rankId', r.rank_id, 'name', r.name)
    from rank r where r.community_id = :communityId and r.unique_id = ${uniqueId})`
}

function createdMemberJson(rank: string): string {
  return `jsonb_build_object('experience', experience, 'quotaPoints', quota_points, 'rank', ${rank})`
}

const insertStatement = statement(
  'insert_member',
  `with created as (
     insert into member (community_id, user_id) values (:communityId, :userId) on conflict do nothing
     returning user_id, experience, quota_points
   )
   ${auditInsert({
     action: 'member.create',
     userId: 'user_id',
     after: createdMemberJson('null::jsonb'),
     from: 'created',
   })}`,
)

export async function insertMember(ctx: Ctx, userId: number): Promise<void> {
  await insertStatement(ctx.db, { communityId: ctx.community.communityId, userId, ...actorParameters(ctx) })
}

const leaves = `when :roleIds::bigint[] = '{}' and m.role_ids <> '{}'`
/** SQL: keeps the roles of the member `m` when it has left the group, at `held.at`. */
const keepLeftRoles = `left_at = case ${leaves} then held.at else m.left_at end,
  left_role_ids = case ${leaves} then m.role_ids else m.left_role_ids end`

const storeProfileStatement = statement(
  'store_profile',
  // returns no row for a member that is created concurrently, because the audit entry would lack its previous rank
  `with held as materialized (
     select rank_unique_id, now() as at from member
     where community_id = :communityId and user_id = :userId for no key update
   ), changed as (
     update member m
     set username = :username, display_name = :displayName, rank_unique_id = :rankUniqueId?::bigint,
       role_ids = :roleIds::bigint[], ${keepLeftRoles}, synced_at = held.at, named_at = held.at,
       updated_at = case when (m.username, m.display_name, m.rank_unique_id, m.role_ids)
           is distinct from (:username::text, :displayName::text, :rankUniqueId?::bigint, :roleIds::bigint[])
         then held.at else m.updated_at end
     from held where m.community_id = :communityId and m.user_id = :userId
     returning m.user_id, m.experience, m.quota_points
   ), created as (
     insert into member (community_id, user_id, username, display_name, rank_unique_id, role_ids, synced_at, named_at)
     select :communityId, :userId, :username, :displayName, :rankUniqueId?::bigint, :roleIds::bigint[], now(), now()
     where not exists (select rank_unique_id from held)
     on conflict do nothing
     returning user_id, experience, quota_points
   ), stored as (
     select user_id, experience, quota_points from changed union all select user_id, experience, quota_points from created
   ), audited as (
     ${auditInsert(
       {
         action: 'member.create',
         userId: 'user_id',
         after: createdMemberJson(rankJson(':rankUniqueId?::bigint')),
         from: 'stored where not exists (select rank_unique_id from held)',
       },
       {
         action: 'member.rank',
         userId: 'user_id',
         before: `jsonb_build_object('rank', ${rankJson('held.rank_unique_id')})`,
         after: `jsonb_build_object('rank', ${rankJson(':rankUniqueId?::bigint')})`,
         by: 'seen',
         from: 'stored cross join held where held.rank_unique_id is distinct from :rankUniqueId?::bigint',
       },
     )}
   )
   select user_id from stored`,
)

/** Roles of a group that are stored for a member, at most. */
const MAX_ROLES = 256

export async function storeProfile(
  ctx: Ctx,
  user: PlatformUser,
  rankUniqueId: number | null,
  roles: readonly number[],
): Promise<void> {
  const { userId, username, displayName } = user
  const { communityId } = ctx.community
  const roleIds = integers(roles.slice(0, MAX_ROLES))
  const parameters = { communityId, userId, username, displayName, rankUniqueId, roleIds, ...actorParameters(ctx) }
  for (let attempt = 0; attempt < 3; attempt++) {
    if ((await storeProfileStatement(ctx.db, parameters)).length > 0) return
  }
  throw new Error(`the profile of account ${userId} could not be stored: each attempt met a concurrent insert`)
}

const storeRankStatement = statement(
  'store_member_rank',
  `with held as (
     select rank_unique_id, now() as at from member
     where community_id = :communityId and user_id = :userId
       and (rank_unique_id, role_ids) is distinct from (:rankUniqueId?::bigint, :roleIds::bigint[]) for no key update
   ), stored as (
     update member m set rank_unique_id = :rankUniqueId?, role_ids = :roleIds::bigint[], ${keepLeftRoles}, updated_at = now()
     from held where m.community_id = :communityId and m.user_id = :userId
     returning m.user_id, held.rank_unique_id as rank_before
   )
   ${auditInsert({
     action: 'member.rank',
     userId: 'user_id',
     before: `jsonb_build_object('rank', ${rankJson('rank_before')})`,
     after: `jsonb_build_object('rank', ${rankJson(':rankUniqueId?::bigint')})`,
     by: 'seen',
     from: 'stored where rank_before is distinct from :rankUniqueId?::bigint',
   })}`,
)

export async function storeMemberRank(
  ctx: Ctx,
  userId: number,
  rankUniqueId: number | null,
  roles: readonly number[],
): Promise<void> {
  const { communityId } = ctx.community
  const roleIds = integers(roles.slice(0, MAX_ROLES))
  await storeRankStatement(ctx.db, { communityId, userId, rankUniqueId, roleIds, ...actorParameters(ctx) })
}

/** Those that are members, unless something of them was stored since. */
export function listStored(ctx: Ctx, userIds: readonly number[], since: Date): Promise<{ user_id: number }[]> {
  return own(ctx)
    .selectFrom('member')
    .select('user_id')
    .where('user_id', '=', sql<number>`any(${integers(userIds)}::bigint[])`)
    .where('updated_at', '<', since.toISOString())
    .execute()
}

export async function markSynced(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  await own(ctx)
    .updateTable('member')
    .set(({ fn }) => ({ synced_at: now, named_at: fn.coalesce('named_at', 'synced_at') }))
    .where('user_id', '=', sql<number>`any(${integers(userIds)}::bigint[])`)
    .execute()
}

/** Members with roles, not synced since the reading of memberships began; the longest first. */
export async function listMembersSyncedBefore(ctx: Ctx, limit: number): Promise<number[]> {
  const rows = await own(ctx)
    .selectFrom('member as m')
    .innerJoin('platform_connection as pc', 'pc.community_id', 'm.community_id')
    .select('m.user_id')
    .where('m.role_ids', '<>', sql<number[]>`'{}'`)
    .whereRef('m.synced_at', '<', 'pc.memberships_read_at')
    .orderBy('m.synced_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.user_id)
}

const RECOMPUTED_AT_ONCE = 1_000

const recomputeStatement = statement(
  'recompute_ranks',
  // as `rankHeld` of the rules; without the rank among the roles, they are of a release before these
  `with page as (
     select user_id, rank_unique_id, role_ids from member
     where community_id = :communityId and user_id > :after order by user_id limit ${RECOMPUTED_AT_ONCE}
   ), computed as (
     select page.user_id, page.rank_unique_id, coalesce(
       (select r.unique_id from rank r where r.community_id = :communityId and r.unique_id = any(page.role_ids)
          and (${isManaged} or r.rank_id in (0, 255)) order by r.rank_id desc, r.unique_id desc limit 1),
       (select r.unique_id from rank r where r.community_id = :communityId and r.rank_id between 1 and 254
          order by r.rank_id, r.unique_id limit 1)) as rank
     from page where page.rank_unique_id = any(page.role_ids)
   ), changed as (
     update member m set rank_unique_id = computed.rank, updated_at = now() from computed
     where m.community_id = :communityId and m.user_id = computed.user_id
       and m.rank_unique_id = computed.rank_unique_id and m.rank_unique_id is distinct from computed.rank
   )
   select max(user_id) as last, count(*) as "count!" from page`,
)

export async function recomputeRanksAfter(db: Db, communityId: string, after: number): Promise<number | null> {
  const [row] = await recomputeStatement(db, { communityId, after })
  return row?.count === RECOMPUTED_AT_ONCE ? row.last : null
}
