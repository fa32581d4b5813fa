-- Whether the writes to the group of a community are paused. If so, its lane has nothing to claim until they are resumed.
create or replace function hold_paused_lane(community text, is_urgent boolean) returns boolean language plpgsql as $$
begin
  if not exists (select from community c where c.community_id = community and c.platform_paused_at is not null) then
    return false;
  end if;
  -- mark_lane_ready holds a lock that this one excludes; after it, a resumption is visible
  perform from dispatch_lane l where l.community_id = community for update skip locked;
  if found and exists (select from community c where c.community_id = community and c.platform_paused_at is not null) then
    perform remove_ready_mark(community, is_urgent, null);
  end if;
  return true;
end
$$;
