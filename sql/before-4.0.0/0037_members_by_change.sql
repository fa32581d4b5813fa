-- no-transaction
-- compatible-from: 0020
-- For lists by the last change.
create index concurrently if not exists member_by_change on member (community_id, updated_at, user_id);
