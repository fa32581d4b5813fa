-- Saturates at the largest exact integer of a double, and at `lowest`.
create or replace function points_after(value bigint, op text, amount bigint, lowest bigint) returns bigint language sql immutable as $$
  select case $2
    when 'increment' then least($1 + $3, 9007199254740991)
    when 'decrement' then greatest($1 - $3, $4)
    else $3 end
$$;
