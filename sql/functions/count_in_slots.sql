-- An exact count: `needed` is added if any sixty slots of the clock then have at most `most`, or nothing is. Sixty slots lie
-- within 61 slots of the clock, of which `taken` has the newest first, and `slot` is the number of that one since the epoch.
-- `reset_ms`: until there is room, or when granted until there is more; null when `needed` is more than there is ever room for.
create or replace function count_in_slots(
  inout slot bigint, inout taken integer[], slot_seconds integer, moment float8, needed integer, most integer,
  out granted boolean, out remaining integer, out reset_ms float8
) language plpgsql immutable as $$
declare
  -- the clock may go back
  current bigint := greatest(slot, floor(moment / slot_seconds)::bigint);
  age integer := least(61, current - slot);
  room integer;
begin
  slot := current;
  taken := array_fill(0, array[age]) || taken[1:61 - age];
  room := most - (select sum(one) from unnest(taken) one);
  granted := needed <= room;
  if granted then
    taken[1] := taken[1] + needed;
    room := room - needed;
    needed := room + 1;
  end if;
  remaining := greatest(0, room);
  -- the oldest slots leave first
  for place in reverse 61 .. 1 loop
    room := room + taken[place];
    if room >= needed then
      reset_ms := ((slot - place + 62) * slot_seconds - moment) * 1000;
      exit;
    end if;
  end loop;
end
$$;
