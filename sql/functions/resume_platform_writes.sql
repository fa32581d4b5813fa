-- Queued operations have the time again that they had at the pause, and can be claimed.
create or replace function resume_platform_writes() returns trigger language plpgsql as $$
begin
  update platform_operation o set deadline_at = o.deadline_at + (clock_timestamp() - greatest(old.platform_paused_at, o.created_at))
  where o.community_id = new.community_id and o.status = 'queued' and not o.awaited;
  if exists (select from platform_operation where community_id = new.community_id and status in ('queued', 'outcome_pending')) then
    perform mark_lane_ready(new.community_id, true, true);
  end if;
  return null;
end
$$;
