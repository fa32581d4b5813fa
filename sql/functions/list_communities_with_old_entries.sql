-- With audit entries that retention deletes as rows and that are older than `days`: with an index by position, those of the oldest
-- thousand entries.
create or replace function list_communities_with_old_entries(days integer) returns setof text language plpgsql as $$
declare
  one text;
  oldest timestamptz;
  border bigint := audit_row_border();
begin
  if exists (select from pg_class c where c.relname = 'audit_entry_0_position') and border < 9223372036854775807 then
    return query select distinct e.community_id from (
      select a.community_id, a.at from audit_entry a where a.position < border order by a.position limit 1000) e
    where e.at < now() - make_interval(days => days) order by 1;
    return;
  end if;
  for one in select c.community_id from community c order by 1 loop
    select e.at into oldest from audit_entry e where e.community_id = one and e.position < border order by e.position, e.audit_id limit 1;
    if oldest < now() - make_interval(days => days) then return next one; end if;
  end loop;
end
$$;
