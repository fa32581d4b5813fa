-- Counts `needed` takes if no hour then has more than `most`, or nothing. Any 3,600 seconds lie within 61 minutes of the clock.
-- `reset_ms`: until there is room again; null when `needed` is more than an hour may have.
create or replace function count_takes(community text, taker text, needed integer, most integer,
  out granted boolean, out remaining integer, out reset_ms float8
) language plpgsql as $$
declare
  counted take_window;
  current bigint;
  age integer;
  room integer;
begin
  insert into take_window (community_id, owner, minute, taken) values (community, taker, 0, array_fill(0, array[61]))
  on conflict (community_id, owner) do nothing;
  select * into strict counted from take_window w where w.community_id = community and w.owner = taker for update;
  -- the clock may go back, and this call may have waited for the row
  current := greatest(counted.minute, floor(extract(epoch from clock_timestamp()) / 60)::bigint);
  age := least(61, current - counted.minute);
  counted.taken := array_fill(0, array[age]) || counted.taken[1:61 - age];
  room := most - (select sum(one) from unnest(counted.taken) one);
  granted := needed <= room;
  if granted then
    counted.taken[1] := counted.taken[1] + needed;
    room := room - needed;
  end if;
  remaining := greatest(0, room);
  if not granted then
    -- the oldest minutes leave first
    for place in reverse 61 .. 1 loop
      room := room + counted.taken[place];
      if room >= needed then
        reset_ms := extract(epoch from to_timestamp((current - place + 62) * 60) - clock_timestamp()) * 1000;
        exit;
      end if;
    end loop;
  end if;
  update take_window w set minute = current, taken = counted.taken where w.community_id = community and w.owner = taker;
end
$$;
