-- compatible-from: 0020
-- A community that was moved to another server. Its rows stay, and nothing acts on them.
alter table community
  -- null: it runs on this server
  add column moved_at timestamptz;

create function refuse_moved_community() returns trigger language plpgsql as $$
begin
  if exists (select from community c where c.community_id = new.community_id and c.moved_at is not null) then
    raise exception 'the community % was moved to another server', new.community_id
      using errcode = 'object_not_in_prerequisite_state', constraint = 'community_moved';
  end if;
  return new;
end
$$;

-- every change of a caller adds an entry in its own transaction
create trigger audit_entry_moved before insert on audit_entry
  for each row when (new.actor_kind <> 'job') execute function refuse_moved_community();
