-- An exact count: `needed` is added if the newest slots of the clock then have at most `most`, or nothing is. `taken` has them,
-- the newest first, and `slot` is the number of that one since the epoch. With 61 of them no sixty slots of time ever have more;
-- with 60 an evenly paced caller at `most` is never refused, and what is counted leaves up to a slot early.
-- `reset_ms`: until there is room, or when granted until there is more; null when `needed` is more than there is ever room for.
create or replace function count_in_slots(
  inout slot bigint, inout taken integer[], slot_seconds integer, moment float8, needed integer, most integer,
  out granted boolean, out remaining integer, out reset_ms float8
) language plpgsql immutable as $$
declare
  -- the clock may go back
  current bigint := greatest(slot, floor(moment / slot_seconds)::bigint);
  width integer := cardinality(taken);
  age integer := least(width, current - slot);
  room integer;
begin
  slot := current;
  taken := array_fill(0, array[age]) || taken[1:width - age];
  room := most - (select sum(one) from unnest(taken) one);
  granted := needed <= room;
  if granted then
    taken[1] := taken[1] + needed;
    room := room - needed;
    needed := room + 1;
  end if;
  remaining := greatest(0, room);
  -- the oldest slots leave first
  for place in reverse width .. 1 loop
    room := room + taken[place];
    if room >= needed then
      reset_ms := ((slot - place + 1 + width) * slot_seconds - moment) * 1000;
      exit;
    end if;
  end loop;
end
$$;
