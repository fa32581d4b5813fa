-- Notes that retention deletes the entries up to a place: moves audit_forgotten, deletes the seals before the last one whose entries are
-- all deleted, and the salts of deleted entries.
create or replace function forget_audit_seals(of_community text, last_position bigint, last_audit_id bigint) returns void
language plpgsql as $$
declare
  border record;
begin
  insert into audit_forgotten as f (community_id, position, audit_id) values (of_community, last_position, last_audit_id)
  on conflict (community_id) do update set position = excluded.position, audit_id = excluded.audit_id
  where (f.position, f.audit_id) < (excluded.position, excluded.audit_id);
  select f.position, f.audit_id into border from audit_forgotten f where f.community_id = of_community;
  delete from audit_seal s where s.community_id = of_community and s.number < (
    select max(w.number) from audit_seal w
    where w.community_id = of_community and (w.position, w.audit_id) <= (border.position, border.audit_id));
  -- the last deleted entry is in the last seal that ends before it, or in the next one
  update audit_seal s set salts = (
    select array_agg(case when one.n <= deleted.count then null else one.salt end order by one.n)
    from unnest(s.salts) with ordinality as one (salt, n))
  from (
    select w.number, case when (w.position, w.audit_id) <= (border.position, border.audit_id) then cardinality(w.audit_ids)
      else array_position(w.audit_ids, border.audit_id) end as count
    from audit_seal w where w.community_id = of_community order by w.number limit 2
  ) deleted
  where s.community_id = of_community and s.number = deleted.number and deleted.count is not null;
end
$$;
