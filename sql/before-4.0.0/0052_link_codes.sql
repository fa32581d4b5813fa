-- compatible-from: 0020
-- One-time codes that link a platform account to a chat account, and the attempts to enter one.

-- At most one for each account; a code is for one side of the link.
create table link_code (
  community_id text not null references community,
  -- HMAC-SHA256 with a key derived from ENCRYPTION_KEY
  code_hash bytea not null,
  user_id bigint check (user_id between 1 and 9007199254740991),
  chat_user_id text check (length(chat_user_id) between 1 and 32),
  expires_at timestamptz not null,
  primary key (community_id, code_hash),
  check (num_nonnulls(user_id, chat_user_id) = 1)
);

create table link_attempt (
  community_id text not null references community,
  -- HMAC of the account that entered codes, or of the community
  subject bytea not null,
  attempts integer not null check (attempts >= 0),
  -- the attempts count until then
  ends_at timestamptz not null,
  primary key (community_id, subject)
);
