create or replace function guard_suspension() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (
    select from suspension_transition where from_state = old.state and to_state = new.state
  ) then
    raise exception 'a suspension does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'suspension_lifecycle', table = 'suspension';
  end if;
  return new;
end
$$;
