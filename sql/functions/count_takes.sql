-- Counts `needed` takes if no hour then has more than `most`, or nothing (count_in_slots.sql, slots of a minute).
-- `reset_ms` is null when they are granted, and when `needed` is more than an hour may have.
create or replace function count_takes(community text, taker text, needed integer, most integer,
  out granted boolean, out remaining integer, out reset_ms float8
) language plpgsql as $$
declare
  counted record;
begin
  insert into take_window (community_id, owner, minute, taken) values (community, taker, 0, array_fill(0, array[61]))
  on conflict (community_id, owner) do nothing;
  perform from take_window w where w.community_id = community and w.owner = taker for update;
  -- the clock of after the lock, for which this call may have waited
  select c.* into counted from take_window w cross join lateral
      count_in_slots(w.minute, w.taken, 60, extract(epoch from clock_timestamp())::float8, needed, most) c
    where w.community_id = community and w.owner = taker;
  update take_window w set minute = counted.slot, taken = counted.taken where w.community_id = community and w.owner = taker;
  granted := counted.granted;
  remaining := counted.remaining;
  reset_ms := case when not granted then counted.reset_ms end;
end
$$;
