-- compatible-from: 0020
-- Operations that accept and decline requests to join the group; target_unique_id is null.
alter table platform_operation drop constraint platform_operation_kind_check;
alter table platform_operation add constraint platform_operation_kind_check check (kind in
  ('rank.set', 'rank.promote', 'rank.demote', 'rank.auto', 'rank.suspend', 'rank.restore', 'role.assign', 'role.unassign',
    'join.accept', 'join.decline'));
