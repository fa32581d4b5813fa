-- compatible-from: 0020
-- A request with an Idempotency-Key stores its answer, which a repeated request gets again.
alter table request_key
  -- status, headers and body, under ENCRYPTION_KEY; null: not made yet, or erased
  add column reply bytea check (octet_length(reply) <= 1048576),
  -- accounts that the answer names
  add column user_ids bigint[] not null default '{}';

comment on column request_key.effect is 'ids with which a repeated request waits for its answer; {}: it waits for nothing. Null only in the transaction of the effect';

-- a key counts once, and once more for each KiB of its answer
drop trigger storage_update on request_key;
drop trigger storage_delete on request_key;
create trigger storage_update after update on request_key referencing old table as removed new table as added
  for each statement execute function count_storage('request-keys', '(effect is not null)::integer + coalesce(octet_length(reply), 0) / 1024');
create trigger storage_delete after delete on request_key referencing old table as removed
  for each statement execute function count_storage('request-keys', '1 + coalesce(octet_length(reply), 0) / 1024');
