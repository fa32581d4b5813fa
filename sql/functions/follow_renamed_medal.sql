-- Locks first: writers lock the event, then storage use.
create or replace function follow_renamed_medal() returns trigger language plpgsql as $$
begin
  perform from event_type where community_id = new.community_id
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name))
  order by event_type_id for no key update;
  perform from event where community_id = new.community_id and state in ('scheduled', 'active')
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name))
  order by event_id for no key update;
  update event_type set awards = rename_awarded_medal(awards, old.name, new.name)
  where community_id = new.community_id
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name));
  update event set awards = rename_awarded_medal(awards, old.name, new.name)
  where community_id = new.community_id and state in ('scheduled', 'active')
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name));
  return null;
end
$$;
