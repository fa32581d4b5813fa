-- Claims the next rank change of the first lane that has one, and gives its community its turn. The mark of the lane stays if another
-- one can be claimed. A claim locks the lane of the community, then the rank change, then the budget, and waits only for the budget.
create or replace function claim_platform_operation(
  claimer text, lanes text[], lease_seconds double precision, most_in_flight integer, calls integer
) returns setof platform_operation language plpgsql as $$
declare
  lane text;
  chosen platform_operation;
begin
  -- a claim lost in a crash is harmless, because its worker is fenced
  perform set_config('synchronous_commit', 'off', true);
  foreach lane in array lanes loop
    if lane = 'settle' then
      chosen := choose_unsettled(calls);
    elsif not exists (select from dispatch_switch where paused_at is not null) then
      chosen := choose_queued(lane = 'urgent', most_in_flight, calls);
    end if;
    exit when chosen.operation_id is not null;
  end loop;
  if chosen.operation_id is null then
    return;
  end if;
  update dispatch_lane set turn_at = clock_timestamp() where community_id = chosen.community_id;
  return query update platform_operation o set
      status = case when o.status = 'queued' then 'dispatching' else o.status end,
      reason = case when o.status = 'queued' then null else o.reason end,
      worker_id = claimer,
      lease_until = clock_timestamp() + make_interval(secs => lease_seconds),
      claims = o.claims + 1,
      -- after the end of the one before it
      dispatched_at = coalesce(o.dispatched_at, clock_timestamp())
    where o.community_id = chosen.community_id and o.operation_id = chosen.operation_id
    returning o.*;
  if lane <> 'settle' then
    perform mark_lane_not_ready(chosen.community_id, chosen.urgent, coalesce((select c.status = 'connected' from platform_connection c
      where c.community_id = chosen.community_id), false), clock_timestamp());
  end if;
end
$$;
