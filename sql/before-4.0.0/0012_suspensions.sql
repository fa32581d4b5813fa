-- Suspensions move a member to a suspended rank, then restore the former one. The row is the only state: any worker's
-- sweep finds what is due, and the end of a rank change advances it.

-- A state without a next one is final.
create table suspension_transition (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);

insert into suspension_transition (from_state, to_state) values
  -- moved
  ('suspending', 'active'),
  -- the move failed
  ('suspending', 'ended'),
  -- the restoration is queued in the same transaction
  ('active', 'restoring'),
  -- not moved
  ('active', 'ended'),
  -- or nothing to restore
  ('restoring', 'ended');

drop index suspension_live;
alter table suspension drop constraint suspension_pkey;
alter table suspension alter column suspension_id drop identity;
alter table suspension
  alter column suspension_id type text
    using 'sus_' || translate(substr(md5(community_id || suspension_id::text), 1, 20), '0189', '2345'),
  alter column suspension_id set default 'sus_' || translate(substr(md5(gen_random_uuid()::text), 1, 20), '0189', '2345'),
  add constraint suspension_id_form check (suspension_id ~ '^sus_[a-z2-7]{20}$'),
  add primary key (community_id, suspension_id),
  add column state text not null default 'active' check (state in ('suspending', 'active', 'restoring', 'ended')),
  -- null: the current rank is kept
  add column suspended_unique_id bigint,
  -- null until the move
  add column former_unique_id bigint,
  -- the latest
  add column operation_id text,
  add column actor_kind text not null default 'operator',
  add column actor_id text not null default 'operator',
  add column lifted_by_kind text,
  add column lifted_by_id text,
  add column ended_at timestamptz,
  -- superseded  changed manually, left the group, or the former rank was deleted
  -- failed      not moved
  -- unrestored  rejected by the platform, or cancelled
  -- kept        no rank to restore
  add column outcome text check (outcome in ('restored', 'superseded', 'failed', 'unrestored', 'kept')),
  -- of the rank change
  add column error_code text;

-- Existing suspensions did not move ranks.
update suspension set state = 'ended', outcome = 'kept', ended_at = least(lifted_at, ends_at)
where lifted_at is not null or ends_at <= now();

alter table suspension
  add constraint suspension_ended check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (outcome is not null)),
  add constraint suspension_lifted check ((lifted_by_kind is null) = (lifted_by_id is null)),
  add constraint suspension_moves check (state not in ('suspending', 'restoring')
    or (suspended_unique_id is not null and operation_id is not null)),
  add constraint suspension_former check (state <> 'restoring' or former_unique_id is not null);

-- One per member.
create unique index suspension_live on suspension (community_id, user_id) where state <> 'ended';
-- least() ignores nulls.
create index suspension_due on suspension (least(ends_at, lifted_at)) where state = 'active';
-- For the lists.
create index suspension_newest on suspension (community_id, created_at desc, suspension_id desc);
create index suspension_newest_of_state on suspension (community_id, state, created_at desc, suspension_id desc);
create index suspension_newest_of_user on suspension (community_id, user_id, created_at desc, suspension_id desc);

-- Until the former rank is restored, or the end when it was kept.
create view live_suspension as
select * from suspension where state <> 'ended' and (suspended_unique_id is not null or ends_at > now());

create function guard_suspension() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not exists (
    select from suspension_transition where from_state = old.state and to_state = new.state
  ) then
    raise exception 'a suspension does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'suspension_lifecycle', table = 'suspension';
  end if;
  return new;
end
$$;

create trigger suspension_guard before update on suspension for each row execute function guard_suspension();

-- No foreign key: roles may be deleted.
create table suspension_settings (
  community_id text primary key references community,
  rank_unique_id bigint not null,
  updated_at timestamptz not null default now()
);

alter table platform_operation drop constraint platform_operation_kind_check;
alter table platform_operation add constraint platform_operation_kind_check
  check (kind in ('rank.set', 'rank.promote', 'rank.demote', 'rank.auto', 'rank.suspend', 'rank.restore'));

create function advance_suspension() returns trigger language plpgsql as $$
declare
  over suspension;
begin
  if new.kind = 'rank.suspend' and new.status = 'succeeded' then
    update suspension set state = 'active'
    where community_id = new.community_id and user_id = new.user_id and state = 'suspending'
      and operation_id = new.operation_id;
    return null;
  end if;
  update suspension set state = 'ended', ended_at = new.completed_at, error_code = new.error_code,
    outcome = case
      when new.kind = 'rank.suspend' then 'failed'
      when new.status = 'succeeded' then 'restored'
      when new.error_code in ('operation_superseded', 'member_not_in_group', 'rank_not_found', 'rank_not_assignable')
        then 'superseded'
      else 'unrestored' end
  where community_id = new.community_id and user_id = new.user_id and operation_id = new.operation_id
    and state = case when new.kind = 'rank.suspend' then 'suspending' else 'restoring' end
  returning * into over;
  if over.suspension_id is not null then
    insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
    values (new.community_id, new.actor_kind, new.actor_id, 'suspension.end', new.user_id,
      jsonb_build_object('suspensionId', over.suspension_id,
        'state', case when new.kind = 'rank.suspend' then 'suspending' else 'restoring' end),
      jsonb_build_object('suspensionId', over.suspension_id, 'state', 'ended', 'outcome', over.outcome,
        'errorCode', over.error_code, 'operationId', new.operation_id), new.request_id);
  end if;
  -- nobody is told of an error that a restoration waits out, so it is not awaited; who lifted still wants to hear of its end
  perform pg_notify('platform_operation_ended', new.operation_id);
  return null;
end
$$;

-- Triggers fire by name: this one locks the suspension before the member's next rank change, as lifting does.
create trigger platform_operation_advances_suspension after update of status on platform_operation
  for each row when (new.kind in ('rank.suspend', 'rank.restore') and new.completed_at is not null and old.completed_at is null)
  execute function advance_suspension();

create or replace function claim_platform_operation(
  claimer text, lanes text[], lease_seconds double precision, most_in_flight integer, calls integer
) returns setof platform_operation language plpgsql as $$
declare
  lane text;
  is_urgent boolean;
  candidate text;
  connection platform_connection;
  chosen platform_operation;
  moment timestamptz;
begin
  -- one choice at a time, or two would choose alike; a claim that a crash forgets was never made: its holder is fenced
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(7309461120);
  moment := clock_timestamp();
  <<choice>>
  foreach lane in array lanes loop
    if lane = 'settle' then
      for chosen in
        select o.* from platform_operation o
        where (o.status = 'outcome_pending' or (o.status = 'queued' and o.sent)) and o.not_before <= moment
          and (o.lease_until is null or o.lease_until < moment)
        order by o.not_before
      loop
        select c.* into connection from platform_connection c where c.community_id = chosen.community_id;
        exit choice when connection.status = 'connected' and not has_operation_ahead(chosen)
          and has_platform_budget(connection, calls, true, moment);
      end loop;
    elsif not exists (select from dispatch_switch where paused_at is not null) then
      is_urgent := lane <> 'bulk';
      for candidate in
        with recursive waiting (community_id) as (
          (select o.community_id from platform_operation o
           where o.urgent = is_urgent and o.status = 'queued' and o.first_in_line
           order by o.community_id limit 1)
          union all
          select (select o.community_id from platform_operation o
            where o.urgent = is_urgent and o.status = 'queued' and o.first_in_line and o.community_id > w.community_id
            order by o.community_id limit 1)
          from waiting w where w.community_id is not null
        )
        select w.community_id from waiting w left join dispatch_lane l using (community_id)
        where w.community_id is not null and l.paused_at is null
        order by l.turn_at nulls first, w.community_id
      loop
        continue when (select count(*) from platform_operation busy
            where busy.community_id = candidate and busy.status = 'dispatching')
          >= case when is_urgent then 2 * most_in_flight else most_in_flight end;
        select c.* into connection from platform_connection c where c.community_id = candidate;
        continue when connection.community_id is not null
          and not has_platform_budget(connection, calls, is_urgent, moment);
        for chosen in
          select q.* from platform_operation q
          where q.urgent = is_urgent and q.community_id = candidate and q.status = 'queued' and q.first_in_line
            and q.not_before <= moment and (q.deadline_at > moment or q.sent)
            -- without a working connection only those are answered that somebody waits for
            and (q.awaited or connection.status = 'connected')
            and (lane <> 'owed' or q.kind = 'rank.restore')
          order by q.not_before, q.seq
        loop
          exit choice when not has_operation_ahead(chosen);
        end loop;
      end loop;
    end if;
    chosen := null;
  end loop;
  if chosen.operation_id is null then
    return;
  end if;
  insert into dispatch_lane (community_id, turn_at) values (chosen.community_id, moment)
  on conflict (community_id) do update set turn_at = excluded.turn_at;
  if connection.community_id is not null then
    insert into platform_budget as b (owner, per_minute, window_started_at, used)
    select share.owner, share.per_minute, moment, calls from platform_budget_of(connection) as share
    on conflict (owner) do update set
      used = case when b.window_started_at <= moment - interval '1 minute' then calls else b.used + calls end,
      window_started_at = case when b.window_started_at <= moment - interval '1 minute' then moment else b.window_started_at end;
  end if;
  return query update platform_operation o set
      status = case when o.status = 'queued' then 'dispatching' else o.status end,
      reason = case when o.status = 'queued' then null else o.reason end,
      worker_id = claimer,
      lease_until = moment + make_interval(secs => lease_seconds),
      claims = o.claims + 1,
      dispatched_at = coalesce(o.dispatched_at, moment)
    where o.community_id = chosen.community_id and o.operation_id = chosen.operation_id
    returning o.*;
end
$$;
