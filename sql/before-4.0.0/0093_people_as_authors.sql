-- compatible-from: 0020
-- A person who has signed in is the author of changes. The checks are not validated: each former value is allowed.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('key', 'operator', 'job', 'person')) not valid;
alter table blacklist_entry drop constraint blacklist_entry_created_by_kind_check,
  add constraint blacklist_entry_created_by_kind_check check (created_by_kind in ('key', 'operator', 'person')) not valid,
  drop constraint blacklist_entry_lifted_by_kind_check,
  add constraint blacklist_entry_lifted_by_kind_check check (lifted_by_kind in ('key', 'operator', 'person')) not valid;
alter table warning drop constraint warning_issued_by_kind_check,
  add constraint warning_issued_by_kind_check check (issued_by_kind in ('key', 'operator', 'person')) not valid,
  drop constraint warning_revoked_by_kind_check,
  add constraint warning_revoked_by_kind_check check (revoked_by_kind in ('key', 'operator', 'person')) not valid;
alter table reversal drop constraint reversal_actor_kind_check,
  add constraint reversal_actor_kind_check check (actor_kind in ('key', 'operator', 'person')) not valid,
  drop constraint reversal_source_check,
  add constraint reversal_source_check
    check (source in ('key', 'person', 'operator', 'job', 'batch', 'event', 'entry', 'reversal', 'account')) not valid;
alter table api_key add column creator_person_id text;
