-- compatible-from: 0020
-- Notifications about a key or a person of the staff, who are no account.
alter table notification
  alter column user_id drop not null,
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('response.decided', 'key.limited', 'person.limited'));
