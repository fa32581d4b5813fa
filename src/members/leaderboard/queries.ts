// A place is the last count at a step above it, and the members in between.
import { sql } from 'kysely'
import type { Ctx, TxCtx } from '../../context'
import { now } from '../../db/expressions'
import { opaqueParam, statement, type RowOf } from '../../db/statements'

/** About as many members are between two steps. */
const STEP = 1_000
/** Members that a place counts at most; with more, there is no place. */
const MAX_COUNTED = 10_000

const entryColumns = 'm.user_id, m.username, m.display_name, m.experience as "experience!"'

const topStatement = statement(
  'read_leaderboard',
  `select ${entryColumns}, rank() over (order by m.experience desc) as "place!" from (
     select * from member where community_id = :communityId order by experience desc, user_id desc
     limit ${opaqueParam(':limit::bigint')}) m
   order by m.experience desc, m.user_id desc`,
)

export function readTop(ctx: Ctx, limit: number): Promise<RowOf<typeof topStatement>[]> {
  return topStatement(ctx.db, { communityId: ctx.community.communityId, limit })
}

const neighbours = (comparison: '>' | '<', direction: 'asc' | 'desc'): string =>
  `(select n.* from me cross join lateral (select * from member where community_id = :communityId
      and (experience, user_id) ${comparison} (me.experience, me.user_id)
    order by experience ${direction}, user_id ${direction} limit ${opaqueParam(':around::bigint')}) n)`

const placeStatement = statement(
  'read_leaderboard_place',
  `with me as materialized (select * from member where community_id = :communityId and user_id = :userId),
   around as materialized (
     select * from me union all ${neighbours('>', 'asc')} union all ${neighbours('<', 'desc')}
   ), places as (
     select value.experience, step.at_or_above, step.counted_at, between_them.count
     from (select distinct experience from around) value
     left join lateral (
       select experience, at_or_above, counted_at from leaderboard_step
       where community_id = :communityId and experience > value.experience order by experience limit 1) step on true
     cross join lateral (
       select count(*) from (
         select from member where community_id = :communityId and experience > value.experience
           and experience < coalesce(step.experience, ${Number.MAX_SAFE_INTEGER} + 1) limit ${opaqueParam(`${MAX_COUNTED}::bigint`)}) counted) between_them
   )
   select ${entryColumns}, p.counted_at,
     case when p.count < ${MAX_COUNTED} then 1 + coalesce(p.at_or_above, 0) + p.count end as place
   from around m join places p using (experience) order by m.experience desc, m.user_id desc`,
)

export type PlaceRow = RowOf<typeof placeStatement>

/** Up to `around` members above and below are included. The result is empty without the member. */
export function readPlace(ctx: Ctx, userId: number, around: number): Promise<PlaceRow[]> {
  return placeStatement(ctx.db, { communityId: ctx.community.communityId, userId, around })
}

const staleStatement = statement(
  'is_leaderboard_stale',
  `select exists (select from member where community_id = :communityId order by user_id offset ${STEP} limit 1)
     and coalesce((select updated_at from member where community_id = :communityId order by updated_at desc limit 1)
       >= (select counted_at from leaderboard_step where community_id = :communityId limit 1), true) as "isStale!"`,
)

/** More than STEP members, of whom one was changed since the last count. */
export async function isStale({ db }: Pick<TxCtx, 'db'>, communityId: string): Promise<boolean> {
  const [row] = await staleStatement(db, { communityId })
  return row?.isStale === true
}

export async function deleteSteps({ db }: Pick<TxCtx, 'db'>, communityId: string): Promise<void> {
  await db.deleteFrom('leaderboard_step').where('community_id', '=', communityId).execute()
}

export async function insertSteps({ db }: Pick<TxCtx, 'db'>, communityId: string): Promise<void> {
  await db
    .insertInto('leaderboard_step')
    .columns(['community_id', 'experience', 'at_or_above', 'counted_at'])
    .expression((from) =>
      from
        .selectFrom(
          from
            .selectFrom('member')
            .select(['experience', sql<number>`count(*)`.as('held')])
            .select(sql<number>`(sum(count(*)) over (order by experience desc))::bigint`.as('at_or_above'))
            .where('community_id', '=', communityId)
            .groupBy('experience')
            .as('values'),
        )
        .select([sql<string>`${communityId}`.as('community_id'), 'experience', 'at_or_above', now.as('counted_at')])
        .where(sql<boolean>`at_or_above / ${sql.lit(STEP)}::bigint > (at_or_above - held) / ${sql.lit(STEP)}::bigint`),
    )
    .execute()
}
