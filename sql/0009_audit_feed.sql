-- The audit log as a feed. Ids are assigned before commit, so entries are ordered by the id of their transaction, and shown only
-- when no older transaction is active. A reader with a cursor then neither misses an entry nor reads one twice.

-- Added to transaction ids. 0, or more in a database restored into a cluster with lower transaction ids, so that its new entries
-- come after the old ones.
create function audit_offset() returns bigint language sql immutable as 'select 0::bigint';

-- The feed position of entries written by this transaction.
create function audit_position() returns bigint language sql stable as
  'select pg_current_xact_id()::text::bigint + audit_offset()';

-- Entries before this position are complete: every transaction that could write one has ended.
create function audit_horizon() returns bigint language sql stable as
  'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + audit_offset()';

-- existing entries come first, in the order of their ids
alter table audit_entry add column position bigint not null default 0;
alter table audit_entry alter column position set default audit_position();
alter table audit_entry drop constraint audit_entry_pkey;
alter table audit_entry add primary key (community_id, position, audit_id);
