-- compatible-from: 0020
-- Changes by hand on the platform, of which the audit log of the group tells, can be taken back. Such an item has no audit entry: its
-- audit_id is a digest of the change, below zero.
alter table reversal_item add column changed_at timestamptz;
