-- Deletes rows of the first partition, with their salts, redactions, and empty seals but the last.
create or replace function forget_audit_entries(of_community text, days integer, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  forgotten bigint[];
  last_position bigint;
  last_audit_id bigint;
begin
  perform pg_advisory_xact_lock(audit_lock_key(of_community));
  with oldest as (
    select e.position, e.audit_id, e.at from audit_entry e
    where e.community_id = of_community and e.position < least(audit_horizon(), audit_row_border())
    order by e.position, e.audit_id limit most
  ), old as (
    select position, audit_id,
      bool_and(at < now() - make_interval(days => greatest(days, 31))) over (order by position, audit_id) as is_old
    from oldest
  ), gone as (
    delete from audit_entry e using old
    where old.is_old and e.community_id = of_community and e.position = old.position and e.audit_id = old.audit_id
    returning e.position, e.audit_id
  )
  select array_agg(gone.audit_id), (array_agg(gone.position order by gone.position desc, gone.audit_id desc))[1],
    (array_agg(gone.audit_id order by gone.position desc, gone.audit_id desc))[1]
  into forgotten, last_position, last_audit_id from gone;
  if forgotten is null then return 0; end if;
  delete from audit_redaction r where r.community_id = of_community and r.audit_id = any (forgotten);
  perform forget_audit_seals(of_community, last_position, last_audit_id);
  return cardinality(forgotten);
end
$$;
revoke execute on function forget_audit_entries from public;
