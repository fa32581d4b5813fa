-- compatible-from: 0020
-- Operations that give and take roles that are no ranks; target_unique_id is the role.
alter table platform_operation drop constraint platform_operation_kind_check;
alter table platform_operation add constraint platform_operation_kind_check check (kind in
  ('rank.set', 'rank.promote', 'rank.demote', 'rank.auto', 'rank.suspend', 'rank.restore', 'role.assign', 'role.unassign'));
