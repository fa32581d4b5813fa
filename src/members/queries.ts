// All SQL on the member's record but its numbers: finding, listing, creating, and the profile from the platform.
import type { Ctx } from '../context'
import { coalesced } from '../db/batcher'
import { pageCut, type CutRow } from '../db/paging'
import { each, hidden, integers, jsonQuery, query, utc } from '../db/statements'
import type { PlatformUser } from '../platform/platform'

/** A member as every answer shows it. `medals` and `qualifications` come as JSON built by PostgreSQL. */
export interface MemberRow {
  readonly user_id: number
  readonly username: string | null
  readonly display_name: string | null
  readonly experience: number
  readonly quota_points: number
  /** The rank synced last; its columns are null when the group no longer has that role. */
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
 * The columns of a MemberRow, over `m` (member) and `r` (its rank, `memberRank`). Nobody looks for what is not held. A statement
 * that waited for the member's lock sees the numbers anew but the holdings as they were: there may be none yet.
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

/** The times among them. */
export const memberTimes = ['created_at', 'updated_at', 'synced_at'] as const

/** Joins the rank `r` of the member `m`. */
export const memberRank = 'left join rank r on r.community_id = m.community_id and r.unique_id = m.rank_unique_id'

const findStatement = query<MemberRow>(
  'find_member',
  `select ${memberColumns} from member m ${memberRank} where m.community_id = $1 and m.user_id = $2`,
)

const findManyStatement = jsonQuery<MemberRow>('find_members', {
  // one look for each, whatever the planner thinks of the community's size: it may be one of ten members, or of a million
  select: `select ${memberColumns} from ${each('$2::bigint[]')} as asked (user_id)
    cross join lateral (select * from member where community_id = $1 and user_id = asked.user_id limit 1) m ${memberRank}`,
  times: memberTimes,
})

const askForMember = coalesced<number, MemberRow | null>({
  name: 'find_member',
  most: 100,
  keyOf: null,
  async ask(db, communityId, userIds) {
    if (userIds.length === 1) return [(await findStatement(db, [communityId, userIds[0]]))[0] ?? null]
    const rows = new Map<number, MemberRow>()
    for (const row of await findManyStatement(db, [communityId, integers(new Set(userIds))])) rows.set(row.user_id, row)
    return userIds.map((userId) => rows.get(userId) ?? null)
  },
})

/** The member, or null; asked together with what others ask meanwhile. */
export function findMember(ctx: Ctx, userId: number): Promise<MemberRow | null> {
  return askForMember(ctx.db, ctx.community.communityId, userId)
}

const findByNameStatement = query<{ user_id: number; synced_at: string | null }>(
  'find_member_by_username',
  // two members may show one name while an old one is not synced yet: the one synced last is right
  `select user_id, synced_at from member where community_id = $1 and lower(username) = lower($2)
   order by synced_at desc nulls last limit 1`,
)

/** Who was last seen under a username, and when; null when nobody was. */
export async function findUserIdByName(
  ctx: Ctx,
  username: string,
): Promise<{ userId: number; syncedAt: string | null } | null> {
  const [row] = await findByNameStatement(ctx.db, [ctx.community.communityId, username])
  return row ? { userId: row.user_id, syncedAt: row.synced_at } : null
}

/** A page ends with the member that brings what its members hold to this many medals and qualifications. */
const HELD_A_PAGE = 5_000

const [beforeMembers, afterMembers] = pageCut('user_id', '(medal_occurrences + qualifications_held)', HELD_A_PAGE)

const listStatement = query<MemberRow & CutRow>(
  'list_members',
  `select ${memberColumns}, m.more from (${beforeMembers}
     select * from member where community_id = $1 and user_id > ${hidden('$2::bigint')}
     order by user_id limit ${hidden('$3::bigint')}${afterMembers}) m ${memberRank}
   order by m.user_id`,
)

/** Members after `afterUserId` by user id, at most `limit` and HELD_A_PAGE. */
export function listMembers(ctx: Ctx, afterUserId: number, limit: number): Promise<(MemberRow & CutRow)[]> {
  return listStatement(ctx.db, [ctx.community.communityId, afterUserId, limit])
}

/** A rank of the community $1 as the audit trail shows it, as `Member.rank`; null: none, or one the group no longer has. */
function rankOf(uniqueId: string): string {
  return `(select jsonb_build_object('uniqueId', r.unique_id, 'rankId', r.rank_id, 'name', r.name)
    from rank r where r.community_id = $1 and r.unique_id = ${uniqueId})`
}

/** A new member as the audit trail shows it. @param rank its rank as JSON */
function asCreated(rank: string): string {
  return `jsonb_build_object('experience', experience, 'quotaPoints', quota_points, 'rank', ${rank})`
}

const insertStatement = query<never>(
  'insert_bare_member',
  `with created as (
     insert into member (community_id, user_id) values ($1, $2) on conflict do nothing
     returning user_id, experience, quota_points
   )
   insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, after, request_id)
   select $1, $3, $4, 'member.create', user_id, ${asCreated('null::jsonb')}, $5 from created`,
)

/** $3 to $5 of the statements below. */
const whoOf = ({ actor, requestId }: Ctx): unknown[] => [actor.kind, actor.id, requestId]

/** Makes a member of whom nothing is known but the id. */
export async function insertBareMember(ctx: Ctx, userId: number): Promise<void> {
  await insertStatement(ctx.db, [ctx.community.communityId, userId, ...whoOf(ctx)])
}

const storeProfileStatement = query<{ user_id: number }>(
  'store_profile',
  // $6 the rank, $7 username, $8 display name. Who became a member between the look and the write is not touched: the entry
  // would not know what was before.
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
     select $1, $3, $4, 'member.create', user_id, null::jsonb, ${asCreated(rankOf('$6::bigint'))}, $5
     from stored where not exists (select from held)
     union all
     select $1, $3, $4, 'member.rank', user_id, jsonb_build_object('rank', ${rankOf('held.rank_unique_id')}),
       jsonb_build_object('rank', ${rankOf('$6::bigint')}), $5
     from stored cross join held where held.rank_unique_id is distinct from $6::bigint
   )
   select user_id from stored`,
)

/** Stores what the platform says of an account; makes it a member if it is none. */
export async function storeProfile(ctx: Ctx, user: PlatformUser, rankUniqueId: number | null): Promise<void> {
  const { userId, username, displayName } = user
  const parameters = [ctx.community.communityId, userId, ...whoOf(ctx), rankUniqueId, username, displayName]
  // the second time it finds the member that another request made meanwhile
  for (let attempt = 0; attempt < 3; attempt++) {
    if ((await storeProfileStatement(ctx.db, parameters)).length > 0) return
  }
  throw new Error('a member was neither made nor found')
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
   select $1, $3, $4, 'member.rank', user_id, jsonb_build_object('rank', ${rankOf('rank_before')}),
     jsonb_build_object('rank', ${rankOf('$6::bigint')}), $5 from stored`,
)

/** Stores the rank the platform shows. */
export async function storeMemberRank(ctx: Ctx, userId: number, rankUniqueId: number | null): Promise<void> {
  await storeRankStatement(ctx.db, [ctx.community.communityId, userId, ...whoOf(ctx), rankUniqueId])
}

/** Of these accounts, those that are members. */
export async function listKnownMembers(ctx: Ctx, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('member')
    .select('user_id')
    .where('community_id', '=', ctx.community.communityId)
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map((row) => row.user_id)
}
