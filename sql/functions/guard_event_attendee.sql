-- Final after the event.
create or replace function guard_event_attendee() returns trigger language plpgsql as $$
declare
  attended event_attendee := case when tg_op = 'DELETE' then old else new end;
begin
  if current_setting('community.erasing', true) = 'on' then
    return attended;
  end if;
  if not exists (
    select from event e join event_transition t on t.from_state = e.state
    where e.community_id = attended.community_id and e.event_id = attended.event_id
  ) then
    raise exception 'the event % has ended; its attendees never change', attended.event_id
      using errcode = 'check_violation', constraint = 'event_attendee_final', table = 'event_attendee';
  end if;
  return attended;
end
$$;
