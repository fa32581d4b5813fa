// SQL on member records.
import type { Ctx } from '../context'
import { batched } from '../db/batcher'
import { pageCut, type CutRow } from '../db/paging'
import { columns, integers, opaqueParam, statement, unnestParams, utc, type RowOf } from '../db/statements'
import { isManaged } from '../ranks/queries'
import { namedAt } from './names/queries'
import { own, type Tenant } from '../db/own'

/**
 * SQL of a member's medals or qualifications as JSON, by name. The community is named twice: the parameter for Citus, and
 * the column so that PostgreSQL keeps the generic plan.
 */
const awardsOf = (kind: 'medal' | 'qualification', more: string): string => `coalesce((
    select json_agg(json_build_object('name', d.name,${more} 'awardedAt', ${utc('h.awarded_at')}) order by d.name)
    from member_${kind} h join ${kind} d using (community_id, ${kind}_id)
    where h.community_id = :communityId and h.community_id = m.community_id and h.user_id = m.user_id), '[]'::json)`

const medalsOf = awardsOf('medal', " 'count', h.count,")
const qualificationsOf = awardsOf('qualification', '')

/** Empty where a condition over `m` holds. */
const awardColumns = (withoutMedals: string, withoutQualifications: string): string =>
  `case when ${withoutMedals} then '[]'::json else ${medalsOf} end as "medals!",
  case when ${withoutQualifications} then '[]'::json else ${qualificationsOf} end as "qualifications!"`

/** All roles, lowest first; null: none are stored. `managed`: it is a rank. */
const roleColumn = `(select json_agg(json_build_object('uniqueId', r.unique_id, 'rankId', r.rank_id, 'name', r.name,
    'managed', r.rank_id between 1 and 254 and ${isManaged}) order by r.rank_id, r.unique_id)
  from rank r where r.community_id = :communityId and r.unique_id = any(m.role_ids)) as roles`

const ownColumns = `m.user_id, m.username, m.display_name, m.experience, m.quota_points, m.rank_unique_id,
  r.rank_id, r.name as rank_name, m.created_at, m.updated_at, m.synced_at, ${roleColumn}`

// after a lock wait the counts are newer than the snapshot of the subselects: hence the `coalesce`
/** The columns of a MemberRow, over `m` (member) and `r` (`memberRank`). */
export const memberColumns = `${ownColumns},
  ${awardColumns('m.medal_occurrences = 0', 'm.qualifications_held = 0')}`

export const memberTimes = ['created_at', 'updated_at', 'synced_at'] as const

export const memberRank = 'left join rank r on r.community_id = :communityId and r.unique_id = m.rank_unique_id'

export interface MemberJson {
  readonly medals: readonly { name: string; count: number; awardedAt: string }[]
  readonly qualifications: readonly { name: string; awardedAt: string }[]
  readonly roles: readonly MemberRole[] | null
}

export interface MemberRole {
  readonly uniqueId: number
  readonly rankId: number
  readonly name: string
  /** The role is a rank. */
  readonly managed: boolean
}
const awards = columns<MemberJson>()

const findStatement = statement(
  'find_member',
  `select ${memberColumns} from member m ${memberRank} where m.community_id = :communityId and m.user_id = :userId`,
  awards,
)

/** The last synced rank is `rank_unique_id`; `rank_id` and `rank_name` are null when the group no longer has that role. */
export type MemberRow = RowOf<typeof findStatement>

const findManyStatement = statement(
  'find_members',
  {
    // the lateral join forces an index lookup for each id
    select: `select ${memberColumns} from ${unnestParams(':userIds::bigint[]')} as requested (user_id)
      cross join lateral (
        select * from member where community_id = :communityId and user_id = requested.user_id limit 1) m ${memberRank}`,
    times: memberTimes,
  },
  awards,
)

const loadMember = batched<number, MemberRow | null>({
  name: 'find_member',
  maxSize: 100,
  keyOf: null,
  async load(db, communityId, userIds) {
    if (userIds.length === 1)
      return [(await findStatement(db, { communityId, userId: userIds[0] as number }))[0] ?? null]
    const rows = new Map<number, MemberRow>()
    const found = await findManyStatement(db, { communityId, userIds: integers(new Set(userIds)) })
    for (const row of found) rows.set(row.user_id, row)
    return userIds.map((userId) => rows.get(userId) ?? null)
  },
})

export function findMember({ db, community }: Tenant, userId: number): Promise<MemberRow | null> {
  return loadMember(db, community.communityId, userId)
}

export const MAX_AWARDS_PER_PAGE = 5_000

export interface SelectedAwards {
  readonly medals: boolean
  readonly qualifications: boolean
}

/** `memberColumns` without the awards that are not selected. */
export const selectedColumns = `${ownColumns},
  ${awardColumns('not :medals or m.medal_occurrences = 0', 'not :qualifications or m.qualifications_held = 0')}`

export const selectedAwards =
  '(case when :medals then medal_occurrences else 0 end + case when :qualifications then qualifications_held else 0 end)'

const lookUpStatement = statement(
  'look_up_members',
  {
    ctes: `with requested as (
        select user_id from ${unnestParams(':userIds::bigint[]')} as ids (user_id)
        union select named.user_id from ${unnestParams(':usernames::text[]')} as names (username) cross join lateral (
          select user_id from member where community_id = :communityId and lower(username) = lower(names.username)
          order by ${namedAt} desc nulls last limit 1) named),
      counted as (
        select found.*, sum(size) over (order by user_id rows unbounded preceding) - size >= ${MAX_AWARDS_PER_PAGE} as is_remaining
        from (
          select m.*, ${selectedAwards} as size
          from requested cross join lateral (
            select * from member where community_id = :communityId and user_id = requested.user_id limit 1) m) found)`,
    select: `select ${ownColumns}, m.is_remaining as "is_remaining!", ${awardColumns(
      'm.is_remaining or not :medals or m.medal_occurrences = 0',
      'm.is_remaining or not :qualifications or m.qualifications_held = 0',
    )} from counted m ${memberRank} order by m.user_id`,
    times: memberTimes,
  },
  awards,
)

export interface MemberLookup extends SelectedAwards {
  readonly userIds: readonly number[]
  readonly usernames: readonly string[]
}

/**
 * By user id, each once. Of the usernames, those of the last sync.
 * @returns `is_remaining`: without awards, because the members before it have MAX_AWARDS_PER_PAGE
 */
export function lookUpMembers(
  ctx: Ctx,
  { userIds, ...lookup }: MemberLookup,
): Promise<RowOf<typeof lookUpStatement>[]> {
  const { communityId } = ctx.community
  return lookUpStatement(ctx.db, {
    communityId,
    ...lookup,
    usernames: [...lookup.usernames],
    userIds: integers(userIds),
  })
}

const [beforeMembers, afterMembers] = pageCut('user_id', selectedAwards, MAX_AWARDS_PER_PAGE)

const listStatement = statement(
  'list_members',
  `select ${selectedColumns}, m.more as "more!" from (${beforeMembers}
     select * from member where community_id = :communityId and user_id > ${opaqueParam(':afterUserId::bigint')}
     order by user_id limit ${opaqueParam(':limit::bigint')}${afterMembers}) m ${memberRank}
   order by m.user_id`,
  awards,
)

export function listMembers(
  ctx: Ctx,
  page: SelectedAwards & { readonly afterUserId: number; readonly limit: number },
): Promise<(MemberRow & CutRow)[]> {
  return listStatement(ctx.db, { communityId: ctx.community.communityId, ...page })
}

export async function listExistingMembers(ctx: Ctx, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return []
  const rows = await own(ctx).selectFrom('member').select('user_id').where('user_id', 'in', userIds).execute()
  return rows.map((row) => row.user_id)
}
