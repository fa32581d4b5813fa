-- The value after several changes, in the order of the aggregate.
create or replace aggregate points_after_all(value bigint, op text, amount bigint, lowest bigint) (
  sfunc = next_points, stype = bigint
);
