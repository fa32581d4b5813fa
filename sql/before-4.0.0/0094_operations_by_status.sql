-- no-transaction
-- compatible-from: 0020
-- Lists of operations of one status. Nearly all have succeeded, and their list reads the index on all.
create index concurrently if not exists platform_operation_of_status on platform_operation (community_id, status, seq desc)
  where status <> 'succeeded';
