-- Ranks, members, audit log, rank changes.

-- Roles at the last sync: unique_id is the role's id, rank_id its number.
create table rank (
  community_id text not null references community,
  unique_id bigint not null check (unique_id > 0),
  rank_id smallint not null check (rank_id between 0 and 255),
  name text not null,
  -- null: guests, not counted
  member_count bigint,
  -- null: not on the AutoRank ladder
  auto_rank_experience bigint check (auto_rank_experience between -9007199254740991 and 9007199254740991),
  synced_at timestamptz not null default now(),
  primary key (community_id, unique_id)
);

create index rank_by_rank_id on rank (community_id, rank_id);
create index rank_ladder on rank (community_id, rank_id) where auto_rank_experience is not null;

create table member (
  community_id text not null references community,
  user_id bigint not null check (user_id between 1 and 9007199254740991),
  -- null: not read yet
  username text,
  display_name text,
  experience bigint not null default 0 check (experience between -9007199254740991 and 9007199254740991),
  quota_points bigint not null default 0 check (quota_points between 0 and 9007199254740991),
  -- highest role; null: not in the group. No foreign key: roles may be deleted at any time.
  rank_unique_id bigint,
  -- of all medals (spec, Limits: 1,000)
  medal_occurrences integer not null default 0 check (medal_occurrences between 0 and 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  synced_at timestamptz,
  primary key (community_id, user_id)
-- for HOT updates
) with (fillfactor = 85);

create index member_by_username on member (community_id, lower(username));

-- Append-only. A foreign key would lock the community at every award.
create table audit_entry (
  community_id text not null,
  audit_id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('key', 'operator', 'job')),
  actor_id text not null,
  action text not null,
  user_id bigint,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  primary key (community_id, audit_id)
);

-- Assigns the target, then unassigns other managed roles. Inserted before the first platform call.
create table rank_change (
  community_id text not null references community,
  rank_change_id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('set', 'promote', 'demote', 'auto')),
  target_unique_id bigint,
  status text not null default 'started' check (status in ('started', 'succeeded', 'failed')),
  -- must be completed
  sent boolean not null default false,
  error_code text,
  actor_kind text not null,
  actor_id text not null,
  request_id text,
  started_at timestamptz not null default now(),
  -- then another process may take over
  lease_until timestamptz not null,
  finished_at timestamptz,
  primary key (community_id, rank_change_id),
  check ((status = 'started') = (finished_at is null))
);

-- one per member
create unique index rank_change_running on rank_change (community_id, user_id) where status = 'started';
-- of dead processes
create index rank_change_leases on rank_change (lease_until) where status = 'started';
