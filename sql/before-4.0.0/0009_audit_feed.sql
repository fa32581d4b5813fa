-- The audit log as a feed. Ids are assigned before commit, so entries are ordered by transaction id and shown when no
-- older transaction is active: a reader misses and repeats none.

create function audit_offset() returns bigint language sql immutable as 'select 0::bigint';

create function audit_position() returns bigint language sql stable as
  'select pg_current_xact_id()::text::bigint + audit_offset()';

create function audit_horizon() returns bigint language sql stable as
  'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + audit_offset()';

-- existing entries first, by id
alter table audit_entry add column position bigint not null default 0;
alter table audit_entry alter column position set default audit_position();
alter table audit_entry drop constraint audit_entry_pkey;
alter table audit_entry add primary key (community_id, position, audit_id);
