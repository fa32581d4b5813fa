-- The calls that an operation is charged with. The platform allows 100 decisions on join requests a minute.
create or replace function platform_charge_of(kind text, calls integer, per_minute integer)
returns integer language sql immutable as $$
  select case when kind like 'join.%' then greatest(calls, ceil(per_minute / 100.0)::integer) else calls end
$$;
