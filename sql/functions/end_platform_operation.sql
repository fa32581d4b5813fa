-- Notifies the waiting caller.
create or replace function end_platform_operation() returns trigger language plpgsql as $$
begin
  if new.awaited then
    perform pg_notify('platform_operation_ended', new.operation_id);
  end if;
  return null;
end
$$;
