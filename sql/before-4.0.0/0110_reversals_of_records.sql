-- compatible-from: 0020
-- Warnings, blacklist entries, suspensions and forms are taken back, too. An item is of a member, with its kind, or of a record, whose
-- id is the object; one of a form, or of a blacklist entry of a group, has no account. Versions of deleted forms are kept for 32 days.
alter table reversal_item
  alter column user_id drop not null,
  alter column kind drop not null,
  add column record_kind text check (record_kind in ('warning', 'blacklistEntry', 'suspension', 'application')),
  add constraint reversal_item_about check (num_nonnulls(kind, record_kind) = 1) not valid,
  add constraint reversal_item_record check (record_kind is null or object is not null) not valid,
  add constraint reversal_item_member check (user_id is not null or record_kind is not null) not valid;

-- one without an account is found by its record
drop index reversal_item_open;
create index reversal_item_open on reversal_item (community_id, reversal_id, user_id, object) where state = 'open';

create index application_deleted on application (deleted_at) where deleted_at is not null;
