-- compatible-from: 0020
-- Rank changes and points a minute of a key. Null: any number, as for a key of a previous release.
alter table api_key
  add column rank_changes_per_minute_limit integer check (rank_changes_per_minute_limit >= 0),
  add column points_per_minute_limit bigint check (points_per_minute_limit >= 0),
  add column paused_at timestamptz;

-- What the keys of a chain of rotations, named by the first one, have taken in the last 70 seconds.
create table change_window (
  community_id text not null references community,
  key_id text not null,
  kind text not null check (kind in ('rank_changes', 'points')),
  -- the ten seconds of the last change, numbered since the epoch
  slot bigint not null,
  -- of that slot, then of the six before it
  taken bigint[] not null check (cardinality(taken) = 7),
  primary key (community_id, key_id, kind)
);

create or replace trigger api_key_changed
  after insert or delete or update of name, key_hash, scopes, enabled, expires_at, revoked_at, allowed_addresses,
    highest_rank_given, lowest_rank_touched, highest_rank_touched, rank_changes_per_minute_limit, points_per_minute_limit,
    paused_at on api_key
  for each row execute function notify_access_changed();
