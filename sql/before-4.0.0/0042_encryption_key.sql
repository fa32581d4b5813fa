-- compatible-from: 0020
-- The encryption keys that servers use on this database, so that a start with another one is refused.
create table encryption_key (
  -- does not reveal the key
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  first_used_at timestamptz not null default now()
);
