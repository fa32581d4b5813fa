// What PostgreSQL knows of the schema after the migrations.

export interface Column {
  readonly table: string
  readonly column: string
  /** As format_type gives it, such as `character varying(40)`. */
  readonly type: string
  readonly nullable: boolean
}
export interface Index {
  readonly name: string
  readonly table: string
  /** The first column or expression. */
  readonly first: string
  readonly unique: boolean
  readonly primary: boolean
}
export interface ForeignKey {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly columns: readonly string[]
  readonly referred: readonly string[]
}
export interface DatabaseFunction {
  readonly name: string
  readonly language: string
  readonly definition: string
  readonly body: string
}
export interface Trigger {
  readonly name: string
  readonly table: string
  /** The function that it calls. */
  readonly of: string
}
export interface Catalogue {
  /** Names of tables, without views. */
  readonly tables: readonly string[]
  /** Columns of the tables, without those of views. */
  readonly columns: readonly Column[]
  /** Tables and views with a community_id. */
  readonly ofCommunity: ReadonlySet<string>
  /** By table, the columns that identify a row and never change. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>
  readonly indexes: readonly Index[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly functions: readonly DatabaseFunction[]
  readonly triggers: readonly Trigger[]
}

const TABLES = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`

/** @param query runs a statement */
export async function readCatalogue(
  query: (text: string) => Promise<{ readonly rows: readonly unknown[] }>,
): Promise<Catalogue> {
  const rows = async <Row>(text: string): Promise<readonly Row[]> => (await query(text)).rows as readonly Row[]
  const tables = await rows<{ name: string }>(`select c.relname as name from pg_class c where ${TABLES} order by 1`)
  const columns = await rows<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${TABLES} order by c.relname, a.attnum`)
  const views = await rows<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'community_id'
    where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace`)
  const keys = await rows<{ table: string; columns: string[] }>(`
    select i.indrelid::regclass::text as table, array_agg(a.attname::text) as columns
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary group by 1`)
  const own = columns.filter(({ column }) => column === 'community_id').map(({ table }) => table)
  return {
    tables: tables.map(({ name }) => name),
    columns,
    ofCommunity: new Set([...own, ...views.map(({ name }) => name)]),
    keys: new Map(keys.map((key) => [key.table, new Set([...key.columns, 'community_id', 'user_id'])])),
    indexes: await rows<Index>(`
      select i.relname as name, c.relname as table, x.indisunique as unique, x.indisprimary as primary,
        pg_get_indexdef(x.indexrelid, 1, true) as first
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      where ${TABLES} order by 1`),
    foreignKeys: await rows<ForeignKey>(`
      select k.conname as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
        array(select a.attname::text from unnest(k.conkey) with ordinality u (n, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by place) as columns,
        array(select a.attname::text from unnest(k.confkey) with ordinality u (n, place)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by place) as referred
      from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1`),
    functions: await rows<DatabaseFunction>(`
      select p.proname as name, l.lanname as language, pg_get_functiondef(p.oid) as definition, p.prosrc as body
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' order by 1`),
    triggers: await rows<Trigger>(`
      select t.tgname as name, c.relname as table, p.proname as of
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and ${TABLES} order by 2, 1`),
  }
}
