-- compatible-from: 0020
-- A change that was made on the platform, which the server has only seen. The check is not validated: each former value is allowed.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('key', 'operator', 'job', 'person', 'applicant', 'platform')) not valid;
