-- Until when a budget does not allow a charge. A fifth of its minute is reserved for urgent rank changes. Null: it does.
create or replace function platform_budget_wait(budget platform_budget, charge integer, urgent boolean, moment timestamptz)
returns timestamptz language sql stable as $$
  select greatest(
    case when budget.blocked_until > moment then budget.blocked_until end,
    case when budget.window_started_at > moment - interval '1 minute'
        and budget.used + charge > case when urgent then budget.per_minute else budget.per_minute * 4 / 5 end
      then budget.window_started_at + interval '1 minute' end)
$$;
