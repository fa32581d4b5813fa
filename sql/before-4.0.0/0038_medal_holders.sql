-- no-transaction
-- compatible-from: 0020
-- Holders of a medal, by user id.
create index concurrently if not exists member_medal_by_medal on member_medal (community_id, medal_id, user_id);
