-- Rank changes were queued again, or ended before another one of their member.
create or replace function mark_lanes_of_changed() returns trigger language plpgsql as $$
begin
  -- a claim does not remove the mark for one that is queued meanwhile behind one that ends
  perform from dispatch_lane l
  where l.community_id in (select c.community_id from changed c where c.completed_at is not null)
  order by l.community_id for key share;
  perform mark_lane_ready(o.community_id, o.urgent, o.bulk) from (
    select h.community_id, bool_or(h.urgent) as urgent, bool_or(not h.urgent) as bulk
    from (
      select c.community_id, c.urgent from changed c where c.status = 'queued' and c.not_before < 'infinity'
      union all
      select h.community_id, h.urgent from changed c cross join lateral (
        select q.community_id, q.urgent, q.status from platform_operation q
        where q.community_id = c.community_id and q.user_id = c.user_id and q.status in ('queued', 'dispatching', 'outcome_pending')
        order by q.seq limit 1) h
      where c.completed_at is not null and h.status = 'queued') h
    group by h.community_id order by h.community_id) o;
  return null;
end
$$;
