-- no-transaction
-- compatible-from: 0020
-- For sorted lists and the leaderboard.
create index concurrently if not exists member_by_experience on member (community_id, experience, user_id);
