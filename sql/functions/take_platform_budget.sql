-- Charges the owner of the connection's credential.
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
  charge := platform_charge_of(kind, calls, share.per_minute);
  insert into platform_budget as b (owner, per_minute, window_started_at, used)
  values (share.owner, share.per_minute, moment, charge)
  on conflict (owner) do update set
    used = case when b.window_started_at <= moment - interval '1 minute' then charge else b.used + charge end,
    window_started_at = case when b.window_started_at <= moment - interval '1 minute' then moment else b.window_started_at end
  where platform_budget_wait(b, charge, urgent, moment) is null;
  if found then
    return null;
  end if;
  select platform_budget_wait(b, charge, urgent, moment) into again from platform_budget b where b.owner = share.owner;
  return coalesce(again, moment);
end
$$;
