create or replace function guard_account_audit_entry() returns trigger language plpgsql as $$
begin
  -- the shortest AUDIT_RETENTION_DAYS
  if tg_op = 'DELETE' and old.at < now() - interval '31 days' then return old; end if;
  if tg_op = 'UPDATE' and (new.audit_id, new.at, new.actor_id, new.action) is not distinct from
      (old.audit_id, old.at, old.actor_id, old.action)
    and (new.user_id is null or new.user_id is not distinct from old.user_id)
    and coalesce(audit_takes_away(old.details, new.details), false) then
    return new;
  end if;
  raise exception 'audit entry % of an account cannot be changed', old.audit_id using errcode = 'restrict_violation';
end
$$;
