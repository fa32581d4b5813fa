-- no-transaction
-- compatible-from: 0020
-- Failures of the last day in all communities.
create index concurrently if not exists platform_operation_failed on platform_operation (completed_at, community_id, error_code)
  where status in ('failed', 'cancelled');
