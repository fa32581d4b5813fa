-- compatible-from: 0020
-- What a request with an Idempotency-Key has done, for 24 hours. Rank changes have theirs in idempotency_key.

create table request_key (
  community_id text not null references community,
  -- origin_key_id of the API key
  owner text not null check (length(owner) <= 200),
  -- SHA-256: a key may contain personal data
  key bytea not null check (length(key) = 32),
  -- SHA-256 of the key and the request
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- ids of the records; null only in the transaction of the effect
  effect jsonb check (octet_length(effect::text) <= 2000),
  created_at timestamptz not null default now(),
  primary key (community_id, owner, key)
);

create index request_key_created on request_key (created_at);

create or replace function storage_quotas() returns table (quota text, unit text, default_limit bigint, enforced boolean)
language sql immutable as $$
  values
    ('forms', 'bytes', 268435456::bigint, true),
    ('templates', 'bytes', 67108864, true),
    ('events', 'bytes', 268435456, true),
    ('medals', 'items', 1000, true),
    ('qualifications', 'items', 1000, true),
    ('moderation', 'items', 200000, true),
    ('batches', 'bytes', 4294967296, true),
    ('webhook-messages', 'bytes', 1073741824, false),
    ('request-keys', 'items', 1000000, true)
$$;

-- counted by the update that ends the transaction of the effect, so that the count is locked for a moment only
create trigger storage_update after update on request_key referencing old table as removed new table as added
  for each statement execute function count_storage('request-keys', '(effect is not null)::integer');
create trigger storage_delete after delete on request_key referencing old table as removed
  for each statement execute function count_storage('request-keys', '1');
