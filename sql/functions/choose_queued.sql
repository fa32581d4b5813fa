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
  perform ready_due_lanes(is_urgent, moment);
  for look in 1 .. 200 loop
    one := lock_next_lane(is_urgent, passed);
    exit when one is null;
    if (select count(*) from platform_operation busy where busy.community_id = one and busy.status = 'dispatching')
        >= most_in_flight * (case when is_urgent then 2 else 1 end) then
      passed := passed || one;
      continue;
    end if;
    select c.* into connection from platform_connection c where c.community_id = one;
    is_connected := coalesce(connection.status = 'connected', false);
    select q.* into candidate from platform_operation q
    where q.urgent = is_urgent and q.community_id = one and q.status = 'queued' and q.first_in_line and q.not_before <= moment
      and is_claimable(q, is_connected, moment)
    order by q.not_before, q.seq limit 1
    for no key update skip locked;
    if not found then
      if not mark_not_ready(one, is_urgent, is_connected, moment) then
        passed := passed || one;
      end if;
      continue;
    end if;
    again := take_platform_budget(connection, candidate.kind, calls, is_urgent, moment);
    if again is null then
      return candidate;
    end if;
    -- a clock that was set back must not stop a community
    perform set_not_ready(one, is_urgent, least(again, moment + interval '1 minute'));
  end loop;
  return null;
end
$$;
