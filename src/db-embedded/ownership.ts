// Makes community_owner the owner of an embedded cluster's database, also of one created by an earlier release.
import { Client } from 'pg'

/** Changes the owner of the superuser's objects, and revokes connect from public. */
const handOver = `
do $own$
declare thing text;
begin
  perform pg_advisory_xact_lock(7301884113);
  if has_database_privilege('public', current_database(), 'connect') then
    execute format('revoke all on database %I from public', current_database());
    execute format('grant connect on database %I to community_server', current_database());
  end if;
  if (select datdba <> 'community_owner'::regrole from pg_database where datname = current_database()) then
    execute format('alter database %I owner to community_owner', current_database());
  end if;
  for thing in
    select format('schema %I', nspname) from pg_namespace where nspname = 'graphile_worker' and nspowner = current_user::regrole
    union all
    select format('%s %s', case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, c.oid::regclass)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relowner = current_user::regrole and c.relkind in ('r', 'p', 'v', 'S')
      -- sequences owned by a column follow their table
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
        and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0 and d.deptype in ('a', 'i'))
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'graphile_worker') and p.proowner = current_user::regrole
    union all
    select format('type %s', t.oid::regtype) from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ('public', 'graphile_worker') and t.typowner = current_user::regrole
      and (t.typtype in ('e', 'd') or t.typtype = 'c' and (select relkind from pg_class where oid = t.typrelid) = 'c')
  loop
    execute format('alter %s owner to community_owner', thing);
  end loop;
end $own$`

/** Idempotent. @param url of the database, as superuser */
export async function ownDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'access' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(handOver)
  } finally {
    await client.end()
  }
}
