-- Saturates at the largest exact integer of a double, and at `lowest`. Citus 13.2 sends `case $2 when` to a node with a wrong type.
create or replace function points_after(value bigint, op text, amount bigint, lowest bigint) returns bigint language sql immutable as $$
  select case
    when $2 = 'increment' then least($1 + $3, 9007199254740991)
    when $2 = 'decrement' then greatest($1 - $3, $4)
    else $3 end
$$;
