-- Counts a request of a bucket if the minute then has at most `most` (count_in_slots.sql, slots of a second). `moment` is of the
-- process, in seconds since the epoch.
create or replace function count_request(of_bucket text, moment float8, most integer,
  out granted boolean, out remaining integer, out reset_ms float8
) language plpgsql as $$
declare
  counted record;
begin
  insert into rate_log (bucket, slot, taken) values (of_bucket, 0, array_fill(0, array[60])) on conflict (bucket) do nothing;
  perform from rate_log l where l.bucket = of_bucket for update;
  select c.* into counted from rate_log l cross join lateral count_in_slots(l.slot, l.taken, 1, moment, 1, most) c
    where l.bucket = of_bucket;
  update rate_log l set slot = counted.slot, taken = counted.taken where l.bucket = of_bucket;
  granted := counted.granted;
  remaining := counted.remaining;
  reset_ms := counted.reset_ms;
end
$$;
