-- The partitions whose entries were all written more than `days` days ago, at least 31, oldest first: the next one began before. The
-- first one stays, without rows, for positions that are imported.
create or replace function list_old_audit_partitions(days integer) returns table (number bigint, name text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
  filled boolean;
begin
  for one in
    select p.number, p.name, lead(p.began_on) over (order by p.number) as ended_on from list_audit_partitions() p
  loop
    continue when coalesce(one.ended_on, 'infinity') >= (now() at time zone 'UTC')::date - greatest(days, 31);
    execute format('select exists (select from %s)', one.name) into filled;
    continue when one.number = 0 and not filled;
    number := one.number;
    name := one.name;
    return next;
  end loop;
end
$$;

revoke execute on function list_old_audit_partitions from public;
