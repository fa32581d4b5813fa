-- Locks a queued rank change of the ready community that has waited longest for its turn, and charges the budget for it.
-- Communities without one that can be claimed now are marked as not ready.
create or replace function choose_queued(is_urgent boolean, most_in_flight integer, calls integer)
returns platform_operation language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  -- looked at, and still ready
  passed text[] := '{}';
  one text;
  connection platform_connection;
  is_connected boolean;
  candidate platform_operation;
  again timestamptz;
begin
  perform mark_due_lanes_ready(is_urgent, moment);
  for look in 1 .. 200 loop
    one := lock_next_lane(is_urgent, passed);
    exit when one is null;
    if hold_paused_lane(one, is_urgent) then
      passed := passed || one;
      continue;
    end if;
    if (select count(*) from platform_operation busy where busy.community_id = one and busy.status = 'dispatching')
        >= most_in_flight * (case when is_urgent then 2 else 1 end) then
      passed := passed || one;
      continue;
    end if;
    select c.* into connection from platform_connection c where c.community_id = one;
    is_connected := coalesce(connection.status = 'connected', false);
    candidate := lock_head(one, is_urgent, is_connected, moment);
    if candidate.operation_id is null then
      if not mark_lane_not_ready(one, is_urgent, is_connected, moment) then
        passed := passed || one;
      end if;
      continue;
    end if;
    again := take_platform_budget(connection, candidate.kind, calls, is_urgent, moment);
    if again is null then
      return candidate;
    end if;
    -- a clock that was set back must not stop a community
    perform remove_ready_mark(one, is_urgent, least(again, moment + interval '1 minute'));
  end loop;
  return null;
end
$$;
