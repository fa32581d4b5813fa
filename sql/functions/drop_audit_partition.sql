-- Drops the oldest partition, if its entries are all noted as deleted. Returns false, with nothing dropped, when one is not noted or
-- younger than `days` days, at least 31. The first partition then ends at the next one, so that every position has a partition.
create or replace function drop_audit_partition(of_number bigint, days integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  partition text;
  kept boolean;
  next bigint;
begin
  select p.name into partition from list_old_audit_partitions(days) p where p.number = of_number;
  if partition is null or exists (select from list_audit_partitions() p where p.number > 0 and p.number < of_number) then
    return false;
  end if;
  -- reads go on while the entries are checked
  execute format('lock table %s in share row exclusive mode', partition);
  execute format('select exists (select from %s e where e.at > now() - make_interval(days => $1)
    or not exists (select from audit_forgotten f
      where f.community_id = e.community_id and (f.position, f.audit_id) >= (e.position, e.audit_id)))', partition)
    into kept using greatest(days, 31);
  if kept then return false; end if;
  lock table audit_entry in access exclusive mode;
  select min(p.number) into next from list_audit_partitions() p where p.number > of_number;
  execute format('alter table audit_entry detach partition %s', partition);
  execute format('drop table %s', partition);
  if of_number = 0 then
    perform add_audit_partition(0, next);
  else
    alter table audit_entry detach partition audit_partition.audit_entry_0;
    execute format('alter table audit_entry attach partition audit_partition.audit_entry_0 for values from (minvalue) to (%s)', next << 36);
  end if;
  return true;
end
$$;

revoke execute on function drop_audit_partition from public;
