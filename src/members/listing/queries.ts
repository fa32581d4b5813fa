// Each list reads at most LOOKED_AT rows of one index.
import type { Ctx } from '../../context'
import { countUpTo, pageCut, type Position, type Total } from '../../db/paging'
import { columns, opaqueParam, statement, utc } from '../../db/statements'
import {
  MAX_AWARDS_PER_PAGE,
  memberRank,
  selectedAwards,
  selectedColumns,
  type MemberJson,
  type SelectedAwards,
} from '../queries'
import { ANY_TIME, LEAST_EXPERIENCE, MOST_EXPERIENCE, type Search } from './rules'
import { own } from '../../db/own'

/** Rows; a page ends there, with what has matched until then. */
export const LOOKED_AT = 1_000
/** Rows, where only names are compared. */
export const NAMES_LOOKED_AT = 10_000

/** The spelling that was asked for first, then those that Unicode calls equal. */
const awardId = (kind: 'medal' | 'qualification'): string =>
  `(select ${kind}_id from ${kind} where community_id = :communityId and name is not null
      and normalize(name) = normalize((select :${kind}?::text)) order by name <> (select :${kind}?::text) limit 1)`
const medalId = awardId('medal')
const qualificationId = awardId('qualification')

/** Scalar subselects of one row each: a hashed `exists` would read all holders. */
const holds = (award: string, held: string): string =>
  `(select true from member_${award} h where h.community_id = :communityId and h.user_id = looked.user_id and h.${held})`

// opaque: PostgreSQL keeps the generic plan
const part = `lower(${opaqueParam(':name?::text')})`
const containsName = `(strpos(lower(username), ${part}) > 0 or strpos(lower(display_name), ${part}) > 0)`
const matches = `coalesce((${opaqueParam(':rankUniqueId?::bigint')} is null or rank_unique_id = ${opaqueParam(':rankUniqueId?::bigint')})
  and (${opaqueParam(':medal?::text')} is null or ${holds('medal', `medal_id = ${medalId}`)})
  and (${opaqueParam(':qualification?::text')} is null or ${holds('qualification', `qualification_id = ${qualificationId}`)})
  and experience between ${opaqueParam(':minExperience::bigint')} and ${opaqueParam(':maxExperience::bigint')}
  and updated_at >= ${opaqueParam(':changedSince::timestamptz')}
  and (${opaqueParam(':name?::text')} is null or ${containsName}), false)`

/** SQL of the rows of one index that are looked at. */
type Source = (count: string) => string

function listText(
  looked: Source,
  keys: readonly string[],
  at: string,
  direction = '',
  { matching = matches, lookedAt = LOOKED_AT } = {},
): string {
  const order = keys.map((key) => `${key}${direction}`).join(', ')
  const [beforePage, afterPage] = pageCut(order, selectedAwards, MAX_AWARDS_PER_PAGE)
  return `select ${selectedColumns}, ${at} as "at!", m.matches as "matches!", m.is_end as "is_end!", m.more as "more!"
    from (${beforePage}
      select * from (
        select looked.*, row_number() over (order by ${order}) = ${lookedAt} as is_end, ${matching} as matches
        from (${looked(opaqueParam(`${lookedAt}::bigint`))}) looked) marked
      where matches or is_end order by ${order} limit ${opaqueParam(':limit::bigint')}${afterPage}) m ${memberRank}
    order by ${keys.map((key) => `m.${key}${direction}`).join(', ')}`
}

const awards = columns<MemberJson>()
const after = `user_id > ${opaqueParam(':afterId::bigint')}`
const byUserId = (looked: Source): string => listText(looked, ['user_id'], 'm.user_id::text')
/** A lateral join keeps the order of the holders. */
const holders =
  (table: string, held: string): Source =>
  (
    count,
  ) => `select h.user_id, m.community_id, m.username, m.display_name, m.experience, m.quota_points, m.rank_unique_id, m.role_ids,
        m.medal_occurrences, m.qualifications_held, m.created_at, m.updated_at, m.synced_at
      from (
        select user_id from ${table} where community_id = :communityId and ${held} and ${after} order by user_id limit ${count}) h
      cross join lateral (select * from member where community_id = :communityId and user_id = h.user_id limit 1) m
      order by h.user_id`

const sortedBy =
  (key: string, from: string, until: string, direction: 'asc' | 'desc'): Source =>
  (count) => `select * from member where community_id = :communityId
      and (${key}, user_id) ${direction === 'asc' ? '>' : '<'} (${opaqueParam(from)}, ${opaqueParam(':afterId::bigint')})
      ${until} order by ${key} ${direction}, user_id ${direction} limit ${count}`
const experienceUntil = {
  asc: `and experience <= ${opaqueParam(':maxExperience::bigint')}`,
  desc: `and experience >= ${opaqueParam(':minExperience::bigint')}`,
} as const
const changeUntil = { asc: '', desc: `and updated_at >= ${opaqueParam(':changedSince::timestamptz')}` } as const
const sortedByExperience = (direction: 'asc' | 'desc'): Source =>
  sortedBy('experience', ':afterExperience::bigint', experienceUntil[direction], direction)
const sortedByChange = (direction: 'asc' | 'desc'): Source =>
  sortedBy('updated_at', ':afterChange::timestamptz', changeUntil[direction], direction)
const byExperience = (direction: 'asc' | 'desc'): string =>
  listText(sortedByExperience(direction), ['experience', 'user_id'], 'm.experience::text', ` ${direction}`)
const byChange = (direction: 'asc' | 'desc'): string =>
  listText(sortedByChange(direction), ['updated_at', 'user_id'], utc('m.updated_at'), ` ${direction}`)

/** Of the lists by user id. */
const sources = {
  userId: (count) =>
    `select * from member where community_id = :communityId and ${after} order by user_id limit ${count}`,
  rank: (
    count,
  ) => `select * from member where community_id = :communityId and rank_unique_id = ${opaqueParam(':rankUniqueId?::bigint')}
        and ${after} order by user_id limit ${count}`,
  medal: holders('member_medal', `medal_id = ${medalId}`),
  qualification: holders('member_qualification', `qualification_id = ${qualificationId}`),
} satisfies Readonly<Record<string, Source>>

/** Of the search by name alone: another member has this user id (`exactId`). */
const isOther = `user_id <> ${opaqueParam(':exactId::bigint')}`
const begins = (column: string): string => `coalesce(starts_with(lower(${column}), ${part}), false)`

/**
 * Names that begin with the part, in the order of the index. The position is the present name of the last member, because a
 * name may be too long for a cursor.
 */
function byName(column: string, other: string, matching: string): string {
  const key = `lower(${column})`
  const last = `(select ${key} from member where community_id = :communityId and user_id = ${opaqueParam(':afterId::bigint')})`
  const from = `coalesce(${last}, ${part})`
  return listText(
    (count) => `select *, ${key} as name_key from member where community_id = :communityId and ${other}
      and ${key} ~>=~ ${part} and ${key} ~<~ (${part} || chr(1114111))
      and ${key} ~>=~ ${from} and (${key} ~>~ ${from} or ${after}) order by ${key} using ~<~, user_id limit ${count}`,
    ['name_key using ~<~', 'user_id'],
    'm.user_id::text',
    '',
    { matching },
  )
}

export type NamedList = 'username' | 'displayName' | 'part'

/** Of the search by name alone; each list is without the members of those before it. */
export const namedOrder: readonly NamedList[] = ['username', 'displayName', 'part']

const namedLists = {
  username: statement('list_members_by_username', byName('username', 'true', isOther), awards),
  displayName: statement(
    'list_members_by_display_name',
    byName('display_name', 'lower(display_name) <> lower(username)', `${isOther} and not ${begins('username')}`),
    awards,
  ),
  part: statement(
    'list_members_by_name_part',
    listText(sources.userId, ['user_id'], 'm.user_id::text', '', {
      matching: `coalesce(${isOther} and ${containsName} and not ${begins('username')} and not ${begins('display_name')}, false)`,
      lookedAt: NAMES_LOOKED_AT,
    }),
    awards,
  ),
}

/** @param exactId 0: none @param page `afterId` 0: from the start */
export function searchNames(
  ctx: Ctx,
  list: NamedList,
  search: { readonly name: string; readonly exactId: number },
  page: SelectedAwards & { readonly afterId: number; readonly limit: number },
) {
  return namedLists[list](ctx.db, { communityId: ctx.community.communityId, ...search, ...page })
}

const lists = {
  userId: statement('list_members_filtered', byUserId(sources.userId), awards),
  rank: statement('list_members_of_rank', byUserId(sources.rank), awards),
  medal: statement('list_members_with_medal', byUserId(sources.medal), awards),
  qualification: statement('list_members_with_qualification', byUserId(sources.qualification), awards),
  experience: {
    asc: statement('list_members_by_experience', byExperience('asc'), awards),
    desc: statement('list_members_by_experience_desc', byExperience('desc'), awards),
  },
  updatedAt: {
    asc: statement('list_members_by_change', byChange('asc'), awards),
    desc: statement('list_members_by_change_desc', byChange('desc'), awards),
  },
}

/** Before every user id in that order. */
const firstId = { asc: 0, desc: Number.MAX_SAFE_INTEGER + 1 } as const

/**
 * The matching members after a position, and the last row that was looked at if more rows follow it (`is_end`), which
 * may not match.
 */
export async function searchMembers(
  ctx: Ctx,
  search: Search,
  { from, ...page }: SelectedAwards & { readonly from: Position | null; readonly limit: number },
) {
  const { sort, order, ...filters } = search
  const { minExperience, maxExperience, changedSince } = filters
  const afterId = from ? Number(from.id) : firstId[order]
  const parameters = { communityId: ctx.community.communityId, ...filters, ...page, afterId }
  if (sort === 'experience') {
    const afterExperience = from ? Number(from.at) : order === 'asc' ? minExperience : maxExperience
    return lists.experience[order](ctx.db, { ...parameters, afterExperience })
  }
  if (sort === 'updatedAt') {
    const afterChange = from ? from.at : order === 'asc' ? changedSince : 'infinity'
    return lists.updatedAt[order](ctx.db, { ...parameters, afterChange })
  }
  return lists[indexOf(search)](ctx.db, parameters)
}

/** Of the filters with an index by user id, the most selective one. */
function indexOf({ medal, qualification, rankUniqueId }: Search): 'medal' | 'qualification' | 'rank' | 'userId' {
  if (medal !== null) return 'medal'
  if (qualification !== null) return 'qualification'
  return rankUniqueId === null ? 'userId' : 'rank'
}

const countText = (source: Source, matching = matches): string =>
  `select (count(*) filter (where ${matching}))::integer as "count!", count(*) > ${LOOKED_AT} as "more!"
    from (${source(opaqueParam(`${LOOKED_AT + 1}::bigint`))}) looked`

const counts = {
  userId: statement(
    'count_members_named',
    countText(sources.userId, `coalesce(user_id = ${opaqueParam(':exactId::bigint')} or ${containsName}, false)`),
  ),
  rank: statement('count_members_of_rank', countText(sources.rank)),
  medal: statement('count_members_with_medal', countText(sources.medal)),
  qualification: statement('count_members_with_qualification', countText(sources.qualification)),
  experience: statement('count_members_by_experience', countText(sortedByExperience('asc'))),
  updatedAt: statement('count_members_by_change', countText(sortedByChange('asc'))),
}

/**
 * With filters, of the first LOOKED_AT members of one index.
 * @param search null: all
 * @param exactId of the search by name alone; 0: none
 */
export async function countMembers(ctx: Ctx, search: Search | null, exactId: number): Promise<Total> {
  const index = search && countedIndexOf(search)
  if (!index) return countUpTo(ctx.db, own(ctx).selectFrom('member'))
  const { minExperience: afterExperience, changedSince: afterChange } = search
  const position = { afterId: 0, afterExperience, afterChange }
  const { communityId } = ctx.community
  const [found] = await counts[index](ctx.db, { communityId, ...search, exactId, ...position })
  return { count: Math.min(found?.count ?? 0, LOOKED_AT), exact: found?.more === false }
}

/** With the indexes of the sorts, where no filter has one by user id. Null: there is no filter. */
function countedIndexOf(search: Search): keyof typeof counts | null {
  const index = indexOf(search)
  if (index !== 'userId') return index
  if (search.minExperience !== LEAST_EXPERIENCE || search.maxExperience !== MOST_EXPERIENCE) return 'experience'
  if (search.changedSince !== ANY_TIME) return 'updatedAt'
  return search.name === null ? null : 'userId'
}

export type FoundMember = Awaited<ReturnType<typeof searchMembers>>[number]
