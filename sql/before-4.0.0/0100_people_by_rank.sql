-- compatible-from: 0020
-- A person may be bound to a member, and the role to a rank that the member holds.
alter table person
  add column user_id bigint check (user_id > 0),
  -- the role counts only while the member holds this rank or a higher one; null: always
  add column lowest_rank_unique_id bigint check (lowest_rank_unique_id > 0),
  -- of the last reading on the platform; null: not in the group
  add column rank_unique_id bigint,
  add column rank_read_at timestamptz;
create index person_user on person (user_id) where user_id is not null;
create index person_by_rank on person (community_id, rank_read_at) where lowest_rank_unique_id is not null;
