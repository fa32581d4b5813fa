-- compatible-from: 0020
-- Networks in CIDR notation; null: any. The previous release does not check them.
alter table api_key add column allowed_addresses text[] check (cardinality(allowed_addresses) between 1 and 100);

create or replace trigger api_key_changed
  after insert or delete or update of name, key_hash, scopes, enabled, expires_at, revoked_at, allowed_addresses on api_key
  for each row execute function notify_access_changed();

create index api_key_by_expiry on api_key (expires_at) where revoked_at is null and enabled;
