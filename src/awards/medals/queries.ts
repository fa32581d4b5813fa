// SQL on medals and qualifications. Each write is one statement.
import { auditInsert } from '../../audit/entry'
import { sql, type NotNull } from 'kysely'
import { actorParameters, type Ctx, type TxCtx, type AuthorBounds } from '../../context'
import type { Page, Position } from '../../db/paging'
import { toJson } from '../../db/expressions'
import { statement } from '../../db/statements'
import { own } from '../../db/own'

export type Kind = 'medal' | 'qualification'

export interface DefinitionRow {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly archived: boolean
  readonly role_unique_id: number | null
  readonly created_at: string
  readonly updated_at: string
}

const definitionColumns = ['name', 'description', 'archived', 'role_unique_id', 'created_at', 'updated_at'] as const

export interface WrittenRow extends DefinitionRow {
  readonly audit_id: number | null
}

const returnedColumns = (kind: Kind): string =>
  [
    `${kind}_id as "id!"`,
    ...definitionColumns.map((column) => (column === 'role_unique_id' ? column : `${column} as "${column}!"`)),
  ].join(', ')

const insertStatement = (kind: Kind) =>
  statement(
    `insert_${kind}`,
    `with created as (
      insert into ${kind} (community_id, name, description, role_unique_id, author_bounds)
      values (:communityId, :name, :description, :role?, :bounds?::jsonb)
      on conflict (community_id, name) where name is not null do nothing
      returning ${returnedColumns(kind)}
    ), audited as (
      ${auditInsert({
        action: `${kind}.create`,
        after: `jsonb_build_object('name', name, 'description', description)
          || case when role_unique_id is null then '{}' else jsonb_build_object('roleUniqueId', role_unique_id) end`,
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
      select coalesce(:name?, name) as name, coalesce(:description?, description) as description, coalesce(:archived?, archived) as archived,
        case when :removesRole then null else coalesce(:role?, role_unique_id) end as role_unique_id
      from before
    ), changed as (
      update ${kind} a
      set name = wanted.name, description = wanted.description, archived = wanted.archived,
        role_unique_id = wanted.role_unique_id, author_bounds = :bounds?::jsonb, updated_at = now()
      from before cross join wanted
      where a.community_id = :communityId and a.${kind}_id = before.${kind}_id
        and (wanted.name, wanted.description, wanted.archived, wanted.role_unique_id)
          is distinct from (before.name, before.description, before.archived, before.role_unique_id)
      returning a.*
    ), audited as (
      ${auditInsert({
        action: `${kind}.update`,
        before: factsOf('before', 'changed'),
        after: factsOf('changed', 'before'),
        from: 'before cross join changed',
      })} returning audit_id
    )
    select ${returnedColumns(kind)}, (select audit_id from audited) as audit_id from (
      select * from changed union all select * from before where not exists (select from changed)
    ) as outcome`,
  )

function factsOf(row: string, other: string): string {
  const changed = (column: string, as = column) =>
    `case when ${row}.${column} is not distinct from ${other}.${column} then '{}' else jsonb_build_object('${as}', ${row}.${column}) end`
  return `jsonb_build_object('name', ${row}.name) || ${changed('description')} || ${changed('archived')}
    || ${changed('role_unique_id', 'roleUniqueId')}`
}

const inserts = { medal: insertStatement('medal'), qualification: insertStatement('qualification') }
const updates = { medal: updateStatement('medal'), qualification: updateStatement('qualification') }

export async function insertDefinition(
  ctx: Ctx,
  kind: Kind,
  name: string,
  description: string,
  bound: { readonly role: number; readonly bounds: AuthorBounds | null } | null,
): Promise<WrittenRow | null> {
  const { communityId } = ctx.community
  const [role, bounds] = [bound?.role ?? null, toJson(bound?.bounds ?? null)]
  const [row] = await inserts[kind](ctx.db, { communityId, name, description, role, bounds, ...actorParameters(ctx) })
  return row ?? null
}

export interface DefinitionChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly archived?: boolean | undefined
  readonly role?: number | null | undefined
}

export async function updateDefinition(
  ctx: Ctx,
  kind: Kind,
  current: string,
  { name, description, archived, role, bounds }: DefinitionChange & { readonly bounds: AuthorBounds | null },
): Promise<WrittenRow | null> {
  const { communityId } = ctx.community
  const changes = { name: name ?? null, description: description ?? null, archived: archived ?? null }
  const change = { ...changes, role: role ?? null, removesRole: role === null, bounds: toJson(bounds ?? null) }
  const [row] = await updates[kind](ctx.db, { communityId, current, ...change, ...actorParameters(ctx) })
  return row ?? null
}

function selectDefinitions({ db, community }: Ctx, kind: Kind) {
  const definitions =
    kind === 'medal'
      ? own({ db, community })
          .selectFrom('medal')
          .select(['medal_id as id', ...definitionColumns])
      : own({ db, community })
          .selectFrom('qualification')
          .select(['qualification_id as id', ...definitionColumns])
  return db.selectFrom(definitions.as('definition')).selectAll().$narrowType<{ name: NotNull }>()
}

export async function findDefinition(ctx: Ctx, kind: Kind, name: string): Promise<DefinitionRow | null> {
  return (await selectDefinitions(ctx, kind).where('name', '=', name).executeTakeFirst()) ?? null
}

export async function lockDefinition(tx: TxCtx, kind: Kind, name: string) {
  const row = await own(tx)
    .selectFrom(kind)
    .select(['name', 'archived', 'role_unique_id', 'author_bounds'])
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** @param archived null: both */
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

/**
 * The stored names that are spelled as asked, or that Unicode calls equal to it (UAX #15, form C): names are stored in
 * NFC, those of before 4.0.0 as they were sent.
 */
export async function storedNames(
  ctx: Ctx,
  kind: Kind,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map()
  const composed = names.map((name) => name.normalize('NFC'))
  const rows = await own(ctx)
    .selectFrom(kind)
    .select('name')
    .where(sql`normalize(name)`, 'in', composed)
    .execute()
  const stored = rows.flatMap(({ name }) => (name === null ? [] : [name])).sort()
  const nameOf = (asked: string): string | undefined =>
    stored.find((name) => name === asked) ?? stored.find((name) => name.normalize('NFC') === asked.normalize('NFC'))
  return new Map(
    names.flatMap((asked) => {
      const name = nameOf(asked)
      return name === undefined ? [] : [[asked, name] as const]
    }),
  )
}
