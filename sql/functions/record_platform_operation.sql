create or replace function record_platform_operation() returns trigger language plpgsql as $$
begin
  insert into platform_operation_history (community_id, operation_id, at, from_status, to_status, reason, worker_id)
  values (new.community_id, new.operation_id, case when tg_op = 'UPDATE' then clock_timestamp() else new.created_at end,
    case when tg_op = 'UPDATE' then old.status end, new.status, coalesce(new.error_code, new.reason), new.worker_id);
  return null;
end
$$;
