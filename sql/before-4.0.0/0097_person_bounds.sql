-- compatible-from: 0020
-- The ranks that a person may give, the members that they may touch, and their changes a minute. A person of before has no bounds.
alter table person
  -- all three null: the default (default_rank_bounds)
  add column highest_rank_given smallint default 255 check (highest_rank_given between 0 and 255),
  add column lowest_rank_touched smallint default 0 check (lowest_rank_touched between 0 and 255),
  add column highest_rank_touched smallint default 255 check (highest_rank_touched between lowest_rank_touched and 255),
  add constraint person_bounds check (num_nulls(highest_rank_given, lowest_rank_touched, highest_rank_touched) in (0, 3)),
  -- null: any number
  add column rank_changes_per_minute_limit integer check (rank_changes_per_minute_limit >= 0),
  add column points_per_minute_limit bigint check (points_per_minute_limit >= 0),
  add column paused_at timestamptz;
