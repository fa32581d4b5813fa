-- compatible-from: 0020
-- The role that holders of a medal or qualification have. No foreign key: roles may be deleted.
alter table medal add column role_unique_id bigint;
alter table qualification add column role_unique_id bigint;
