-- A fifth of the minute's budget is reserved for urgent rank changes.
create or replace function has_platform_budget(connection platform_connection, calls integer, urgent boolean, moment timestamptz)
returns boolean language plpgsql stable as $$
begin
  return not exists (select from platform_budget b
    where b.owner = (platform_budget_of(connection)).owner
      and (b.blocked_until > moment
        or (b.window_started_at > moment - interval '1 minute'
          and b.used + calls > case when urgent then b.per_minute else b.per_minute * 4 / 5 end)));
end
$$;
