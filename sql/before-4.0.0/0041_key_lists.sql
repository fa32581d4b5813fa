-- compatible-from: 0020
-- Lists of keys, and the number of live keys that keys have created.

-- the key whose request created it; null: the operator
alter table api_key add column creator_key_id text check (creator_key_id ~ '^[0-9A-Za-z]{12}$');

create index api_key_list on api_key (community_id, created_at, key_id);
create index api_key_end on api_key (community_id, (coalesce(least(expires_at, revoked_at), 'infinity')))
  where creator_key_id is not null;
