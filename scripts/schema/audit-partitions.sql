-- Two partitions at first: the first one has room for 2^36 positions at least, whatever the number of transactions of the cluster; the
-- last one has no end (roll_audit_partition). As add_audit_partition() makes them.
do $$
declare
  next bigint := (pg_snapshot_xmax(pg_current_snapshot())::text::bigint >> 36) + 2;
  number bigint;
begin
  execute format('create table audit_partition.audit_entry_0 partition of audit_entry for values from (minvalue) to (%s)', next << 36);
  execute format('create table audit_partition.audit_entry_%s partition of audit_entry for values from (%s) to (maxvalue)', next, next << 36);
  foreach number in array array[0, next] loop
    execute format('create index audit_entry_%s_position on audit_partition.audit_entry_%s (position, community_id)', number, number);
    execute format('create trigger audit_entry_kept before truncate on audit_partition.audit_entry_%s
      for each statement execute function refuse_audit_truncate()', number);
  end loop;
  execute format('comment on table audit_partition.audit_entry_0 is %L', 'began ' || current_date);
end
$$;
