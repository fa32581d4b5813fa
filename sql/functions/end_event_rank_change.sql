-- Stores the result with the award and notifies callers.
create or replace function end_event_rank_change() returns trigger language plpgsql as $$
begin
  update event_award set code = new.error_code,
    status = case new.status when 'succeeded' then 'succeeded' else 'failed' end
  where community_id = new.community_id and event_id = new.event_id and user_id = new.user_id and kind = 'rank'
    and operation_id = new.operation_id;
  perform pg_notify('platform_operation_ended', new.operation_id);
  return null;
end
$$;
