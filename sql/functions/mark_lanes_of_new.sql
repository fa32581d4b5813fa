-- Rank changes were queued. In the order of the communities, which prevents deadlocks.
create or replace function mark_lanes_of_new() returns trigger language plpgsql as $$
begin
  perform mark_lane_ready(o.community_id, o.urgent, o.bulk) from (
    select a.community_id, bool_or(a.urgent) as urgent, bool_or(not a.urgent) as bulk
    from added a where a.status = 'queued' and a.not_before < 'infinity'
    group by a.community_id order by a.community_id) o;
  return null;
end
$$;
