-- no-transaction
-- compatible-from: 0020
-- Lists of operations of one account.
create index concurrently if not exists platform_operation_of_account on platform_operation (community_id, user_id, seq desc);
