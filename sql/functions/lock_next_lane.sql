-- The ready community whose last turn is the oldest, locked against other claims; null if there is none. If other claims hold all,
-- it waits a few milliseconds for one of them: without a claim, its caller would stop.
create or replace function lock_next_lane(is_urgent boolean, passed text[]) returns text language plpgsql as $$
declare
  one text;
begin
  for attempt in 1 .. 20 loop
    -- a condition for each lane, because each has an index
    if is_urgent then
      select l.community_id into one from dispatch_lane l
      where l.urgent_ready and l.paused_at is null and l.community_id <> all (passed)
      order by l.turn_at nulls first, l.community_id limit 1 for no key update skip locked;
      exit when found or not exists (select from dispatch_lane l
        where l.urgent_ready and l.paused_at is null and l.community_id <> all (passed));
    else
      select l.community_id into one from dispatch_lane l
      where l.bulk_ready and l.paused_at is null and l.community_id <> all (passed)
      order by l.turn_at nulls first, l.community_id limit 1 for no key update skip locked;
      exit when found or not exists (select from dispatch_lane l
        where l.bulk_ready and l.paused_at is null and l.community_id <> all (passed));
    end if;
    perform pg_sleep(0.002);
  end loop;
  return one;
end
$$;
