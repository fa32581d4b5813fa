-- After `community export` has stopped the community. Jobs may go on: what they change is not moved, and has no effect elsewhere.
create or replace function refuse_moved_community() returns trigger language plpgsql as $$
begin
  if exists (select from community c where c.community_id = new.community_id and c.moved_at is not null) then
    raise exception 'the community % was moved to another server', new.community_id
      using errcode = 'object_not_in_prerequisite_state', constraint = 'community_moved';
  end if;
  return new;
end
$$;
