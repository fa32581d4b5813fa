-- The state of the aggregate points_after_all: the points of a member after one more change (points_after.sql).
create or replace function next_points(state bigint, value bigint, op text, amount bigint, lowest bigint) returns bigint
language plpgsql immutable as $$
begin
  return points_after(coalesce(state, value), op, amount, lowest);
end
$$;
