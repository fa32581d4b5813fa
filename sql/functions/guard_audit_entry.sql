create or replace function guard_audit_entry() returns trigger language plpgsql as $$
declare
  seal record;
  part_salts bytea[];
  part_hashes bytea[];
  parts text[];
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
    or new.on_behalf_of is distinct from old.on_behalf_of and new.on_behalf_of is distinct from 0
    or new.reason is distinct from old.reason and new.reason is not null
    or new.request_id is distinct from old.request_id and new.request_id is not null
    or not coalesce(audit_takes_away(old.before, new.before), false)
    or not coalesce(audit_takes_away(old.after, new.after), false) then
    raise exception 'audit entry % cannot be changed', old.audit_id using errcode = 'restrict_violation';
  end if;
  if new is not distinct from old then return new; end if;
  perform pg_advisory_xact_lock(audit_lock_key(old.community_id));
  select s.number, s.salts[listed.n] as salt, s.hashes[listed.n] as hash into seal from audit_seal s
  cross join lateral (select array_position(s.audit_ids, old.audit_id) as n) listed
  where s.community_id = old.community_id and (s.position, s.audit_id) >= (old.position, old.audit_id)
  order by s.position, s.audit_id limit 1;
  if seal.number is not null then
    parts := audit_parts(old);
    if seal.salt is not null and seal.hash = audit_sealed_hash(old, seal.salt) then
      part_salts := audit_part_salts(seal.salt);
      part_hashes := array_fill(null::bytea, array[5]);
    else
      select r.part_salts, r.part_hashes into part_salts, part_hashes from audit_redaction r
      where r.community_id = old.community_id and r.audit_id = old.audit_id;
    end if;
    if part_salts is not null then
      select array_agg(case when one.is_kept then one.salt end order by one.part),
        array_agg(case when one.is_kept then one.taken else coalesce(one.taken, one.hash) end order by one.part)
      into part_salts, part_hashes
      from (
        select p.part, p.salt, p.taken, p.hash, p.before is not distinct from p.after as is_kept
        from unnest(part_salts, part_hashes, audit_part_hashes(parts, part_salts), parts, audit_parts(new))
          with ordinality as p (salt, taken, hash, before, after, part)
      ) one;
    end if;
    update audit_seal s set salts[array_position(s.audit_ids, old.audit_id)] = null
    where s.community_id = old.community_id and s.number = seal.number and old.audit_id = any (s.audit_ids);
    insert into audit_redaction as r (community_id, audit_id, cause, hash, part_salts, part_hashes)
    values (old.community_id, old.audit_id, coalesce(nullif(current_setting('community.audit_cause', true), ''), 'other'),
      audit_hash(new, null::uuid), part_salts, part_hashes)
    on conflict (community_id, audit_id) do update set cause = excluded.cause, redacted_at = excluded.redacted_at, hash = excluded.hash,
      part_salts = excluded.part_salts, part_hashes = excluded.part_hashes;
  end if;
  return new;
end
$$;
