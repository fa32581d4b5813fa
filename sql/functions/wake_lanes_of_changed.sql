-- Rank changes were queued again, became the head of their member's queue, or ended before the head of it.
create or replace function wake_lanes_of_changed() returns trigger language plpgsql as $$
begin
  perform wake_lane(o.community_id, o.urgent, o.bulk) from (
    select h.community_id, bool_or(h.urgent) as urgent, bool_or(not h.urgent) as bulk
    from (
      select c.community_id, c.urgent from changed c where c.status = 'queued' and c.first_in_line
      union all
      select h.community_id, h.urgent from changed c join platform_operation h
        on h.community_id = c.community_id and h.user_id = c.user_id and h.status = 'queued' and h.first_in_line
      where c.completed_at is not null) h
    group by h.community_id order by h.community_id) o;
  return null;
end
$$;
