-- Makes the member's next rank change the head of its queue when one ends, with a job of its own, and notifies the waiting caller.
create or replace function end_platform_operation() returns trigger language plpgsql as $$
declare
  promoted platform_operation;
begin
  update platform_operation set first_in_line = true
  where community_id = new.community_id and user_id = new.user_id and status = 'queued' and not first_in_line
    and seq = (select min(seq) from platform_operation
      where community_id = new.community_id and user_id = new.user_id
        and status in ('queued', 'dispatching', 'outcome_pending'))
  returning * into promoted;
  if promoted.operation_id is not null then
    perform graphile_worker.add_job(case when promoted.urgent then 'dispatch-urgent' else 'dispatch-bulk' end,
      payload => json_build_object('communityId', promoted.community_id, 'operationId', promoted.operation_id));
  end if;
  if new.awaited then
    perform pg_notify('platform_operation_ended', new.operation_id);
  end if;
  return null;
end
$$;
