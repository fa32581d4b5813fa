-- Whether the partitions of the audit log from the one with `since` on have an index by position.
create or replace function has_audit_position_index(since bigint) returns boolean language sql stable as $$
  select coalesce(bool_and(exists (select from pg_class c where c.relname = 'audit_entry_' || p.number || '_position')), false)
  from list_audit_partitions() p
  where p.number >= (select max(b.number) from list_audit_partitions() b where b.number = 0 or b.start <= since)
$$;
