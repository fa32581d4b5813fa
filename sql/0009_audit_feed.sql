-- The audit trail as a feed. A reader that remembers where it stopped must neither miss an entry nor see one twice, although
-- entries are numbered before they are committed: ordered by the transaction that wrote them, and shown only once no older
-- transaction is still at work, they never appear behind a reader.

-- Added to transaction ids. 0 in a cluster of its own; a database restored into a cluster that has counted less far needs
-- more, or its new entries would come before its old ones.
create function audit_offset() returns bigint language sql immutable as 'select 0::bigint';

-- The place in the feed of what this transaction writes.
create function audit_position() returns bigint language sql stable as
  'select pg_current_xact_id()::text::bigint + audit_offset()';

-- Entries before this place are complete: every transaction that could write one there has ended.
create function audit_horizon() returns bigint language sql stable as
  'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + audit_offset()';

-- what was written before there was a feed comes first, as it was numbered
alter table audit_entry add column position bigint not null default 0;
alter table audit_entry alter column position set default audit_position();
alter table audit_entry drop constraint audit_entry_pkey;
alter table audit_entry add primary key (community_id, position, audit_id);
