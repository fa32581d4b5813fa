// SQL on member records. Points are in progression/queries.ts.
import type { Ctx } from '../context'
import { batched } from '../db/batcher'
import { pageCut, type CutRow } from '../db/paging'
import { unnestParams, opaqueParam, integers, jsonQuery, query, utc } from '../db/statements'
import type { PlatformUser } from '../platform/platform'

export interface MemberRow {
  readonly user_id: number
  readonly username: string | null
  readonly display_name: string | null
  readonly experience: number
  readonly quota_points: number
  /** The last synced rank; `rank_id` and `rank_name` are null when the group no longer has that role. */
  readonly rank_unique_id: number | null
  readonly rank_id: number | null
  readonly rank_name: string | null
  readonly medals: readonly { name: string; count: number; awardedAt: string }[]
  readonly qualifications: readonly { name: string; awardedAt: string }[]
  readonly created_at: string
  readonly updated_at: string
  readonly synced_at: string | null
}

/**
 * The columns of a MemberRow, over `m` (member) and `r` (`memberRank`). After a lock wait the counts are newer than the
 * snapshot of the subselects: hence the `coalesce`.
 */
export const memberColumns = `m.user_id, m.username, m.display_name, m.experience, m.quota_points, m.rank_unique_id,
  r.rank_id, r.name as rank_name, m.created_at, m.updated_at, m.synced_at,
  case when m.medal_occurrences = 0 then '[]'::json else coalesce((
    select json_agg(json_build_object('name', d.name, 'count', h.count, 'awardedAt', ${utc('h.awarded_at')}) order by d.name)
    from member_medal h join medal d using (community_id, medal_id)
    where h.community_id = m.community_id and h.user_id = m.user_id), '[]'::json) end as medals,
  case when m.qualifications_held = 0 then '[]'::json else coalesce((
    select json_agg(json_build_object('name', q.name, 'awardedAt', ${utc('h.awarded_at')}) order by q.name)
    from member_qualification h join qualification q using (community_id, qualification_id)
    where h.community_id = m.community_id and h.user_id = m.user_id), '[]'::json) end as qualifications`

export const memberTimes = ['created_at', 'updated_at', 'synced_at'] as const

export const memberRank = 'left join rank r on r.community_id = m.community_id and r.unique_id = m.rank_unique_id'

const findStatement = query<MemberRow>(
  'find_member',
  `select ${memberColumns} from member m ${memberRank} where m.community_id = $1 and m.user_id = $2`,
)

const findManyStatement = jsonQuery<MemberRow>('find_members', {
  // the lateral join forces an index lookup for each id
  select: `select ${memberColumns} from ${unnestParams('$2::bigint[]')} as requested (user_id)
    cross join lateral (select * from member where community_id = $1 and user_id = requested.user_id limit 1) m ${memberRank}`,
  times: memberTimes,
})

const loadMember = batched<number, MemberRow | null>({
  name: 'find_member',
  maxSize: 100,
  keyOf: null,
  async load(db, communityId, userIds) {
    if (userIds.length === 1) return [(await findStatement(db, [communityId, userIds[0]]))[0] ?? null]
    const rows = new Map<number, MemberRow>()
    for (const row of await findManyStatement(db, [communityId, integers(new Set(userIds))])) rows.set(row.user_id, row)
    return userIds.map((userId) => rows.get(userId) ?? null)
  },
})

/** The member, or null; concurrent calls are batched into one statement. */
export function findMember(ctx: Ctx, userId: number): Promise<MemberRow | null> {
  return loadMember(ctx.db, ctx.community.communityId, userId)
}

const findByNameStatement = query<{ user_id: number; synced_at: string | null }>(
  'find_member_by_username',
  // two members can have the same name until the outdated one is synced: the last synced is current
  `select user_id, synced_at from member where community_id = $1 and lower(username) = lower($2)
   order by synced_at desc nulls last limit 1`,
)

export async function findUserIdByName(
  ctx: Ctx,
  username: string,
): Promise<{ userId: number; syncedAt: string | null } | null> {
  const [row] = await findByNameStatement(ctx.db, [ctx.community.communityId, username])
  return row ? { userId: row.user_id, syncedAt: row.synced_at } : null
}

/** A page ends with the member that brings the medals and qualifications of its members to this number. */
const MAX_AWARDS_PER_PAGE = 5_000

const [beforeMembers, afterMembers] = pageCut(
  'user_id',
  '(medal_occurrences + qualifications_held)',
  MAX_AWARDS_PER_PAGE,
)

const listStatement = query<MemberRow & CutRow>(
  'list_members',
  `select ${memberColumns}, m.more from (${beforeMembers}
     select * from member where community_id = $1 and user_id > ${opaqueParam('$2::bigint')}
     order by user_id limit ${opaqueParam('$3::bigint')}${afterMembers}) m ${memberRank}
   order by m.user_id`,
)

/** Members after `afterUserId` by user id, limited by `limit` and MAX_AWARDS_PER_PAGE. */
export function listMembers(ctx: Ctx, afterUserId: number, limit: number): Promise<(MemberRow & CutRow)[]> {
  return listStatement(ctx.db, [ctx.community.communityId, afterUserId, limit])
}

/** SQL: `Member.rank` as JSON for the audit log, of community $1; null when the group no longer has it. */
function rankJson(uniqueId: string): string {
  return `(select jsonb_build_object('uniqueId', r.unique_id, 'rankId', r.rank_id, 'name', r.name)
    from rank r where r.community_id = $1 and r.unique_id = ${uniqueId})`
}

function createdMemberJson(rank: string): string {
  return `jsonb_build_object('experience', experience, 'quotaPoints', quota_points, 'rank', ${rank})`
}

const insertStatement = query<never>(
  'insert_member',
  `with created as (
     insert into member (community_id, user_id) values ($1, $2) on conflict do nothing
     returning user_id, experience, quota_points
   )
   insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, after, request_id)
   select $1, $3, $4, 'member.create', user_id, ${createdMemberJson('null::jsonb')}, $5 from created`,
)

const auditParameters = ({ actor, requestId }: Ctx): unknown[] => [actor.kind, actor.id, requestId]

/** Creates a member with the user id only; nothing happens when it exists. */
export async function insertMember(ctx: Ctx, userId: number): Promise<void> {
  await insertStatement(ctx.db, [ctx.community.communityId, userId, ...auditParameters(ctx)])
}

const storeProfileStatement = query<{ user_id: number }>(
  'store_profile',
  // $6 rank, $7 username, $8 display name. Returns no row for a member that is created concurrently, because the audit
  // entry would lack its previous rank; the caller retries.
  `with held as materialized (
     select rank_unique_id from member where community_id = $1 and user_id = $2 for no key update
   ), stored as (
     insert into member as m (community_id, user_id, username, display_name, rank_unique_id, synced_at)
     select $1, $2, $7, $8, $6::bigint, now() from (select count(*) from held) as looked
     on conflict (community_id, user_id) do update
     set username = excluded.username, display_name = excluded.display_name, rank_unique_id = excluded.rank_unique_id,
       synced_at = excluded.synced_at,
       updated_at = case when (m.username, m.display_name, m.rank_unique_id)
           is distinct from (excluded.username, excluded.display_name, excluded.rank_unique_id)
         then now() else m.updated_at end
     where exists (select from held)
     returning user_id, experience, quota_points
   ), audited as (
     insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
     select $1, $3, $4, 'member.create', user_id, null::jsonb, ${createdMemberJson(rankJson('$6::bigint'))}, $5
     from stored where not exists (select from held)
     union all
     select $1, $3, $4, 'member.rank', user_id, jsonb_build_object('rank', ${rankJson('held.rank_unique_id')}),
       jsonb_build_object('rank', ${rankJson('$6::bigint')}), $5
     from stored cross join held where held.rank_unique_id is distinct from $6::bigint
   )
   select user_id from stored`,
)

export async function storeProfile(ctx: Ctx, user: PlatformUser, rankUniqueId: number | null): Promise<void> {
  const { userId, username, displayName } = user
  const parameters = [ctx.community.communityId, userId, ...auditParameters(ctx), rankUniqueId, username, displayName]
  for (let attempt = 0; attempt < 3; attempt++) {
    if ((await storeProfileStatement(ctx.db, parameters)).length > 0) return
  }
  throw new Error(`the profile of account ${userId} could not be stored: each attempt met a concurrent insert`)
}

const storeRankStatement = query<never>(
  'store_member_rank',
  `with held as (
     select rank_unique_id from member
     where community_id = $1 and user_id = $2 and rank_unique_id is distinct from $6 for no key update
   ), stored as (
     update member m set rank_unique_id = $6, updated_at = now()
     from held where m.community_id = $1 and m.user_id = $2
     returning m.user_id, held.rank_unique_id as rank_before
   )
   insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
   select $1, $3, $4, 'member.rank', user_id, jsonb_build_object('rank', ${rankJson('rank_before')}),
     jsonb_build_object('rank', ${rankJson('$6::bigint')}), $5 from stored`,
)

/** Stores the rank read from the platform; nothing happens when it is unchanged. */
export async function storeMemberRank(ctx: Ctx, userId: number, rankUniqueId: number | null): Promise<void> {
  await storeRankStatement(ctx.db, [ctx.community.communityId, userId, ...auditParameters(ctx), rankUniqueId])
}

export async function listExistingMembers(ctx: Ctx, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('member')
    .select('user_id')
    .where('community_id', '=', ctx.community.communityId)
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map((row) => row.user_id)
}
