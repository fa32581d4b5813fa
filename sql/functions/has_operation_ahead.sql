-- An older rank change is active, or another one executes.
create or replace function has_operation_ahead(candidate platform_operation) returns boolean language plpgsql stable as $$
begin
  return exists (select from platform_operation running
      where running.community_id = candidate.community_id and running.user_id = candidate.user_id
        and running.operation_id <> candidate.operation_id and running.status in ('dispatching', 'outcome_pending'))
    or exists (select from platform_operation older
      where older.community_id = candidate.community_id and older.user_id = candidate.user_id
        and older.seq < candidate.seq and older.status = 'queued');
end
$$;
