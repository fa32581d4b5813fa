-- A new connection makes postponed rank changes due. Locked ones are retried within a minute.
create function resume_after_connection() returns trigger language plpgsql as $$
begin
  update platform_operation o set not_before = now()
  from (select parked.operation_id from platform_operation parked
    where parked.community_id = new.community_id and parked.status in ('queued', 'outcome_pending')
      and parked.lease_until is null and parked.not_before > now()
    for update skip locked) due
  where o.community_id = new.community_id and o.operation_id = due.operation_id;
  if exists (select from platform_operation
    where community_id = new.community_id and status in ('queued', 'outcome_pending')) then
    perform graphile_worker.add_job('dispatch-bulk', payload => '{}');
  end if;
  return null;
end
$$;

create trigger platform_connection_made after insert on platform_connection
  for each row when (new.status = 'connected') execute function resume_after_connection();
create trigger platform_connection_renewed after update on platform_connection
  for each row when (new.status = 'connected'
    and (old.status <> 'connected' or old.connected_at is distinct from new.connected_at))
  execute function resume_after_connection();
