-- Removes the mark of a community in which nothing can be claimed. False: a rank change is being queued or is locked, so the mark stays.
create or replace function mark_not_ready(community text, is_urgent boolean, is_connected boolean, moment timestamptz)
returns boolean language plpgsql as $$
declare
  again timestamptz;
begin
  -- wake_lane holds a lock that this one excludes; after it, every rank change that relied on the mark is visible
  perform from dispatch_lane l where l.community_id = community for update skip locked;
  if not found or exists (select from platform_operation q
      where q.urgent = is_urgent and q.community_id = community and q.status = 'queued' and q.first_in_line and q.not_before <= moment
        and is_claimable(q, is_connected, moment)) then
    return false;
  end if;
  select min(q.not_before) into again from platform_operation q
  where q.urgent = is_urgent and q.community_id = community and q.status = 'queued' and q.first_in_line
    and q.not_before > moment and q.not_before < 'infinity';
  perform set_not_ready(community, is_urgent, again);
  return true;
end
$$;
