-- compatible-from: 0020
-- The last difference between a database of these migrations and a new one, which sql/schema.sql makes.

-- Checks that were added without a look at the rows, each of which allows every former value. It reads the tables, the audit log too,
-- and blocks neither reads nor writes. Partitions follow their table.
do $$
declare
  one record;
begin
  for one in
    select conrelid::regclass as place, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and not convalidated and coninhcount = 0
  loop
    execute format('alter table %s validate constraint %I', one.place, one.name);
  end loop;
end
$$;

-- named after a column that was renamed
alter table community
  rename constraint community_rank_changes_per_minute_limit_check to community_alarm_changes_per_minute_check;

-- The first partition was the table itself: its indexes get the names that those of other partitions have. On Citus there are none.
alter index if exists audit_partition.audit_entry_pkey rename to audit_entry_0_pkey;
alter index if exists audit_partition.audit_entry_user rename to audit_entry_0_user_id_community_id_position_audit_id_idx;
alter index if exists audit_partition.audit_entry_on_behalf_of rename to audit_entry_0_on_behalf_of_community_id_position_audit_id_idx;
alter index if exists audit_partition.audit_entry_form rename to audit_entry_0_community_id_expr_audit_id_idx;

-- what is known of a column is said in sql/schema.sql
comment on column platform_connection.credential is null;
comment on column platform_connection.checking_until is null;
comment on column request_key.effect is null;
