-- After every entry that this statement can see.
create or replace function audit_end() returns bigint language sql stable as
  'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint + audit_offset()';
