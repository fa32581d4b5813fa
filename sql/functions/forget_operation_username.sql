create or replace function forget_operation_username() returns trigger language plpgsql as $$
begin
  new.username := null;
  return new;
end
$$;
