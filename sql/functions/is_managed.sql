-- Whether a role is a rank, unless it is guest or owner: the community has declared it one, it is on the ladder of AutoRank, or the
-- community has the setting singleRank (false: without regard to it). The planner puts the expression in the place of the call.
create or replace function is_managed(declared boolean, experience bigint, single_rank boolean) returns boolean language sql immutable as $$
  select declared or experience is not null or single_rank
$$;
