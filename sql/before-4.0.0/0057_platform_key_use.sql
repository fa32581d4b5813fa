-- compatible-from: 0020
-- The platform ends a key that was not used for 60 days, and a refresh token after 90 days.
alter table platform_connection
  -- when the platform last accepted the credential, to the hour; null: not known
  add column used_at timestamptz,
  -- the date that the owner of the key has set, or the end of the refresh token; null: none, or not known
  add column expires_at timestamptz,
  -- when the platform was last asked for the date of the key; null: never
  add column expiry_checked_at timestamptz,
  -- when it was reported that the credential ends soon; null: it was not, or it no longer does
  add column expiry_noticed_at timestamptz;
