-- The position of the last audit entry of each community.
create or replace function list_last_positions() returns setof bigint language plpgsql as $$
declare
  one text;
begin
  for one in select c.community_id from community c loop
    return query select e.position from audit_entry e where e.community_id = one order by e.position desc, e.audit_id desc limit 1;
  end loop;
end
$$;
