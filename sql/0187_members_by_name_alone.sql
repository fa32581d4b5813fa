-- no-transaction
-- compatible-from: 0020
-- `member_by_name` serves whole usernames too, for the servers of the previous release as well.
drop index concurrently if exists member_by_username;
