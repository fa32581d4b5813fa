-- compatible-from: 0020
-- People of a community's staff, who sign in with a passkey, and their sessions. Secrets are stored as SHA-256.
create table person (
  community_id text not null references community,
  person_id text not null check (person_id ~ '^per_[a-z2-7]{20}$'),
  name text not null check (length(name) between 1 and 100),
  role text not null check (role in ('viewer', 'reviewer', 'moderator', 'officer', 'administrator')),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  -- until it is used
  invitation_hash bytea,
  invitation_expires_at timestamptz check ((invitation_expires_at is null) = (invitation_hash is null)),
  -- the passkey; null before the registration
  credential_id text check (length(credential_id) <= 1400),
  public_key bytea check ((public_key is null) = (credential_id is null)),
  sign_count bigint not null default 0,
  -- when the last challenge that was accepted was made: an older one is a repetition
  challenged_at timestamptz,
  last_sign_in_at timestamptz,
  primary key (community_id, person_id)
);
create index person_created on person (community_id, created_at, person_id);

create table person_session (
  community_id text not null,
  session_id text not null check (session_id ~ '^ses_[a-z2-7]{20}$'),
  person_id text not null,
  token_hash bytea not null,
  client text check (length(client) <= 200),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (community_id, session_id),
  foreign key (community_id, person_id) references person on delete cascade
);
create index person_session_created on person_session (community_id, created_at, session_id);
create index person_session_person on person_session (community_id, person_id, created_at);

create trigger storage_insert after insert on person referencing new table as added
  for each statement execute function count_storage('people', '1');
create trigger storage_delete after delete on person referencing old table as removed
  for each statement execute function count_storage('people', '1');
