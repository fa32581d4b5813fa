-- compatible-from: 0020
-- The keys that erasure_request.account_digest was made with before ENCRYPTION_KEY was rotated, encrypted under the key in use: a
-- digest cannot be made again, because the account's id is gone.
create table erasure_digest_key (
  -- of the encryption key that it was derived from
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  sealed bytea not null
);
