-- Seals at most `most` entries and returns their number; 0 also while locked. The mark of the community stays if there may be more.
create or replace function seal_audit_entries(of_community text, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last record;
  batch record;
  sealed timestamptz := clock_timestamp();
begin
  if not pg_try_advisory_xact_lock(audit_lock_key(of_community)) then return 0; end if;
  delete from audit_news n where n.community_id = of_community and n.reader = 'seal';
  select s.number, s.position, s.audit_id, s.hash into last
  from audit_seal s where s.community_id = of_community order by s.number desc limit 1;
  select count(*)::int as count, array_agg(e.audit_id order by e.position, e.audit_id) as ids,
    array_agg(e.salt order by e.position, e.audit_id) as salts,
    array_agg(e.hash order by e.position, e.audit_id) as hashes,
    max(e.position) as position
  into batch
  from (
    select a.position, a.audit_id, a.salt, audit_sealed_hash(a.entry, a.salt) as hash
    from (
      select b as entry, b.position, b.audit_id, gen_random_uuid() as salt from audit_entry b
      where b.community_id = of_community and b.position < audit_horizon()
        and b.position >= coalesce(last.position, -1) and (b.position, b.audit_id) > (coalesce(last.position, -1), coalesce(last.audit_id, -1))
      order by b.position, b.audit_id limit most
    ) a
  ) e;
  if batch.count = 0 then return 0; end if;
  insert into audit_seal (community_id, number, position, audit_id, audit_ids, salts, hashes, previous, hash, sealed_at)
  select of_community, n.number, batch.position, batch.ids[batch.count], batch.ids, batch.salts, batch.hashes, last.hash,
    audit_seal_hash(of_community, n.number, batch.position, batch.ids[batch.count], batch.ids, batch.hashes, last.hash, sealed), sealed
  from (select coalesce(last.number, 0) + 1 as number) n;
  if batch.count = most then
    insert into audit_news (community_id, reader) values (of_community, 'seal') on conflict do nothing;
  end if;
  return batch.count;
end
$$;
revoke execute on function seal_audit_entries from public;
