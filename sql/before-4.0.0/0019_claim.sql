-- As in 0012, but locks and checks the row first: a concurrent cancellation made the claim fail.
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
  -- what was seen may be cancelled meanwhile, and what has ended never changes: then the choice is made anew
  perform from platform_operation o
    where o.community_id = chosen.community_id and o.operation_id = chosen.operation_id
      and o.status = chosen.status and o.claims = chosen.claims
    for no key update;
  if not found then
    return query select * from claim_platform_operation(claimer, lanes, lease_seconds, most_in_flight, calls);
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
      -- after the end of the one before it, which may be later than the moment of the choice
      dispatched_at = coalesce(o.dispatched_at, clock_timestamp())
    where o.community_id = chosen.community_id and o.operation_id = chosen.operation_id
    returning o.*;
end
$$;
