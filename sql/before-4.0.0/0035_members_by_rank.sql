-- no-transaction
-- compatible-from: 0020
-- Members of a rank, by user id.
create index concurrently if not exists member_by_rank on member (community_id, rank_unique_id, user_id);
