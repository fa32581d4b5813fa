-- Marks communities with queued rank changes that have no mark, as after a restore of a backup.
create or replace function mark_unmarked_lanes_ready() returns void language plpgsql as $$
declare
  is_urgent boolean;
  one text;
begin
  foreach is_urgent in array array[true, false] loop
    one := '';
    loop
      select min(o.community_id) into one from platform_operation o
      where o.urgent = is_urgent and o.status = 'queued' and o.community_id > one;
      exit when one is null;
      perform mark_lane_ready(one, is_urgent, not is_urgent) where not exists (select from dispatch_lane l
        where l.community_id = one and case when is_urgent then l.urgent_ready or l.urgent_until is not null
          else l.bulk_ready or l.bulk_until is not null end);
    end loop;
  end loop;
end
$$;
