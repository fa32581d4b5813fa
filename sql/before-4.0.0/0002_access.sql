-- API keys and rate limits.

create table api_key (
  community_id text not null references community,
  key_id text not null check (key_id ~ '^[0-9A-Za-z]{12}$'),
  name text not null check (length(name) between 1 and 100),
  -- SHA-256; 256 random bits need no slow hash
  key_hash bytea not null check (length(key_hash) = 32),
  scopes text[] not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  -- at most once a minute
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (community_id, key_id)
);

-- for the operator's commands
create index api_key_by_id on api_key (key_id);

-- Of the first version, to answer their owners with a helpful error.
create table legacy_key (
  community_id text not null references community,
  key_hash bytea not null check (length(key_hash) = 32),
  imported_at timestamptz not null default now(),
  primary key (community_id, key_hash)
);

-- Unlogged: a crash loses one window.
create unlogged table rate_window (
  bucket text not null,
  window_start bigint not null,
  used bigint not null,
  primary key (bucket, window_start)
);

create function notify_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', coalesce(new.community_id, old.community_id));
  return null;
end
$$;

create function notify_plan_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', '*');
  return null;
end
$$;

create trigger plan_changed after insert or update or delete on plan
  for each row execute function notify_plan_changed();
create trigger community_changed after insert or update or delete on community
  for each row execute function notify_access_changed();
create trigger subscription_changed after insert or update or delete on subscription
  for each row execute function notify_access_changed();
create trigger platform_connection_changed after insert or delete or update of group_id, credential, status on platform_connection
  for each row execute function notify_access_changed();
create trigger legacy_key_changed after insert or update or delete on legacy_key
  for each row execute function notify_access_changed();
-- not for last_used_at
create trigger api_key_changed after insert or delete or update of name, key_hash, scopes, enabled, expires_at, revoked_at on api_key
  for each row execute function notify_access_changed();
