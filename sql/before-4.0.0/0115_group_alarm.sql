-- compatible-from: 0020
-- Too many changes by hand in a group raise an alarm and stop nothing; only somebody's request pauses the writes to it.

-- the earlier one also writes a table that is gone
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

update community set platform_paused_at = null, platform_pause_reason = null
where platform_pause_reason in ('own_changes', 'group_changes');

alter table community
  drop constraint community_platform_pause,
  drop column platform_pause_reason,
  drop column platform_resumed_at,
  -- the time of the last change by hand that belongs to the newest alarm
  add column alarmed_at timestamptz;
-- changes by hand in a minute: role changes, removals and bans of members; null: no alarm
alter table community rename column rank_changes_per_minute_limit to alarm_changes_per_minute;
alter table community alter column alarm_changes_per_minute set default 50;
-- the former default; other numbers were chosen
update community set alarm_changes_per_minute = 50 where alarm_changes_per_minute = 200;
