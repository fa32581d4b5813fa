// All SQL on medals and qualifications and on who holds them. Each award is one statement.
import type { Ctx } from '../context'
import { query } from '../db/statements'

/** What an award or removal found and did. */
export interface AwardRow {
  readonly award_exists: boolean
  readonly member_exists: boolean
  readonly already_held: boolean
  readonly at_limit: boolean
  /** Occurrences added, or taken away as a negative number. */
  readonly change: number
  readonly audit_id: number | null
}

// $1 community, $2 user, $3 name, $4 actor kind, $5 actor id, $6 request id
const audit = (action: string, source: string): string => `
  insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
  select $1, $4, $5, '${action}', $2, jsonb_build_object('count', 0), jsonb_build_object('name', $3::text, 'count', 1), $6
  from ${source} returning audit_id`

const auditRemoval = (action: string, source: string): string => `
  insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
  select $1, $4, $5, '${action}', $2, jsonb_build_object('name', $3::text, 'count', count), jsonb_build_object('count', 0), $6
  from ${source} returning audit_id`

const awardMedalStatement = query<AwardRow>(
  'award_medal',
  // the member's row is locked first: whoever waited sees the number of occurrences as the other left it
  `with holder as (
    select user_id, medal_occurrences from member where community_id = $1 and user_id = $2 for no key update
  ), award as (
    select medal_id from medal where community_id = $1 and name = $3
  ), held as (
    select 1 from member_medal join award using (medal_id) where community_id = $1 and user_id = $2
  ), added as (
    insert into member_medal (community_id, user_id, medal_id, count)
    select $1, holder.user_id, award.medal_id, 1 from holder cross join award
    where not exists (select from held) and holder.medal_occurrences < 1000
    on conflict do nothing
    returning count
  ), counted as (
    update member m set medal_occurrences = m.medal_occurrences + 1, updated_at = now()
    from added where m.community_id = $1 and m.user_id = $2
  ), audited as (${audit('member.medal.award', 'added')})
  select exists (select from award) as award_exists, exists (select from holder) as member_exists,
    exists (select from held) as already_held,
    coalesce((select medal_occurrences >= 1000 from holder), false) as at_limit,
    (select count(*)::int from added) as change, (select audit_id from audited) as audit_id`,
)

const removeMedalStatement = query<AwardRow>(
  'remove_medal',
  `with holder as (
    select user_id from member where community_id = $1 and user_id = $2 for no key update
  ), award as (
    select medal_id from medal where community_id = $1 and name = $3
  ), removed as (
    delete from member_medal h using award, holder
    where h.community_id = $1 and h.user_id = holder.user_id and h.medal_id = award.medal_id
    returning h.count
  ), counted as (
    update member m set medal_occurrences = m.medal_occurrences - removed.count, updated_at = now()
    from removed where m.community_id = $1 and m.user_id = $2
  ), audited as (${auditRemoval('member.medal.remove', 'removed')})
  select exists (select from award) as award_exists, exists (select from holder) as member_exists,
    false as already_held, false as at_limit,
    coalesce((select -count from removed), 0) as change, (select audit_id from audited) as audit_id`,
)

const awardQualificationStatement = query<AwardRow>(
  'award_qualification',
  `with holder as (
    select user_id from member where community_id = $1 and user_id = $2 for no key update
  ), award as (
    select qualification_id from qualification where community_id = $1 and name = $3
  ), added as (
    insert into member_qualification (community_id, user_id, qualification_id)
    select $1, holder.user_id, award.qualification_id from holder cross join award
    on conflict do nothing
    returning 1
  ), touched as (
    update member m set updated_at = now() from added where m.community_id = $1 and m.user_id = $2
  ), audited as (${audit('member.qualification.award', 'added')})
  select exists (select from award) as award_exists, exists (select from holder) as member_exists,
    false as already_held, false as at_limit,
    (select count(*)::int from added) as change, (select audit_id from audited) as audit_id`,
)

const removeQualificationStatement = query<AwardRow>(
  'remove_qualification',
  `with holder as (
    select user_id from member where community_id = $1 and user_id = $2 for no key update
  ), award as (
    select qualification_id from qualification where community_id = $1 and name = $3
  ), removed as (
    delete from member_qualification h using award, holder
    where h.community_id = $1 and h.user_id = holder.user_id and h.qualification_id = award.qualification_id
    returning 1 as count
  ), touched as (
    update member m set updated_at = now() from removed where m.community_id = $1 and m.user_id = $2
  ), audited as (${auditRemoval('member.qualification.remove', 'removed')})
  select exists (select from award) as award_exists, exists (select from holder) as member_exists,
    false as already_held, false as at_limit,
    -(select count(*)::int from removed) as change, (select audit_id from audited) as audit_id`,
)

export const awardMedal = (ctx: Ctx, userId: number, name: string) => run(awardMedalStatement, ctx, userId, name)
export const removeMedal = (ctx: Ctx, userId: number, name: string) => run(removeMedalStatement, ctx, userId, name)
export const awardQualification = (ctx: Ctx, userId: number, name: string) =>
  run(awardQualificationStatement, ctx, userId, name)
export const removeQualification = (ctx: Ctx, userId: number, name: string) =>
  run(removeQualificationStatement, ctx, userId, name)

async function run(
  statement: (db: Ctx['db'], parameters: readonly unknown[]) => Promise<AwardRow[]>,
  { db, community, actor, requestId }: Ctx,
  userId: number,
  name: string,
): Promise<AwardRow> {
  const [row] = await statement(db, [community.communityId, userId, name, actor.kind, actor.id, requestId])
  if (!row) throw new Error('an award statement answers one row')
  return row
}

type Kind = 'medal' | 'qualification'

/** Creates a medal or qualification; false when the name is taken. */
export async function insertAward(ctx: Ctx, kind: Kind, name: string): Promise<boolean> {
  const result = await ctx.db
    .insertInto(kind)
    .values({ community_id: ctx.community.communityId, name })
    .onConflict((conflict) => conflict.columns(['community_id', 'name']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The names of the community's medals or qualifications, in alphabetical order. */
export async function listAwards(ctx: Ctx, kind: Kind): Promise<{ name: string; created_at: string }[]> {
  return ctx.db
    .selectFrom(kind)
    .select(['name', 'created_at'])
    .where('community_id', '=', ctx.community.communityId)
    .orderBy('name')
    .execute()
}
