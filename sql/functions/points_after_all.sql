-- The value after several changes, in the order of the aggregate (points_after.sql).
create or replace function points_after_next(state bigint, value bigint, op text, amount bigint, lowest bigint) returns bigint
language plpgsql immutable as $$
begin
  return points_after(coalesce(state, value), op, amount, lowest);
end
$$;

create or replace aggregate points_after_all(value bigint, op text, amount bigint, lowest bigint) (
  sfunc = points_after_next, stype = bigint
);
