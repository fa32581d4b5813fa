// A database described in full, a line for each fact, to compare two of them. Numbers that PostgreSQL gives (oid, attnum) are
// left out; the order of columns is not.
import type { Client } from 'pg'

/**
 * Functions that only servers of 3.0.0 call, beside which an upgrade runs: a new database does not have them. A migration of
 * the next version drops them.
 */
export const ofOlderServers: readonly string[] = [
  ...['award_batch', 'award_batch_entry', 'queue_batch_auto_rank', 'auto_rank_decision', 'audit_batch_award'],
  ...['answer_known_batch', 'has_lifted_refusal', 'is_refusal_lifted', 'points_after'],
]

/** Schemas of PostgreSQL. */
const ownSchemas = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'`
/** Of the time of the migration. */
const unlike = ['applied_at']

const relation = `n.nspname || '.' || c.relname`
const withSchema = 'join pg_namespace n on n.oid = c.relnamespace'

/** Each query gives a `name` and columns with the facts about it. */
const queries: Readonly<Record<string, string>> = {
  database: `select 'database' as name, datcollate, datctype, encoding::text, null as acl from pg_database where datname = current_database()`,
  setting: `select coalesce(r.rolname, '') as name, s.setconfig::text from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole
    join pg_database d on d.oid = s.setdatabase where d.datname = current_database()`,
  schema: `select n.nspname as name, n.nspowner::regrole::text as owner, n.nspacl::text, obj_description(n.oid, 'pg_namespace') as comment
    from pg_namespace n where ${ownSchemas}`,
  extension: `select extname as name, extversion from pg_extension`,
  relation: `select ${relation} as name, c.relkind, c.relpersistence, c.relowner::regrole::text as owner, c.reloptions::text,
      c.relacl::text, c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.relispartition, m.amname,
      c.reltablespace::text, pg_get_partkeydef(c.oid) as parts, pg_get_expr(c.relpartbound, c.oid) as bound,
      (select string_agg(i.inhparent::regclass::text, ',' order by i.inhseqno) from pg_inherits i where i.inhrelid = c.oid) as parents,
      (select t.reloptions::text from pg_class t where t.oid = c.reltoastrelid) as toast,
      obj_description(c.oid, 'pg_class') as comment
    from pg_class c ${withSchema} left join pg_am m on m.oid = c.relam where ${ownSchemas} and c.relkind <> 't'`,
  column: `select ${relation} || '.' || a.attname as name,
      (select count(*) from pg_attribute e where e.attrelid = a.attrelid and e.attnum between 1 and a.attnum and not e.attisdropped) as nth,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, pg_get_expr(d.adbin, d.adrelid) as standard, a.attidentity,
      a.attgenerated, a.attcollation::regcollation::text as collation, a.attstorage, to_jsonb(a) ->> 'attcompression' as compression,
      coalesce(nullif(to_jsonb(a) ->> 'attstattarget', '-1'), '') as target, a.attacl::text, a.attoptions::text, a.attislocal,
      a.attinhcount, pg_get_serial_sequence(quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname) as sequence,
      col_description(c.oid, a.attnum) as comment
    from pg_attribute a join pg_class c on c.oid = a.attrelid ${withSchema} left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${ownSchemas} and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f') and a.attnum > 0 and not a.attisdropped`,
  constraint: `select coalesce(o.conrelid::regclass::text, o.contypid::regtype::text) || '.' || o.conname as name, o.contype,
      pg_get_constraintdef(o.oid) as definition, o.convalidated, o.condeferrable, o.condeferred, o.conislocal, o.coninhcount,
      case when o.coninhcount = 0 then o.connoinherit end as "noInherit", obj_description(o.oid, 'pg_constraint') as comment
    from pg_constraint o join pg_namespace n on n.oid = o.connamespace where ${ownSchemas} and o.contype <> 'n'`,
  index: `select ${relation} as name, pg_get_indexdef(c.oid) as definition, i.indisvalid, i.indisready, i.indisclustered,
      i.indisreplident, i.indisunique, i.indimmediate
    from pg_index i join pg_class c on c.oid = i.indexrelid ${withSchema} where ${ownSchemas}`,
  trigger: `select ${relation} || '.' || t.tgname as name, pg_get_triggerdef(t.oid) as definition, t.tgenabled, t.tgdeferrable,
      t.tginitdeferred, t.tgparentid <> 0 as follows, obj_description(t.oid, 'pg_trigger') as comment
    from pg_trigger t join pg_class c on c.oid = t.tgrelid ${withSchema} where ${ownSchemas} and not t.tgisinternal`,
  view: `select ${relation} as name, pg_get_viewdef(c.oid) as definition from pg_class c ${withSchema} where ${ownSchemas} and c.relkind in ('v', 'm')`,
  rule: `select ${relation} || '.' || r.rulename as name, pg_get_ruledef(r.oid) as definition from pg_rewrite r
    join pg_class c on c.oid = r.ev_class ${withSchema} where ${ownSchemas} and c.relkind <> 'v'`,
  policy: `select ${relation} || '.' || p.polname as name, p.polcmd, p.polpermissive, p.polroles::regrole[]::text as roles,
      pg_get_expr(p.polqual, p.polrelid) as visible, pg_get_expr(p.polwithcheck, p.polrelid) as checked
    from pg_policy p join pg_class c on c.oid = p.polrelid ${withSchema} where ${ownSchemas}`,
  function: `select n.nspname || '.' || p.oid::regprocedure as name, p.prokind, p.proowner::regrole::text as owner, p.proacl::text,
      case p.prokind when 'a' then p.proargtypes::text else pg_get_functiondef(p.oid) end as definition,
      obj_description(p.oid, 'pg_proc') as comment
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ownSchemas} and p.proname <> all ($1)`,
  type: `select n.nspname || '.' || t.typname as name, t.typtype, t.typnotnull, t.typdefault, t.typacl::text,
      (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${ownSchemas}`,
  sequence: `select schemaname || '.' || sequencename as name, data_type::text as type, start_value, min_value, max_value, increment_by, cycle,
      cache_size, last_value from pg_sequences`,
  statistics: `select n.nspname || '.' || s.stxname as name, pg_get_statisticsobjdef(s.oid) as definition from pg_statistic_ext s
    join pg_namespace n on n.oid = s.stxnamespace`,
  publication: `select pubname as name, puballtables, pubinsert, pubupdate, pubdelete,
      (select string_agg(p.schemaname || '.' || p.tablename, ',' order by 1) from pg_publication_tables p where p.pubname = pub.pubname) as tables
    from pg_publication pub`,
  'event trigger': `select evtname as name, evtevent, evtfoid::regprocedure::text as call, evtenabled from pg_event_trigger`,
  'default right': `select defaclrole::regrole::text || ' ' || coalesce(defaclnamespace::regnamespace::text, '') || ' ' || defaclobjtype::text as name, defaclacl::text
    from pg_default_acl`,
  cast: `select castsource::regtype::text || ' ' || casttarget::regtype::text as name, castfunc::regprocedure::text as call from pg_cast
    where oid >= 16384`,
  operator: `select o.oid::regoperator::text as name, o.oprcode::text from pg_operator o join pg_namespace n on n.oid = o.oprnamespace
    where ${ownSchemas}`,
}

/**
 * Sorted lines, such as `column public.member.user_id {"type": "bigint", …}`.
 * @param data also rows, and how far sequences are
 */
export async function describeDatabase(client: Client, { data = true } = {}): Promise<string[]> {
  const lines: string[] = []
  for (const [kind, text] of Object.entries(queries)) {
    const parameters = text.includes('$1') ? [[...ofOlderServers]] : []
    const found = await client.query<Record<string, unknown> & { name: string }>(text, parameters)
    for (const { name, ...facts } of found.rows) {
      if (!data) delete facts['last_value']
      lines.push(`${kind} ${name} ${JSON.stringify(facts)}`)
    }
  }
  return [...lines, ...(data ? await describeRows(client) : [])].sort()
}

/** Of the tables of the server. */
async function describeRows(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from public."${name}" t`,
      [unlike],
    )
    lines.push(...rows.map(({ row }) => `row ${name} ${row}`))
  }
  return lines
}

/** The lines that only one of them has: `-` the first, `+` the second. */
export function differences(first: readonly string[], second: readonly string[]): string[] {
  const left = without(first, second).map((line) => `- ${line}`)
  return [...left, ...without(second, first).map((line) => `+ ${line}`)]
}

/** Each line as often as the other list lacks it. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0
    counts.set(line, count - 1)
    return count <= 0
  })
}
