-- Final states cannot change, but erasure may remove texts.
create or replace function guard_event() returns trigger language plpgsql as $$
begin
  -- an account that is erased whole leaves no id behind, in what has ended neither
  if current_setting('community.erasing', true) = 'on' then
    return new;
  end if;
  if not exists (select from event_transition where from_state = old.state) then
    if new.cancel_reason is null and to_jsonb(new) - 'cancel_reason' = to_jsonb(old) - 'cancel_reason' then
      return new;
    end if;
    raise exception 'the event % has ended and never changes', old.event_id
      using errcode = 'check_violation', constraint = 'event_final', table = 'event';
  end if;
  if new.state <> old.state and not exists (
    select from event_transition where from_state = old.state and to_state = new.state
  ) then
    raise exception 'an event does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'event_lifecycle', table = 'event';
  end if;
  return new;
end
$$;
