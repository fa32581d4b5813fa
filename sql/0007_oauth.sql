-- Connections by OAuth, and how far a group's audit log was read.

alter table platform_connection
  drop constraint platform_connection_credential_kind_check,
  add constraint platform_connection_credential_kind_check check (credential_kind in ('api_key', 'oauth')),
  -- the moment of the newest change of roles in the group's audit log that was dealt with; null: the log was never read
  add column audit_log_seen_at timestamptz,
  -- the credential may not read the audit log: not asked again before then
  add column audit_log_retry_at timestamptz;

comment on column platform_connection.credential is
  'AES-256-GCM under ENCRYPTION_KEY, bound to the community: the API key, or the JSON of an OAuth grant and its tokens';
comment on column platform_connection.checking_until is
  'until then one process checks or refreshes the credential, and the others wait';
