-- no-transaction
-- compatible-from: 0020
-- Holders of a qualification, by user id.
create index concurrently if not exists member_qualification_by_qualification on member_qualification (community_id, qualification_id, user_id);
