// SQL on medals, qualifications and their awards. Each write is one statement.
import { auditInsert } from '../audit/entry'
import type { NotNull } from 'kysely'
import { actorParameters, type Ctx, type TxCtx } from '../context'
import type { Page, Position } from '../db/paging'
import { statement, type RowOf } from '../db/statements'

const held = (count: string): string => `jsonb_build_object('name', :name::text, 'count', ${count})`
const none = `jsonb_build_object('count', 0)`

const audit = (action: string, from: string): string =>
  `${auditInsert({ action, userId: ':userId', before: none, after: held('1'), from })} returning audit_id`

const auditRemoval = (action: string, from: string): string =>
  `${auditInsert({ action, userId: ':userId', before: held('count'), after: none, from })} returning audit_id`

const awardMedalStatement = statement(
  'award_medal',
  // locks the member's row first, so that concurrent awards count `medal_occurrences` one after another
  `with holder as (
    select user_id, medal_occurrences from member where community_id = :communityId and user_id = :userId for no key update
  ), award as (
    select medal_id, archived from medal where community_id = :communityId and name = :name
  ), held as materialized (
    select medal_id from member_medal join award using (medal_id) where community_id = :communityId and user_id = :userId
  ), added as (
    insert into member_medal (community_id, user_id, medal_id, count)
    select :communityId, holder.user_id, award.medal_id, 1 from holder cross join award
    where not award.archived and not exists (select from held) and holder.medal_occurrences < 1000
    on conflict do nothing
    returning count
  ), counted as (
    update member m set medal_occurrences = m.medal_occurrences + 1, updated_at = now()
    from added where m.community_id = :communityId and m.user_id = :userId
  ), audited as (${audit('member.medal.award', 'added')})
  select exists (select from award) as "award_exists!", exists (select from award where archived) as "archived!",
    exists (select from holder) as "member_exists!", exists (select from held) as "already_held!",
    coalesce((select medal_occurrences >= 1000 from holder), false) as "at_limit!",
    (select count(*)::int from added) as "change!", (select audit_id from audited) as audit_id`,
)

const removeMedalStatement = statement(
  'remove_medal',
  `with holder as (
    select user_id from member where community_id = :communityId and user_id = :userId for no key update
  ), award as (
    select medal_id from medal where community_id = :communityId and name = :name
  ), removed as (
    delete from member_medal h using award, holder
    where h.community_id = :communityId and h.user_id = holder.user_id and h.medal_id = award.medal_id
    returning h.count
  ), counted as (
    update member m set medal_occurrences = m.medal_occurrences - removed.count, updated_at = now()
    from removed where m.community_id = :communityId and m.user_id = :userId
  ), audited as (${auditRemoval('member.medal.remove', 'removed')})
  select exists (select from award) as "award_exists!", exists (select from holder) as "member_exists!",
    false as "archived!", false as "already_held!", false as "at_limit!",
    coalesce((select -count from removed), 0) as "change!", (select audit_id from audited) as audit_id`,
)

const awardQualificationStatement = statement(
  'award_qualification',
  `with holder as (
    select user_id from member where community_id = :communityId and user_id = :userId for no key update
  ), award as (
    select qualification_id, archived from qualification where community_id = :communityId and name = :name
  ), held as materialized (
    select qualification_id from member_qualification join award using (qualification_id) where community_id = :communityId and user_id = :userId
  ), added as (
    insert into member_qualification (community_id, user_id, qualification_id)
    select :communityId, holder.user_id, award.qualification_id from holder cross join award
    where not award.archived
    on conflict do nothing
    returning user_id
  ), touched as (
    update member m set updated_at = now() from added where m.community_id = :communityId and m.user_id = :userId
  ), audited as (${audit('member.qualification.award', 'added')})
  select exists (select from award) as "award_exists!", exists (select from award where archived) as "archived!",
    exists (select from holder) as "member_exists!", exists (select from held) as "already_held!", false as "at_limit!",
    (select count(*)::int from added) as "change!", (select audit_id from audited) as audit_id`,
)

const removeQualificationStatement = statement(
  'remove_qualification',
  `with holder as (
    select user_id from member where community_id = :communityId and user_id = :userId for no key update
  ), award as (
    select qualification_id from qualification where community_id = :communityId and name = :name
  ), removed as (
    delete from member_qualification h using award, holder
    where h.community_id = :communityId and h.user_id = holder.user_id and h.qualification_id = award.qualification_id
    returning 1 as count
  ), touched as (
    update member m set updated_at = now() from removed where m.community_id = :communityId and m.user_id = :userId
  ), audited as (${auditRemoval('member.qualification.remove', 'removed')})
  select exists (select from award) as "award_exists!", exists (select from holder) as "member_exists!",
    false as "archived!", false as "already_held!", false as "at_limit!",
    -(select count(*)::int from removed) as "change!", (select audit_id from audited) as audit_id`,
)

/** The state before an award or removal, and its effect: `change` is negative when removed. */
export type AwardRow = RowOf<typeof awardMedalStatement>

export const awardMedal = (ctx: Ctx, userId: number, name: string) => run(awardMedalStatement, ctx, userId, name)
export const removeMedal = (ctx: Ctx, userId: number, name: string) => run(removeMedalStatement, ctx, userId, name)
export const awardQualification = (ctx: Ctx, userId: number, name: string) =>
  run(awardQualificationStatement, ctx, userId, name)
export const removeQualification = (ctx: Ctx, userId: number, name: string) =>
  run(removeQualificationStatement, ctx, userId, name)

async function run(award: typeof awardMedalStatement, ctx: Ctx, userId: number, name: string): Promise<AwardRow> {
  const { communityId } = ctx.community
  const [row] = await award(ctx.db, { communityId, userId, name, ...actorParameters(ctx) })
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

const definitionColumns = ['name', 'description', 'archived', 'created_at', 'updated_at'] as const

export interface WrittenRow extends DefinitionRow {
  readonly audit_id: number | null
}

const columnsOf = (kind: Kind): string =>
  [`${kind}_id as "id!"`, ...definitionColumns.map((column) => `${column} as "${column}!"`)].join(', ')

const insertStatement = (kind: Kind) =>
  statement(
    `insert_${kind}`,
    `with created as (
      insert into ${kind} (community_id, name, description) values (:communityId, :name, :description)
      on conflict (community_id, name) where name is not null do nothing
      returning ${columnsOf(kind)}
    ), audited as (
      ${auditInsert({
        action: `${kind}.create`,
        after: `jsonb_build_object('name', name, 'description', description)`,
        from: 'created',
      })} returning audit_id
    )
    select created.*, audited.audit_id from created cross join audited`,
  )

// parameters that are null leave a column unchanged
const updateStatement = (kind: Kind) =>
  statement(
    `update_${kind}`,
    `with before as (
      select * from ${kind} where community_id = :communityId and name = :current for no key update
    ), wanted as (
      select coalesce(:name?, name) as name, coalesce(:description?, description) as description, coalesce(:archived?, archived) as archived
      from before
    ), changed as (
      update ${kind} a
      set name = wanted.name, description = wanted.description, archived = wanted.archived, updated_at = now()
      from before cross join wanted
      where a.community_id = :communityId and a.${kind}_id = before.${kind}_id
        and (wanted.name, wanted.description, wanted.archived)
          is distinct from (before.name, before.description, before.archived)
      returning a.*
    ), audited as (
      ${auditInsert({
        action: `${kind}.update`,
        before: factsOf('before', 'changed'),
        after: factsOf('changed', 'before'),
        from: 'before cross join changed',
      })} returning audit_id
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
  const { communityId } = ctx.community
  const [row] = await inserts[kind](ctx.db, { communityId, name, description, ...actorParameters(ctx) })
  return row ?? null
}

export interface DefinitionChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly archived?: boolean | undefined
}

/** @throws a violation of the unique index `<kind>_by_name` when the new name is taken */
export async function updateDefinition(
  ctx: Ctx,
  kind: Kind,
  current: string,
  { name, description, archived }: DefinitionChange,
): Promise<WrittenRow | null> {
  const { communityId } = ctx.community
  const change = { name: name ?? null, description: description ?? null, archived: archived ?? null }
  const [row] = await updates[kind](ctx.db, { communityId, current, ...change, ...actorParameters(ctx) })
  return row ?? null
}

function selectDefinitions({ db, community }: Ctx, kind: Kind) {
  const { communityId } = community
  const definitions =
    kind === 'medal'
      ? db
          .selectFrom('medal')
          .select(['medal_id as id', ...definitionColumns])
          .where('community_id', '=', communityId)
      : db
          .selectFrom('qualification')
          .select(['qualification_id as id', ...definitionColumns])
          .where('community_id', '=', communityId)
  return db.selectFrom(definitions.as('definition')).selectAll().$narrowType<{ name: NotNull }>()
}

export async function findDefinition(
  ctx: Ctx,
  kind: Kind,
  by: { readonly name: string } | { readonly id: number },
): Promise<DefinitionRow | null> {
  const definitions = selectDefinitions(ctx, kind)
  const found = 'name' in by ? definitions.where('name', '=', by.name) : definitions.where('id', '=', by.id)
  return (await found.executeTakeFirst()) ?? null
}

/** Until the transaction ends. */
export async function lockDefinition({ db, community }: TxCtx, kind: Kind, name: string): Promise<object | null> {
  const row = await db
    .selectFrom(kind)
    .select('name')
    .where('community_id', '=', community.communityId)
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** By name. @param archived null: both */
export function listDefinitions(
  ctx: Ctx,
  kind: Kind,
  archived: boolean | null,
  { after, limit }: Page,
): Promise<DefinitionRow[]> {
  // the first page has a bound too, because the index of names is partial (`where name is not null`)
  const last = after === null ? '' : Buffer.from(after.at, 'base64url').toString()
  const rows = selectDefinitions(ctx, kind).where('name', '>', last).orderBy('name').limit(limit)
  return (archived === null ? rows : rows.where('archived', '=', archived)).execute()
}

export const positionOfDefinition = (row: DefinitionRow): Position => ({
  at: Buffer.from(row.name).toString('base64url'),
  id: String(row.id),
})
