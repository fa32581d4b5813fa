-- compatible-from: 0020
-- The rank changes that a group may have in a minute, and the pause of the writes to it.
alter table community
  -- by anybody; null: any number
  add column rank_changes_per_minute_limit integer default 200 check (rank_changes_per_minute_limit > 0),
  add column platform_paused_at timestamptz,
  add column platform_pause_reason text check (platform_pause_reason in ('own_changes', 'group_changes', 'requested')),
  add column platform_resumed_at timestamptz,
  add constraint community_platform_pause check ((platform_paused_at is null) = (platform_pause_reason is null));

create function resume_platform_writes() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger community_resumed after update of platform_paused_at on community
  for each row when (old.platform_paused_at is not null and new.platform_paused_at is null)
  execute function resume_platform_writes();
