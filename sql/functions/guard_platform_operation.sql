create or replace function guard_platform_operation() returns trigger language plpgsql as $$
begin
  -- the erasure of the account for which a key acted
  if new.on_behalf_of = 0 and old.on_behalf_of <> 0 then
    old.on_behalf_of := 0;
    if new is not distinct from old then return new; end if;
  end if;
  -- the erasure of texts about the account
  if new.reversal is distinct from old.reversal and new.reversal = old.reversal - 'reason' then
    old.reversal := new.reversal;
    if new is not distinct from old then return new; end if;
  end if;
  if not exists (select from platform_operation_transition where from_status = old.status) then
    raise exception 'the platform operation % has ended and never changes', old.operation_id
      using errcode = 'check_violation', constraint = 'platform_operation_final', table = 'platform_operation';
  end if;
  if new.status <> old.status and not exists (
    select from platform_operation_transition where from_status = old.status and to_status = new.status
  ) then
    raise exception 'a platform operation does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'platform_operation_lifecycle', table = 'platform_operation';
  end if;
  return new;
end
$$;
