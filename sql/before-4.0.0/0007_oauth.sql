-- OAuth, and the position in the group's audit log.

alter table platform_connection
  drop constraint platform_connection_credential_kind_check,
  add constraint platform_connection_credential_kind_check check (credential_kind in ('api_key', 'oauth')),
  -- newest processed role change; null: never read
  add column audit_log_seen_at timestamptz,
  -- may not read the audit log; retried then
  add column audit_log_retry_at timestamptz;

comment on column platform_connection.credential is
  'AES-256-GCM under ENCRYPTION_KEY, bound to the community: the API key, or the JSON of an OAuth grant and its tokens';
comment on column platform_connection.checking_until is
  'until then one process checks or refreshes the credential, and the others wait';
