-- With an audit entry at a position that is still to be assigned. On Citus each is compared on the node of the community.
create or replace function list_communities_ahead() returns setof text language plpgsql as $$
declare
  one text;
begin
  for one in select c.community_id from community c loop
    perform from audit_entry e where e.community_id = one and e.position >= audit_end() limit 1;
    if found then return next one; end if;
  end loop;
end
$$;
