-- Enqueues the erasures that a hold postponed.
create or replace function resume_erasure() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('erase-account', json_build_object('notificationId', notification_id))
  from erasure_request where user_id = old.user_id;
  return null;
end
$$;
