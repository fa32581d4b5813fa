-- compatible-from: 0020
-- Keys of erasure_request.account_digest from before a rotation, encrypted under the current key: digests cannot be
-- computed again.
create table erasure_digest_key (
  -- of the encryption key
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  sealed bytea not null
);
