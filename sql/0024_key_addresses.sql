-- compatible-from: 0020
-- The networks that an API key may be used from, in CIDR notation; null: from anywhere. A server of the release before does not
-- check them, so they hold everywhere once all servers are of this release.
alter table api_key add column allowed_addresses text[] check (cardinality(allowed_addresses) between 1 and 100);

create or replace trigger api_key_changed
  after insert or delete or update of name, key_hash, scopes, enabled, expires_at, revoked_at, allowed_addresses on api_key
  for each row execute function notify_access_changed();

-- the keys that expire soon, for the metrics
create index api_key_by_expiry on api_key (expires_at) where revoked_at is null and enabled;
