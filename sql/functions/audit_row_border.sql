-- Retention deletes single entries before this position, and whole partitions after it: the first partition has entries of more than a
-- month. Without partitions, and on Citus: behind all entries.
create or replace function audit_row_border() returns bigint language sql stable as $$
  select coalesce(min(p.start) filter (where p.number > 0), 9223372036854775807) from list_audit_partitions() p
$$;
