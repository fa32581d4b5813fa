-- compatible-from: 0021
-- A hash chain per community. A job seals entries before audit_horizon(): no cost at writes. `npm run admin -- audit
-- verify` recomputes it.

create table audit_seal (
  community_id text not null references community,
  number bigint not null check (number >= 1),
  -- the last entry; begins after the previous seal
  position bigint not null,
  audit_id bigint not null,
  -- in feed order. Erasure removes the salt, so that content cannot be guessed.
  audit_ids bigint[] not null,
  salts uuid[] not null,
  hashes bytea[] not null,
  -- null: first seal
  previous bytea,
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (community_id, number),
  unique (community_id, position, audit_id),
  constraint audit_seal_whole check (cardinality(audit_ids) > 0
    and cardinality(audit_ids) = cardinality(salts) and cardinality(audit_ids) = cardinality(hashes))
);

-- Sealed entries changed by erasure.
create table audit_redaction (
  community_id text not null references community,
  audit_id bigint not null,
  -- `other`: a statement of the tables' owner
  cause text not null check (cause in ('erasure', 'other')),
  redacted_at timestamptz not null default now(),
  -- of the remaining entry
  hash bytea not null,
  primary key (community_id, audit_id)
);

create function audit_entry_hash(entry audit_entry, salt uuid) returns bytea language sql stable as $$
  select sha256(convert_to(coalesce(salt::text, '') || jsonb_build_array(entry.community_id, entry.position, entry.audit_id,
    extract(epoch from entry.at), entry.actor_kind, entry.actor_id, entry.action, entry.user_id, entry.before::text,
    entry.after::text, entry.reason, entry.request_id)::text, 'UTF8'))
$$;

create function audit_seal_hash(of_community text, seal_number bigint, last_position bigint, last_audit_id bigint, ids bigint[],
  entry_hashes bytea[], previous_hash bytea, at timestamptz) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(of_community, seal_number, last_position, last_audit_id, to_jsonb(ids),
    encode(previous_hash, 'hex'), extract(epoch from at))::text, 'UTF8')
    || (select string_agg(one.hash, ''::bytea order by one.n) from unnest(entry_hashes) with ordinality as one (hash, n)))
$$;

create function audit_lock_key(of_community text) returns bigint language sql immutable as
  $$select hashtextextended('audit ' || of_community, 0)$$;

create function seal_audit_entries(of_community text, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  last record;
  batch record;
  sealed timestamptz := clock_timestamp();
begin
  if not pg_try_advisory_xact_lock(audit_lock_key(of_community)) then return 0; end if;
  select s.number, s.position, s.audit_id, s.hash into last
  from audit_seal s where s.community_id = of_community order by s.number desc limit 1;
  select count(*)::int as count, array_agg(e.audit_id order by e.position, e.audit_id) as ids,
    array_agg(e.salt order by e.position, e.audit_id) as salts,
    array_agg(e.hash order by e.position, e.audit_id) as hashes,
    max(e.position) as position
  into batch
  from (
    select a.position, a.audit_id, a.salt, audit_entry_hash(a.entry, a.salt) as hash
    from (
      select b as entry, b.position, b.audit_id, gen_random_uuid() as salt from audit_entry b
      where b.community_id = of_community and b.position < audit_horizon()
        and (b.position, b.audit_id) > (coalesce(last.position, -1), coalesce(last.audit_id, -1))
      order by b.position, b.audit_id limit most
    ) a
  ) e;
  if batch.count = 0 then return 0; end if;
  insert into audit_seal (community_id, number, position, audit_id, audit_ids, salts, hashes, previous, hash, sealed_at)
  select of_community, n.number, batch.position, batch.ids[batch.count], batch.ids, batch.salts, batch.hashes, last.hash,
    audit_seal_hash(of_community, n.number, batch.position, batch.ids[batch.count], batch.ids, batch.hashes, last.hash, sealed), sealed
  from (select coalesce(last.number, 0) + 1 as number) n;
  return batch.count;
end
$$;

create or replace function guard_audit_entry() returns trigger language plpgsql as $$
declare seal bigint;
begin
  if tg_op = 'DELETE' then
    -- the shortest AUDIT_RETENTION_DAYS
    if old.at > now() - interval '31 days' then
      raise exception 'audit entry % is younger than 31 days and cannot be deleted', old.audit_id using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.community_id, new.audit_id, new.position, new.at, new.actor_kind, new.actor_id, new.action)
      is distinct from (old.community_id, old.audit_id, old.position, old.at, old.actor_kind, old.actor_id, old.action)
    or new.user_id is distinct from old.user_id and new.user_id is not null
    or new.reason is distinct from old.reason and new.reason is not null
    or new.request_id is distinct from old.request_id and new.request_id is not null
    or not coalesce(audit_takes_away(old.before, new.before), false)
    or not coalesce(audit_takes_away(old.after, new.after), false) then
    raise exception 'audit entry % cannot be changed', old.audit_id using errcode = 'restrict_violation';
  end if;
  if new is not distinct from old then return new; end if;
  perform pg_advisory_xact_lock(audit_lock_key(old.community_id));
  select s.number into seal from audit_seal s
  where s.community_id = old.community_id and (s.position, s.audit_id) >= (old.position, old.audit_id)
  order by s.position, s.audit_id limit 1;
  if seal is not null then
    update audit_seal s set salts[array_position(s.audit_ids, old.audit_id)] = null
    where s.community_id = old.community_id and s.number = seal and old.audit_id = any (s.audit_ids);
    insert into audit_redaction as r (community_id, audit_id, cause, hash)
    values (old.community_id, old.audit_id, coalesce(nullif(current_setting('community.audit_cause', true), ''), 'other'),
      audit_entry_hash(new, null))
    on conflict (community_id, audit_id) do update set cause = excluded.cause, redacted_at = excluded.redacted_at, hash = excluded.hash;
  end if;
  return new;
end
$$;

create or replace function erase_audit_texts(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  perform pg_advisory_xact_lock(audit_lock_key(c.community_id))
  from (select distinct e.community_id from audit_entry e where e.user_id = account order by 1) c;
  perform set_config('community.audit_cause', 'erasure', true);
  update audit_entry set reason = null, before = audit_without_texts(before), after = audit_without_texts(after)
  where user_id = account;
  get diagnostics erased = row_count;
  perform set_config('community.audit_cause', '', true);
  return erased;
end
$$;

create or replace function erase_audit_account(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  perform pg_advisory_xact_lock(audit_lock_key(c.community_id))
  from (select distinct e.community_id from audit_entry e where e.user_id = account order by 1) c;
  perform set_config('community.audit_cause', 'erasure', true);
  update audit_entry set user_id = null, before = null, after = null, reason = null, request_id = null
  where user_id = account or (user_id is null and (audit_names(before, account) or audit_names(after, account)));
  get diagnostics erased = row_count;
  perform set_config('community.audit_cause', '', true);
  return erased;
end
$$;

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

revoke execute on function seal_audit_entries from public;
