-- compatible-from: 0020
-- Keys that erasure_request.account_digest was computed with before a rotation of ENCRYPTION_KEY, encrypted under the current key.
-- Digests cannot be computed again, because the account ids are erased.
create table erasure_digest_key (
  -- id of the encryption key it is derived from
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  sealed bytea not null
);
