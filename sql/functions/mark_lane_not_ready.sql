-- Removes the mark of a community in which nothing can be claimed. False: a rank change is being queued, ends or is locked, so the mark
-- stays.
create or replace function mark_lane_not_ready(community text, is_urgent boolean, is_connected boolean, moment timestamptz)
returns boolean language plpgsql as $$
declare
  again timestamptz;
begin
  -- mark_lanes_of_new and mark_lanes_of_changed hold a lock that this one excludes; after it, their rank changes are visible
  perform from dispatch_lane l where l.community_id = community for update skip locked;
  if not found or find_head(community, is_urgent, is_connected, moment, '{}') is not null then
    return false;
  end if;
  select min(q.not_before) into again from platform_operation q
  where q.urgent = is_urgent and q.community_id = community and q.status = 'queued'
    and q.not_before > moment and q.not_before < 'infinity';
  perform remove_ready_mark(community, is_urgent, again);
  return true;
end
$$;
