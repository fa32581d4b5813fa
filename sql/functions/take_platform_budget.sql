-- Charges the owner of the connection's credential. A fifth of the minute's budget is reserved for urgent rank changes.
-- Null: charged; else nothing is charged before this time.
create or replace function take_platform_budget(
  connection platform_connection, kind text, calls integer, urgent boolean, moment timestamptz
) returns timestamptz language plpgsql as $$
declare
  share record;
  charge integer;
  again timestamptz;
begin
  if connection.community_id is null then
    return null;
  end if;
  select * into share from platform_budget_of(connection);
  -- the platform allows 100 decisions on join requests a minute
  charge := case when kind like 'join.%' then greatest(calls, ceil(share.per_minute / 100.0)::integer) else calls end;
  insert into platform_budget as b (owner, per_minute, window_started_at, used)
  values (share.owner, share.per_minute, moment, charge)
  on conflict (owner) do update set
    used = case when b.window_started_at <= moment - interval '1 minute' then charge else b.used + charge end,
    window_started_at = case when b.window_started_at <= moment - interval '1 minute' then moment else b.window_started_at end
  where (b.blocked_until is null or b.blocked_until <= moment)
    and (b.window_started_at <= moment - interval '1 minute'
      or b.used + charge <= case when urgent then b.per_minute else b.per_minute * 4 / 5 end);
  if found then
    return null;
  end if;
  select greatest(b.blocked_until, case when b.window_started_at > moment - interval '1 minute'
      and b.used + charge > case when urgent then b.per_minute else b.per_minute * 4 / 5 end
      then b.window_started_at + interval '1 minute' end) into again
  from platform_budget b where b.owner = share.owner;
  return coalesce(again, moment);
end
$$;
