create or replace function notify_plan_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', '*');
  return null;
end
$$;
