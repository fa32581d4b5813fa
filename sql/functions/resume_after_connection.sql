-- A new connection makes postponed rank changes due. Locked ones are retried within a minute.
create or replace function resume_after_connection() returns trigger language plpgsql as $$
begin
  update platform_operation o set not_before = now()
  from (select parked.operation_id from platform_operation parked
    where parked.community_id = new.community_id and parked.status in ('queued', 'outcome_pending')
      and parked.lease_until is null and parked.not_before > now()
      -- one whose account is not resolved yet waits for it
      and parked.not_before < 'infinity'
    for update skip locked) due
  where o.community_id = new.community_id and o.operation_id = due.operation_id;
  if exists (select from platform_operation
    where community_id = new.community_id and status in ('queued', 'outcome_pending')) then
    perform mark_lane_ready(new.community_id, true, true);
  end if;
  return null;
end
$$;
