-- Processes then drop their cached keys.
create or replace function notify_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', coalesce(new.community_id, old.community_id));
  return null;
end
$$;
