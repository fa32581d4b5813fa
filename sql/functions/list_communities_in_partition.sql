-- With entries in one partition of the audit log.
create or replace function list_communities_in_partition(number bigint) returns setof text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  one text := '';
  partition text;
begin
  select p.name into partition from list_audit_partitions() p where p.number = list_communities_in_partition.number;
  if partition is null then return; end if;
  loop
    execute format('select e.community_id from %s e where e.community_id > $1 order by 1 limit 1', partition) into one using one;
    exit when one is null;
    return next one;
  end loop;
end
$$;

revoke execute on function list_communities_in_partition from public;
