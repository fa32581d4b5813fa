-- compatible-from: 0020
-- The member for whom a key acted (X-On-Behalf-Of).
alter table audit_entry add column on_behalf_of bigint;
