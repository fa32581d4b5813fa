-- Events, attendees, awards.

create table event_type (
  community_id text not null references community,
  event_type_id text not null check (event_type_id ~ '^ety_[a-z2-7]{20}$'),
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 2000),
  -- default for new events
  awards jsonb not null default '[]' check (jsonb_typeof(awards) = 'array'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (community_id, event_type_id),
  constraint event_type_name unique (community_id, name)
);

create index event_type_newest on event_type (community_id, created_at desc, event_type_id desc);

-- A state without a next one is final.
create table event_transition (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);

insert into event_transition (from_state, to_state) values
  ('scheduled', 'active'),
  ('scheduled', 'cancelled'),
  ('active', 'finished'),
  ('active', 'cancelled');

create table event (
  community_id text not null references community,
  event_id text not null check (event_id ~ '^evt_[a-z2-7]{20}$'),
  event_type_id text not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 2000),
  state text not null default 'scheduled' check (state in ('scheduled', 'active', 'finished', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz,
  host_user_id bigint check (host_user_id between 1 and 9007199254740991),
  -- copied from the type
  awards jsonb not null default '[]' check (jsonb_typeof(awards) = 'array'),
  -- holds the limit for concurrent writers
  attendee_count integer not null default 0 constraint event_full check (attendee_count between 0 and 1000),
  started_at timestamptz,
  finished_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (length(cancel_reason) between 1 and 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (community_id, event_id),
  foreign key (community_id, event_type_id) references event_type,
  constraint event_order check (ends_at >= starts_at),
  constraint event_finished check ((state = 'finished') = (finished_at is not null)),
  constraint event_cancelled check ((state = 'cancelled') = (cancelled_at is not null)),
  constraint event_reason check (cancel_reason is null or state = 'cancelled')
);

-- with each filter
create index event_newest on event (community_id, starts_at desc, event_id desc);
create index event_newest_in_state on event (community_id, state, starts_at desc, event_id desc);
create index event_newest_of_type on event (community_id, event_type_id, starts_at desc, event_id desc);
create index event_of_host on event (host_user_id) where host_user_id is not null;

create function guard_event() returns trigger language plpgsql as $$
begin
  -- an account that is erased whole leaves no id behind, in what has ended neither
  if current_setting('community.erasing', true) = 'on' then
    return new;
  end if;
  if not exists (select from event_transition where from_state = old.state) then
    if new.cancel_reason is null and to_jsonb(new) - 'cancel_reason' = to_jsonb(old) - 'cancel_reason' then
      return new;
    end if;
    raise exception 'the event % has ended and never changes', old.event_id
      using errcode = 'check_violation', constraint = 'event_final', table = 'event';
  end if;
  if new.state <> old.state and not exists (
    select from event_transition where from_state = old.state and to_state = new.state
  ) then
    raise exception 'an event does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'event_lifecycle', table = 'event';
  end if;
  return new;
end
$$;

create trigger event_guard before update on event for each row execute function guard_event();

create table event_attendee (
  community_id text not null,
  event_id text not null,
  user_id bigint not null,
  role text not null check (role in ('host', 'co-host', 'staff', 'participant')),
  attendance text not null check (attendance in ('registered', 'present', 'absent', 'excused')),
  added_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (community_id, event_id, user_id),
  foreign key (community_id, event_id) references event,
  foreign key (community_id, user_id) references member
);

-- for exports
create index event_attendee_of_member on event_attendee (community_id, user_id);

create function guard_event_attendee() returns trigger language plpgsql as $$
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

create trigger event_attendee_guard before insert or update or delete on event_attendee
  for each row execute function guard_event_attendee();

-- The primary key ensures one award of each kind.
create table event_award (
  community_id text not null,
  event_id text not null,
  user_id bigint not null,
  kind text not null check (kind in ('experience', 'quotaPoints', 'medals', 'rank')),
  -- by the rules, applied, audit entry
  amount bigint,
  change bigint,
  audit_id bigint,
  -- medals: [{name, count, withheld, code}]
  medals jsonb,
  -- No foreign key: rank changes are deleted earlier.
  goal jsonb,
  operation_id text,
  status text check (status in ('pending', 'succeeded', 'failed', 'skipped')),
  code text,
  awarded_at timestamptz not null default now(),
  primary key (community_id, event_id, user_id, kind),
  foreign key (community_id, event_id, user_id) references event_attendee,
  constraint event_award_points check ((kind in ('experience', 'quotaPoints')) = (change is not null)),
  constraint event_award_medals check ((kind = 'medals') = (medals is not null)),
  constraint event_award_rank check ((kind = 'rank') = (status is not null)),
  constraint event_award_operation check (operation_id is not null or status is distinct from 'pending')
);

create index event_award_of_member on event_award (community_id, user_id);

-- null: requested by a caller.
alter table platform_operation add column event_id text;
-- pending, without a scheduler
create index platform_operation_of_event on platform_operation (community_id, event_id, seq)
  where event_id is not null and status in ('queued', 'dispatching', 'outcome_pending');

create function end_event_rank_change() returns trigger language plpgsql as $$
begin
  update event_award set code = new.error_code,
    status = case new.status when 'succeeded' then 'succeeded' else 'failed' end
  where community_id = new.community_id and event_id = new.event_id and user_id = new.user_id and kind = 'rank'
    and operation_id = new.operation_id;
  perform pg_notify('platform_operation_ended', new.operation_id);
  return null;
end
$$;

create trigger platform_operation_event_over after update of status on platform_operation
  for each row when (new.event_id is not null and new.completed_at is not null and old.completed_at is null)
  execute function end_event_rank_change();

create function rename_awarded_medal(awards jsonb, old_name text, new_name text) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(case when rule ? 'medals' then jsonb_set(rule, '{medals}', (
      select coalesce(jsonb_agg(case when medal = to_jsonb($2) then to_jsonb($3) else medal end order by place), '[]')
      from jsonb_array_elements(rule -> 'medals') with ordinality as named (medal, place)))
    else rule end order by turn), '[]')
  from jsonb_array_elements($1) with ordinality as given (rule, turn)
$$;

create function follow_renamed_medal() returns trigger language plpgsql as $$
begin
  update event_type set awards = rename_awarded_medal(awards, old.name, new.name)
  where community_id = new.community_id
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name));
  update event set awards = rename_awarded_medal(awards, old.name, new.name)
  where community_id = new.community_id and state in ('scheduled', 'active')
    and jsonb_path_exists(awards, '$[*].medals[*] ? (@ == $name)', jsonb_build_object('name', old.name));
  return null;
end
$$;

create trigger medal_renamed after update of name on medal
  for each row when (old.name <> new.name) execute function follow_renamed_medal();
