-- Whose oldest audit entry that retention deletes as a row is older than `days`.
create or replace function list_communities_with_old_entries(days integer) returns setof text language plpgsql as $$
declare
  one text;
  oldest timestamptz;
  border bigint := audit_row_border();
begin
  for one in select c.community_id from community c order by 1 loop
    select e.at into oldest from audit_entry e where e.community_id = one and e.position < border order by e.position, e.audit_id limit 1;
    if oldest < now() - make_interval(days => days) then return next one; end if;
  end loop;
end
$$;
