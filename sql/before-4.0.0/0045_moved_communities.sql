-- compatible-from: 0020
-- A community that was moved to another server. Its rows stay, and nothing acts on them.
alter table community
  -- null: it runs on this server
  add column moved_at timestamptz;

-- nearly empty: the trigger reads it once for each statement
create index community_moved on community (community_id) where moved_at is not null;

create function refuse_moved_community() returns trigger language plpgsql as $$
begin
  if exists (
    select from community c join added a on a.community_id = c.community_id
    where c.moved_at is not null and a.actor_kind <> 'job'
  ) then
    raise exception 'the community was moved to another server'
      using errcode = 'object_not_in_prerequisite_state', constraint = 'community_moved';
  end if;
  return null;
end
$$;

-- every change of a caller adds an entry in its own transaction
create trigger audit_entry_moved after insert on audit_entry
  referencing new table as added for each statement execute function refuse_moved_community();
