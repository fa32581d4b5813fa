// What the migrations make, as sql/schema.sql shows it.
import type { Client } from 'pg'

export interface ColumnFacts {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** As PostgreSQL prints it. */
  readonly standard: string | null
  readonly identity: 'a' | 'd' | ''
  readonly isStored: boolean
}

export interface ConstraintFacts {
  readonly name: string
  readonly kind: 'p' | 'u' | 'f' | 'c'
  readonly definition: string
  readonly columns: readonly string[]
  readonly refers: string | null
}

export interface NamedDefinition {
  readonly name: string
  readonly definition: string
}

export interface TableFacts {
  readonly name: string
  readonly unlogged: boolean
  readonly storage: readonly string[]
  /** As `range (position)`; null: one table. */
  readonly partitioned: string | null
  readonly columns: readonly ColumnFacts[]
  readonly constraints: readonly ConstraintFacts[]
  readonly indexes: readonly NamedDefinition[]
  readonly triggers: readonly NamedDefinition[]
  readonly views: readonly (NamedDefinition & { readonly columns: readonly string[] })[]
  /** Of a table that the migrations fill, as lists of constants in their order. */
  readonly rows: readonly string[]
}

export interface FunctionFacts {
  readonly name: string
  readonly result: string
  readonly body: string
  readonly volatility: string
}

export interface SchemaFacts {
  readonly tables: readonly TableFacts[]
  /** That triggers call. */
  readonly triggerFunctions: readonly string[]
  /** Without parameters, that defaults call. */
  readonly defaultFunctions: readonly FunctionFacts[]
  /** Without a file in sql/functions. */
  readonly ownFunctions: readonly FunctionFacts[]
}

/** @param withFile the names of the functions in sql/functions, and of those that no new database needs */
export async function readSchema(client: Client, withFile: readonly string[]): Promise<SchemaFacts> {
  const read = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows
  const tables = await read<TableFacts>(tablesSql)
  const filled: TableFacts[] = []
  for (const table of tables) filled.push({ ...table, rows: await readRows(client, table) })
  return {
    tables: filled,
    triggerFunctions: (
      await read<{ name: string }>(`
        select distinct p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`)
    ).map(({ name }) => name),
    defaultFunctions: await read<FunctionFacts>(`
      select distinct ${functionSql} from pg_depend d join pg_proc p on p.oid = d.refobjid
      where d.classid = 'pg_attrdef'::regclass and d.refclassid = 'pg_proc'::regclass
        and p.pronamespace = 'public'::regnamespace order by 1`),
    ownFunctions: await read<FunctionFacts>(
      `select ${functionSql} from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.proname <> all ($1) order by 1`,
      [withFile],
    ),
  }
}

const functionSql = `p.proname as name, pg_get_function_result(p.oid) as result, p.prosrc as body,
  case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatility`

const listed = (query: string): string => `coalesce((select json_agg(one) from (${query}) one), '[]')`

const tablesSql = `
  select c.relname as name, c.relpersistence = 'u' as unlogged, coalesce(c.reloptions, '{}') as storage,
    lower(pg_get_partkeydef(c.oid)) as partitioned,
    ${listed(`
      select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
        pg_get_expr(d.adbin, d.adrelid) as standard, a.attidentity as identity, a.attgenerated = 's' as "isStored"
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum`)} as columns,
    ${listed(`
      select o.conname as name, o.contype as kind, pg_get_constraintdef(o.oid) as definition, f.relname as refers,
        coalesce((select json_agg(a.attname order by k.nth) from unnest(o.conkey) with ordinality k (number, nth)
          join pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.number), '[]') as columns
      from pg_constraint o left join pg_class f on f.oid = o.confrelid
      where o.conrelid = c.oid and o.contype in ('p', 'u', 'f', 'c')
      order by array_position('{p,u,f,c}', o.contype::text), o.oid`)} as constraints,
    ${listed(`
      select x.relname as name, pg_get_indexdef(x.oid) as definition from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint o where o.conindid = x.oid and o.conrelid = c.oid
        and o.contype in ('p', 'u')) order by x.oid`)} as indexes,
    ${listed(`
      select t.tgname as name, pg_get_triggerdef(t.oid, true) as definition from pg_trigger t
      where t.tgrelid = c.oid and not t.tgisinternal order by t.oid`)} as triggers,
    ${listed(`
      select v.relname as name, pg_get_viewdef(v.oid) as definition,
        (select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = v.oid and a.attnum > 0) as columns
      from pg_class v where v.relkind = 'v' and exists (select from pg_depend d join pg_rewrite r on r.oid = d.objid
        where r.ev_class = v.oid and d.classid = 'pg_rewrite'::regclass and d.refobjid = c.oid) order by v.oid`)} as views
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_%'
  order by c.oid`

async function readRows(client: Client, { name, columns }: TableFacts): Promise<string[]> {
  const constants = columns.map((column) => constantOf(column)).join(` || ', ' || `)
  const { rows } = await client.query<{ row: string }>(`select ${constants} as row from "${name}" order by ctid`)
  return rows.map(({ row }) => row)
}

const constantOf = ({ name, type }: ColumnFacts): string =>
  type === 'text' || type.endsWith('[]') ? `quote_nullable("${name}")` : `coalesce("${name}"::text, 'null')`
