-- Marks communities as ready whose time has come. A hundred at a time: the next claim marks more.
create or replace function mark_due_lanes_ready(is_urgent boolean, moment timestamptz) returns void language plpgsql as $$
begin
  if is_urgent then
    update dispatch_lane l set urgent_ready = true, urgent_until = null
    from (select d.community_id from dispatch_lane d where d.urgent_until <= moment
      order by d.urgent_until limit 100 for no key update skip locked) due
    where l.community_id = due.community_id;
  else
    update dispatch_lane l set bulk_ready = true, bulk_until = null
    from (select d.community_id from dispatch_lane d where d.bulk_until <= moment
      order by d.bulk_until limit 100 for no key update skip locked) due
    where l.community_id = due.community_id;
  end if;
end
$$;
