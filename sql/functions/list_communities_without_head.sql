-- With seals and without a head. A statement for each community, as in list_communities_to_seal.
create or replace function list_communities_without_head() returns setof text language plpgsql as $$
declare one text;
begin
  for one in select c.community_id from community c order by 1 loop
    perform from audit_head h where h.community_id = one;
    if found then continue; end if;
    perform from audit_seal s where s.community_id = one limit 1;
    if found then return next one; end if;
  end loop;
end
$$;
