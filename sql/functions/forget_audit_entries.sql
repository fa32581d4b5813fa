-- Also deletes salts, redactions, and empty seals but the last.
create or replace function forget_audit_entries(of_community text, days integer, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  forgotten bigint[];
  border record;
begin
  perform pg_advisory_xact_lock(audit_lock_key(of_community));
  with oldest as (
    select e.position, e.audit_id, e.at from audit_entry e
    where e.community_id = of_community and e.position < audit_horizon()
    order by e.position, e.audit_id limit most
  ), old as (
    select position, audit_id,
      bool_and(at < now() - make_interval(days => greatest(days, 31))) over (order by position, audit_id) as is_old
    from oldest
  ), last as (
    select position, audit_id from old where is_old order by position desc, audit_id desc limit 1
  ), gone as (
    delete from audit_entry e using old
    where old.is_old and e.community_id = of_community and e.position = old.position and e.audit_id = old.audit_id
    returning e.audit_id
  ), noted as (
    insert into audit_forgotten as f (community_id, position, audit_id)
    select of_community, position, audit_id from last
    on conflict (community_id) do update set position = excluded.position, audit_id = excluded.audit_id
    where (f.position, f.audit_id) < (excluded.position, excluded.audit_id)
  )
  select array_agg(audit_id) into forgotten from gone;
  if forgotten is null then return 0; end if;
  delete from audit_redaction r where r.community_id = of_community and r.audit_id = any (forgotten);
  select f.position, f.audit_id into border from audit_forgotten f where f.community_id = of_community;
  delete from audit_seal s where s.community_id = of_community and s.number < (
    select max(w.number) from audit_seal w
    where w.community_id = of_community and (w.position, w.audit_id) <= (border.position, border.audit_id));
  update audit_seal s set salts = (
    select array_agg(case when one.id = any (forgotten) then null else one.salt end order by one.n)
    from unnest(s.audit_ids, s.salts) with ordinality as one (id, salt, n))
  where s.community_id = of_community and s.audit_ids && forgotten;
  return cardinality(forgotten);
end
$$;
