-- Marks communities with queued rank changes that have no mark, as after a restore of a backup. It looks at `most` communities after
-- one, and returns the last of them; null if no other one is left.
create or replace function mark_unmarked_lanes(after text, most integer) returns text language plpgsql as $$
declare
  one text := after;
begin
  for look in 1 .. most loop
    select least(
      (select min(o.community_id) from platform_operation o where o.urgent and o.status = 'queued' and o.community_id > one),
      (select min(o.community_id) from platform_operation o where not o.urgent and o.status = 'queued' and o.community_id > one))
    into one;
    exit when one is null;
    perform mark_lane_ready(one, lane.urgent, lane.bulk) from (
      select not coalesce(l.urgent_ready or l.urgent_until is not null, false)
          and exists (select from platform_operation o where o.urgent and o.status = 'queued' and o.community_id = one) as urgent,
        not coalesce(l.bulk_ready or l.bulk_until is not null, false)
          and exists (select from platform_operation o where not o.urgent and o.status = 'queued' and o.community_id = one) as bulk
      from (select one as id) community left join dispatch_lane l on l.community_id = community.id) lane
    where lane.urgent or lane.bulk;
  end loop;
  return one;
end
$$;
