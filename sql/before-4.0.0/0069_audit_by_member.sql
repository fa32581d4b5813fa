-- no-transaction
-- compatible-from: 0020
-- Entries of what keys did for an account, for its export and its erasure. Before 0075, while the log is one table without partitions.
create index concurrently if not exists audit_entry_on_behalf_of on audit_entry (on_behalf_of, community_id, position, audit_id)
  where on_behalf_of is not null;
