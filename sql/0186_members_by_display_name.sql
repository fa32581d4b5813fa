-- no-transaction
-- compatible-from: 0020
-- Members by the beginning of their display name, which is the username for most.
create index concurrently if not exists member_by_display_name on member (community_id, lower(display_name) text_pattern_ops, user_id)
  where lower(display_name) <> lower(username);
