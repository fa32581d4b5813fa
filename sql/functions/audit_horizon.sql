-- Entries before it are complete: every transaction that could write one has ended.
create or replace function audit_horizon() returns bigint language sql stable as
  'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + audit_offset()';
