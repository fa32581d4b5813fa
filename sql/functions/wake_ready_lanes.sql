-- Wakes the dispatch for the lanes in which something can be claimed now.
create or replace function wake_ready_lanes() returns void language plpgsql as $$
declare
  -- a variable: an index serves no volatile function
  moment timestamptz := clock_timestamp();
  is_open boolean := not exists (select from dispatch_switch where paused_at is not null);
begin
  if is_open and (exists (select from dispatch_lane l where l.urgent_ready and l.paused_at is null)
        or exists (select from dispatch_lane l where l.urgent_until <= moment and l.paused_at is null))
      or exists (select from platform_operation o
        where (o.status = 'outcome_pending' or (o.status = 'queued' and o.sent)) and o.not_before <= moment
          and o.lease_until is null) then
    perform wake_dispatch(true, 'ready');
  end if;
  if is_open and (exists (select from dispatch_lane l where l.bulk_ready and l.paused_at is null)
      or exists (select from dispatch_lane l where l.bulk_until <= moment and l.paused_at is null)) then
    perform wake_dispatch(false, 'ready');
  end if;
end
$$;
