-- compatible-from: 0020
-- Removals and bans by hand, with the roles to restore.
alter table member
  -- when the member was last seen to have left the group, and the roles that it held before; null: it never was
  add column left_at timestamptz,
  add column left_role_ids bigint[];

alter table reversal_item
  -- of a removal or ban: the roles before the changes of the account
  add column held_role_ids bigint[],
  drop constraint reversal_item_kind_check,
  add constraint reversal_item_kind_check
    check (kind in ('experience', 'quotaPoints', 'medal', 'qualification', 'rank', 'role', 'removal', 'ban'));
