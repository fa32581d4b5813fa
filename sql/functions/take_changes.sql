-- Takes at least `needed` and at most `wanted` of what is left, or nothing. Any 60 seconds lie within seven slots, so no 60 seconds
-- have more than `most`. `unspent` of an earlier slot is given back.
create or replace function take_changes(community text, owner text, change_kind text, needed bigint, wanted bigint, most bigint,
  unspent bigint, unspent_slot bigint)
returns table (granted bigint, taken_in bigint, left_ms float8) language plpgsql as $$
declare
  counted change_window;
  current bigint;
  age integer;
  room bigint;
begin
  insert into change_window (community_id, key_id, kind, slot, taken)
  values (community, owner, change_kind, 0, array_fill(0::bigint, array[7])) on conflict (community_id, key_id, kind) do nothing;
  select * into strict counted from change_window w
  where w.community_id = community and w.key_id = owner and w.kind = change_kind for update;
  -- the clock may go back, and this call may have waited for the row
  current := greatest(counted.slot, floor(extract(epoch from clock_timestamp()) / 10)::bigint);
  age := least(7, current - counted.slot);
  counted.taken := array_fill(0::bigint, array[age]) || counted.taken[1:7 - age];
  age := least(7, current - unspent_slot);
  if unspent > 0 and age between 0 and 6 then
    counted.taken[age + 1] := counted.taken[age + 1] - unspent;
  end if;
  room := most - (select sum(one) from unnest(counted.taken) one);
  granted := case when needed > room then 0 else least(wanted, room) end;
  counted.taken[1] := counted.taken[1] + granted;
  update change_window w set slot = current, taken = counted.taken
  where w.community_id = community and w.key_id = owner and w.kind = change_kind;
  taken_in := current;
  left_ms := least(10000, extract(epoch from to_timestamp((current + 1) * 10) - clock_timestamp()) * 1000);
  return next;
end
$$;
