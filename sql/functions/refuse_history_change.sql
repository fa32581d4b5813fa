create or replace function refuse_history_change() returns trigger language plpgsql as $$
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
