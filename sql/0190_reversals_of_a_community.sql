-- no-transaction
-- compatible-from: 0020
-- Reversals of a community, newest first.
create index concurrently if not exists reversal_of_community on reversal (community_id, created_at, reversal_id);
