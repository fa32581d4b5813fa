-- With unsealed entries whose positions are final. A statement for each community: on Citus each runs on the node of the community.
create or replace function list_communities_to_seal() returns setof text language plpgsql as $$
declare
  one text;
  last record;
begin
  for one in select c.community_id from community c order by 1 loop
    select s.position, s.audit_id into last
    from audit_seal s where s.community_id = one order by s.number desc limit 1;
    perform from audit_entry e where e.community_id = one and e.position < audit_horizon()
      and e.position >= coalesce(last.position, -1) and (e.position, e.audit_id) > (coalesce(last.position, -1), coalesce(last.audit_id, -1)) limit 1;
    if found then return next one; end if;
  end loop;
end
$$;
