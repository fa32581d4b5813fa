-- The queue of rank changes (platform_operation).

-- A status without a next one is final.
create table platform_operation_transition (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);

insert into platform_operation_transition (from_status, to_status) values
  ('queued', 'dispatching'),
  ('queued', 'cancelled'),
  ('queued', 'failed'),
  ('dispatching', 'succeeded'),
  ('dispatching', 'failed'),
  -- nothing was sent, or sent writes are settled
  ('dispatching', 'queued'),
  -- nothing was sent in time
  ('dispatching', 'cancelled'),
  ('dispatching', 'outcome_pending'),
  ('outcome_pending', 'succeeded'),
  ('outcome_pending', 'failed'),
  -- not applied, or only in part
  ('outcome_pending', 'queued');

create table platform_operation (
  community_id text not null references community,
  operation_id text not null check (operation_id ~ '^op_[a-z2-7]{20}$'),
  -- order of acceptance
  seq bigint generated always as identity,
  kind text not null check (kind in ('rank.set', 'rank.promote', 'rank.demote', 'rank.auto')),
  user_id bigint not null,
  target_unique_id bigint,
  status text not null default 'queued'
    check (status in ('queued', 'dispatching', 'outcome_pending', 'succeeded', 'failed', 'cancelled')),
  -- an error code of the contract or an internal word
  reason text,
  -- a caller waits; after its error nothing more is sent
  awaited boolean not null,
  -- a caller waits for it or for a later one of the member
  urgent boolean not null,
  -- no older one of the member is active
  first_in_line boolean not null default true,
  -- next dispatch or read
  not_before timestamptz not null default now(),
  -- until then an unanswered write may still be applied
  settle_at timestamptz,
  -- of the first write
  deadline_at timestamptz not null,
  -- lease and fencing counter
  worker_id text,
  lease_until timestamptz,
  claims integer not null default 0,
  -- a write may have had an effect
  sent boolean not null default false,
  -- writes sent: {verb, role, at}
  steps jsonb not null default '[]',
  -- consecutive, for the growing delay
  failures integer not null default 0,
  -- checked again before the first write
  actor_kind text not null,
  actor_id text not null,
  required_scope text,
  required_feature text,
  request_id text,
  created_at timestamptz not null default now(),
  dispatched_at timestamptz,
  completed_at timestamptz,
  error_code text,
  error_message text,
  retry_after_seconds integer,
  result jsonb,
  primary key (community_id, operation_id),
  constraint platform_operation_ended check ((status in ('succeeded', 'failed', 'cancelled')) = (completed_at is not null)),
  constraint platform_operation_error check ((status in ('failed', 'cancelled')) = (error_code is not null))
);

-- one per member
create unique index platform_operation_running on platform_operation (community_id, user_id)
  where status in ('dispatching', 'outcome_pending');
create index platform_operation_line on platform_operation (community_id, user_id, seq)
  where status in ('queued', 'dispatching', 'outcome_pending');
-- by lane and community
create index platform_operation_queue on platform_operation (urgent, community_id, not_before, seq)
  where status = 'queued' and first_in_line;
-- polled by the sweep
create index platform_operation_behind on platform_operation (community_id, user_id, seq)
  where status = 'queued' and not first_in_line;
-- partial: an index that the planner takes for empty is read whole
create index platform_operation_deadline on platform_operation (deadline_at) where status = 'queued' and not sent;
create index platform_operation_pending on platform_operation (not_before)
  where status = 'outcome_pending' or (status = 'queued' and sent);
create index platform_operation_lease on platform_operation (lease_until) where status in ('dispatching', 'outcome_pending');
-- for lists and deletion
create index platform_operation_newest on platform_operation (community_id, seq desc);
create index platform_operation_completed on platform_operation (completed_at) where completed_at is not null;

-- Append-only.
create table platform_operation_history (
  community_id text not null,
  operation_id text not null,
  history_id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  from_status text,
  to_status text not null,
  reason text,
  worker_id text,
  primary key (community_id, operation_id, history_id),
  foreign key (community_id, operation_id) references platform_operation on delete cascade
);

create function guard_platform_operation() returns trigger language plpgsql as $$
begin
  if not exists (select from platform_operation_transition where from_status = old.status) then
    raise exception 'the platform operation % has ended and never changes', old.operation_id
      using errcode = 'check_violation', constraint = 'platform_operation_final', table = 'platform_operation';
  end if;
  if new.status <> old.status and not exists (
    select from platform_operation_transition where from_status = old.status and to_status = new.status
  ) then
    raise exception 'a platform operation does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'platform_operation_lifecycle', table = 'platform_operation';
  end if;
  return new;
end
$$;

create trigger platform_operation_guard before update on platform_operation
  for each row execute function guard_platform_operation();

create function record_platform_operation() returns trigger language plpgsql as $$
begin
  insert into platform_operation_history (community_id, operation_id, at, from_status, to_status, reason, worker_id)
  values (new.community_id, new.operation_id, case when tg_op = 'UPDATE' then clock_timestamp() else new.created_at end,
    case when tg_op = 'UPDATE' then old.status end, new.status, coalesce(new.error_code, new.reason), new.worker_id);
  return null;
end
$$;

create trigger platform_operation_accepted after insert on platform_operation
  for each row execute function record_platform_operation();
create trigger platform_operation_moved after update of status on platform_operation
  for each row when (old.status <> new.status) execute function record_platform_operation();

create function end_platform_operation() returns trigger language plpgsql as $$
begin
  update platform_operation set first_in_line = true
  where community_id = new.community_id and user_id = new.user_id and status = 'queued' and not first_in_line
    and seq = (select min(seq) from platform_operation
      where community_id = new.community_id and user_id = new.user_id
        and status in ('queued', 'dispatching', 'outcome_pending'));
  if new.awaited then
    perform pg_notify('platform_operation_ended', new.operation_id);
  end if;
  return null;
end
$$;

create trigger platform_operation_over after update of status on platform_operation
  for each row when (new.completed_at is not null and old.completed_at is null) execute function end_platform_operation();

create function refuse_history_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (
    select from platform_operation where community_id = old.community_id and operation_id = old.operation_id
  ) then
    return old;
  end if;
  raise exception 'the history of a platform operation is append-only'
    using errcode = 'check_violation', constraint = 'platform_operation_history_append_only';
end
$$;

create trigger platform_operation_history_kept before update or delete on platform_operation_history
  for each row execute function refuse_history_change();

-- Kept until 24 hours after the end of the rank change.
create table idempotency_key (
  community_id text not null,
  key text not null check (length(key) between 1 and 255),
  -- SHA-256 of the normalised body
  fingerprint bytea not null check (length(fingerprint) = 32),
  operation_id text not null,
  created_at timestamptz not null default now(),
  primary key (community_id, key),
  foreign key (community_id, operation_id) references platform_operation on delete cascade
);

create index idempotency_key_operation on idempotency_key (community_id, operation_id);

-- Last turn of each community, and its pause.
create table dispatch_lane (
  community_id text primary key references community,
  turn_at timestamptz,
  paused_at timestamptz
);

-- Pause of the deployment: one row.
create table dispatch_switch (
  only_row boolean primary key default true check (only_row),
  paused_at timestamptz
);

insert into dispatch_switch (only_row) values (true);

create table worker_process (
  worker_id text primary key,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now(),
  job_workers text[] not null default '{}'
);

-- Calls used per owner of a credential.
create table platform_budget (
  owner text primary key,
  per_minute integer not null check (per_minute > 0),
  window_started_at timestamptz not null default now(),
  used integer not null default 0,
  -- nothing is sent before
  blocked_until timestamptz not null default '-infinity',
  -- consecutive 429s, for the delay without Retry-After
  throttles integer not null default 0
);

-- Blocks other rank changes of the member until it ends.
create table suspension (
  community_id text not null references community,
  suspension_id bigint generated always as identity,
  user_id bigint not null,
  reason text,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  lifted_at timestamptz,
  primary key (community_id, suspension_id)
);

create index suspension_live on suspension (community_id, user_id) where lifted_at is null;

create function platform_budget_of(connection platform_connection, out owner text, out per_minute integer)
language sql stable as $$
  select case
      when connection.credential_kind = 'oauth' then 'token ' || connection.community_id
      when connection.owner_user_id is not null then 'key ' || connection.owner_user_id
      else 'community ' || connection.community_id end,
    case when connection.credential_kind = 'oauth' then 90 else 300 end
$$;

create function has_operation_ahead(candidate platform_operation) returns boolean language sql stable as $$
  select exists (select from platform_operation running
      where running.community_id = candidate.community_id and running.user_id = candidate.user_id
        and running.operation_id <> candidate.operation_id and running.status in ('dispatching', 'outcome_pending'))
    or exists (select from platform_operation older
      where older.community_id = candidate.community_id and older.user_id = candidate.user_id
        and older.seq < candidate.seq and older.status = 'queued')
$$;

create function has_platform_budget(connection platform_connection, calls integer, urgent boolean, moment timestamptz)
returns boolean language sql stable as $$
  select not exists (select from platform_budget b
    where b.owner = (platform_budget_of(connection)).owner
      and (b.blocked_until > moment
        or (b.window_started_at > moment - interval '1 minute'
          and b.used + calls > case when urgent then b.per_minute else b.per_minute * 4 / 5 end)))
$$;

create function claim_platform_operation(
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
      is_urgent := lane = 'urgent';
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

-- Writes that were sent are settled by reading the roles.
insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, status, reason, awaited, urgent,
  deadline_at, sent, actor_kind, actor_id, request_id, created_at, dispatched_at)
select community_id, 'op_' || translate(substr(md5(community_id || rank_change_id), 1, 20), '0189', '2345'), 'rank.' || kind,
  user_id, target_unique_id, 'outcome_pending', 'worker-lost', true, false, started_at, true, actor_kind, actor_id,
  request_id, started_at, started_at
from rank_change where status = 'started' and sent and target_unique_id is not null;

drop table rank_change;
