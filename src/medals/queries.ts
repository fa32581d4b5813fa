// SQL on medals, qualifications and their awards. Each write is one statement.
import { sql } from 'kysely'
import type { Ctx } from '../context'
import type { Page, Position } from '../db/paging'
import { query } from '../db/statements'

/** The state before an award or removal, and its effect. */
export interface AwardRow {
  readonly award_exists: boolean
  readonly archived: boolean
  readonly member_exists: boolean
  readonly already_held: boolean
  readonly at_limit: boolean
  /** Occurrences added; negative when removed. */
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
  // locks the member's row first, so that concurrent awards count `medal_occurrences` one after another
  `with holder as (
    select user_id, medal_occurrences from member where community_id = $1 and user_id = $2 for no key update
  ), award as (
    select medal_id, archived from medal where community_id = $1 and name = $3
  ), held as (
    select 1 from member_medal join award using (medal_id) where community_id = $1 and user_id = $2
  ), added as (
    insert into member_medal (community_id, user_id, medal_id, count)
    select $1, holder.user_id, award.medal_id, 1 from holder cross join award
    where not award.archived and not exists (select from held) and holder.medal_occurrences < 1000
    on conflict do nothing
    returning count
  ), counted as (
    update member m set medal_occurrences = m.medal_occurrences + 1, updated_at = now()
    from added where m.community_id = $1 and m.user_id = $2
  ), audited as (${audit('member.medal.award', 'added')})
  select exists (select from award) as award_exists, exists (select from award where archived) as archived,
    exists (select from holder) as member_exists, exists (select from held) as already_held,
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
    false as archived, false as already_held, false as at_limit,
    coalesce((select -count from removed), 0) as change, (select audit_id from audited) as audit_id`,
)

const awardQualificationStatement = query<AwardRow>(
  'award_qualification',
  `with holder as (
    select user_id from member where community_id = $1 and user_id = $2 for no key update
  ), award as (
    select qualification_id, archived from qualification where community_id = $1 and name = $3
  ), held as (
    select 1 from member_qualification join award using (qualification_id) where community_id = $1 and user_id = $2
  ), added as (
    insert into member_qualification (community_id, user_id, qualification_id)
    select $1, holder.user_id, award.qualification_id from holder cross join award
    where not award.archived
    on conflict do nothing
    returning 1
  ), touched as (
    update member m set updated_at = now() from added where m.community_id = $1 and m.user_id = $2
  ), audited as (${audit('member.qualification.award', 'added')})
  select exists (select from award) as award_exists, exists (select from award where archived) as archived,
    exists (select from holder) as member_exists, exists (select from held) as already_held, false as at_limit,
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
    false as archived, false as already_held, false as at_limit,
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
  if (!row) throw new Error('an award statement returned no row')
  return row
}

export type Kind = 'medal' | 'qualification'

export interface DefinitionRow {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly archived: boolean
  readonly created_at: string
  readonly updated_at: string
}

export interface WrittenRow extends DefinitionRow {
  /** Null when nothing changed. */
  readonly audit_id: number | null
}

const columnsOf = (kind: Kind): string => `${kind}_id as id, name, description, archived, created_at, updated_at`

// $1 community, $2 name, $3 description, $4 actor kind, $5 actor id, $6 request id
const insertStatement = (kind: Kind) =>
  query<WrittenRow>(
    `insert_${kind}`,
    `with created as (
      insert into ${kind} (community_id, name, description) values ($1, $2, $3)
      on conflict (community_id, name) where name is not null do nothing
      returning ${columnsOf(kind)}
    ), audited as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, after, request_id)
      select $1, $4, $5, '${kind}.create', jsonb_build_object('name', name, 'description', description), $6
      from created returning audit_id
    )
    select created.*, audited.audit_id from created cross join audited`,
  )

// $1 community, $2 name, $3 new name, $4 description, $5 archived (each null: unchanged), $6 actor kind, $7 actor id,
// $8 request id
const updateStatement = (kind: Kind) =>
  query<WrittenRow>(
    `update_${kind}`,
    `with before as (
      select * from ${kind} where community_id = $1 and name = $2 for no key update
    ), wanted as (
      select coalesce($3, name) as name, coalesce($4, description) as description, coalesce($5, archived) as archived
      from before
    ), changed as (
      update ${kind} a
      set name = wanted.name, description = wanted.description, archived = wanted.archived, updated_at = now()
      from before cross join wanted
      where a.community_id = $1 and a.${kind}_id = before.${kind}_id
        and (wanted.name, wanted.description, wanted.archived)
          is distinct from (before.name, before.description, before.archived)
      returning a.*
    ), audited as (
      insert into audit_entry (community_id, actor_kind, actor_id, action, before, after, request_id)
      select $1, $6, $7, '${kind}.update', ${factsOf('before', 'changed')}, ${factsOf('changed', 'before')}, $8
      from before cross join changed returning audit_id
    )
    select ${columnsOf(kind)}, (select audit_id from audited) as audit_id from (
      select * from changed union all select * from before where not exists (select from changed)
    ) as outcome`,
  )

/** SQL: the name of `row` and its values that differ from those of `other`, as JSON. */
function factsOf(row: string, other: string): string {
  const changed = (column: string) =>
    `case when ${row}.${column} = ${other}.${column} then '{}' else jsonb_build_object('${column}', ${row}.${column}) end`
  return `jsonb_build_object('name', ${row}.name) || ${changed('description')} || ${changed('archived')}`
}

const inserts = { medal: insertStatement('medal'), qualification: insertStatement('qualification') }
const updates = { medal: updateStatement('medal'), qualification: updateStatement('qualification') }

export async function insertDefinition(
  ctx: Ctx,
  kind: Kind,
  name: string,
  description: string,
): Promise<WrittenRow | null> {
  const { db, community, actor, requestId } = ctx
  const parameters = [community.communityId, name, description, actor.kind, actor.id, requestId]
  const [row] = await inserts[kind](db, parameters)
  return row ?? null
}

export interface DefinitionChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly archived?: boolean | undefined
}

/**
 * Updates a medal or qualification; null when the community has none with that name.
 * @throws a violation of the unique index `<kind>_by_name` when the new name is taken
 */
export async function updateDefinition(
  ctx: Ctx,
  kind: Kind,
  current: string,
  { name, description, archived }: DefinitionChange,
): Promise<WrittenRow | null> {
  const { db, community, actor, requestId } = ctx
  const change = [name ?? null, description ?? null, archived ?? null]
  const [row] = await updates[kind](db, [community.communityId, current, ...change, actor.kind, actor.id, requestId])
  return row ?? null
}

export async function findDefinition(ctx: Ctx, kind: Kind, name: string): Promise<DefinitionRow | null> {
  const { rows } = await sql<DefinitionRow>`
    select ${sql.raw(columnsOf(kind))} from ${sql.table(kind)}
    where community_id = ${ctx.community.communityId} and name = ${name}`.execute(ctx.db)
  return rows[0] ?? null
}

/**
 * Medals or qualifications, ordered by name.
 * @param archived null: both archived and not archived
 */
export async function listDefinitions(
  ctx: Ctx,
  kind: Kind,
  archived: boolean | null,
  { after, limit }: Page,
): Promise<DefinitionRow[]> {
  // the first page has a bound too, because the index of names is partial (`where name is not null`)
  const last = after === null ? '' : Buffer.from(after.at, 'base64url').toString()
  const { rows } = await sql<DefinitionRow>`
    select ${sql.raw(columnsOf(kind))} from ${sql.table(kind)}
    where community_id = ${ctx.community.communityId} and name > ${last}
      ${archived === null ? sql`` : sql`and archived = ${archived}`}
    order by name limit ${limit}`.execute(ctx.db)
  return rows
}

export const positionOfDefinition = (row: DefinitionRow): Position => ({
  at: Buffer.from(row.name).toString('base64url'),
  id: String(row.id),
})
