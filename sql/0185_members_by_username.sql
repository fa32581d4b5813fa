-- no-transaction
-- compatible-from: 0020
-- Members by the beginning of their username, and by the whole one.
create index concurrently if not exists member_by_name on member (community_id, lower(username) text_pattern_ops, user_id);
