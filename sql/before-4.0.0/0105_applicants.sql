-- compatible-from: 0020
-- Players who sign in to apply: one-time codes, and sessions of one account.

-- At most one for each account.
create table applicant_code (
  community_id text not null references community,
  -- HMAC-SHA256 with a key derived from ENCRYPTION_KEY
  code_hash bytea not null,
  user_id bigint not null check (user_id between 1 and 9007199254740991),
  expires_at timestamptz not null,
  primary key (community_id, code_hash)
);
create unique index applicant_code_account on applicant_code (community_id, user_id);

-- A session that has ended is deleted.
create table applicant_session (
  community_id text not null references community,
  session_id text not null,
  user_id bigint not null check (user_id between 1 and 9007199254740991),
  token_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (community_id, session_id)
);
create index applicant_session_account on applicant_session (community_id, user_id);

-- The check is not validated: each former value is allowed.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('key', 'operator', 'job', 'person', 'applicant')) not valid;
