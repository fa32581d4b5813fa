-- After `community export` has stopped the community. Jobs may go on: what they change is not moved, and has no effect elsewhere.
create or replace function refuse_moved_community() returns trigger language plpgsql as $$
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
