-- compatible-from: 0020
-- The ranks that a key may give, and the members that it may touch. A key of a previous release has no bounds.
alter table api_key
  -- all three null: the default (default_rank_bounds)
  add column highest_rank_given smallint default 255 check (highest_rank_given between 0 and 255),
  add column lowest_rank_touched smallint default 0 check (lowest_rank_touched between 0 and 255),
  add column highest_rank_touched smallint default 255 check (highest_rank_touched between lowest_rank_touched and 255),
  add constraint api_key_bounds check (num_nulls(highest_rank_given, lowest_rank_touched, highest_rank_touched) in (0, 3));

create or replace trigger api_key_changed
  after insert or delete or update of name, key_hash, scopes, enabled, expires_at, revoked_at, allowed_addresses,
    highest_rank_given, lowest_rank_touched, highest_rank_touched on api_key
  for each row execute function notify_access_changed();
