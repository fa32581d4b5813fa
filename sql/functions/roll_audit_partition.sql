-- Continues the positions of the audit log in the next partition that is after `beyond`, and adds an empty one behind it, which has no
-- end. Call it as the owner of the tables. It waits for the transactions that use the log, and holds others back until the commit
-- (some milliseconds); only after positions without a partition of their own, such as those of an import, it reads these rows.
create or replace function roll_audit_partition(began date, beyond bigint) returns void language plpgsql as $$
declare
  last record;
  filled boolean;
  next bigint;
begin
  lock table audit_entry in access exclusive mode;
  select p.number, p.name, p.start into last from list_audit_partitions() p order by p.number desc limit 1;
  execute format('select exists (select from %s)', last.name) into filled;
  next := last.number;
  if filled or beyond >= last.start or audit_end() >= last.start then
    next := (greatest(last.start, beyond, audit_end()) >> 36) + 1;
  end if;
  execute format('alter table audit_entry detach partition %s', last.name);
  execute format('alter table audit_entry attach partition %s for values from (%s) to (%s)', last.name, last.start,
    greatest(next, last.number + 1) << 36);
  execute format('comment on table %s is %L', last.name, 'began ' || began);
  if next > last.number then
    perform add_audit_partition(next, next + 1);
    execute format('comment on table audit_partition.audit_entry_%s is %L', next, 'began ' || began);
  end if;
  perform add_audit_partition(next + 1, null);
  -- the next position is the first of the partition or a later one
  execute format('create or replace function public.audit_offset() returns bigint language sql stable as %L',
    format('select %s::bigint', (next << 36) + 1 - pg_snapshot_xmax(pg_current_snapshot())::text::bigint));
end
$$;
