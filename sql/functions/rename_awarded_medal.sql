-- In event types and events that have not ended.
create or replace function rename_awarded_medal(awards jsonb, old_name text, new_name text) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(case when rule ? 'medals' then jsonb_set(rule, '{medals}', (
      select coalesce(jsonb_agg(case when medal = to_jsonb($2) then to_jsonb($3) else medal end order by place), '[]')
      from jsonb_array_elements(rule -> 'medals') with ordinality as named (medal, place)))
    else rule end order by turn), '[]')
  from jsonb_array_elements($1) with ordinality as given (rule, turn)
$$;
