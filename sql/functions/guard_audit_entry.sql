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
    or new.on_behalf_of is distinct from old.on_behalf_of and new.on_behalf_of is distinct from 0
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
      audit_hash(new, null::uuid))
    on conflict (community_id, audit_id) do update set cause = excluded.cause, redacted_at = excluded.redacted_at, hash = excluded.hash;
  end if;
  return new;
end
$$;
