-- The partitions of the audit log, oldest first: each begins at the position `start` (2^36 times its number, the first at none), and
-- `began_on` is the day of its first entries, null for the last one, which waits for the next month. None on Citus, where positions are
-- of the nodes: there the log is never rolled over.
create or replace function list_audit_partitions()
returns table (number bigint, name text, start bigint, began_on date) language plpgsql stable as $$
begin
  if exists (select from pg_extension where extname = 'citus') then return; end if;
  return query
    select p.number, 'audit_partition.audit_entry_' || p.number, p.number << 36, p.began_on
    from (
      select substring(c.relname from '\d+$')::bigint as number,
        substring(obj_description(c.oid, 'pg_class') from '^began (\d{4}-\d\d-\d\d)')::date as began_on
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_entry'::regclass
    ) p order by p.number;
end
$$;
