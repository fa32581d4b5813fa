-- Stores the outcome with the audit entries that it takes back; the job of the reversal counts them. An entry that was not taken back
-- can be taken back again. An award was taken back before its role, so its entry keeps what it has.
create or replace function end_reversal_operation() returns trigger language plpgsql as $$
declare
  reversal text := new.reversal ->> 'reversalId';
  is_award boolean := new.reversal ? 'award';
  is_superseded boolean := coalesce(new.error_code = 'operation_superseded', false);
  is_done boolean := new.status = 'succeeded' or is_award and is_superseded;
begin
  update reversal_item set taken = is_done or is_award,
    result_audit_id = case when is_award then result_audit_id else (new.result ->> 'auditId')::bigint end,
    state = case when is_done then 'taken_back' when is_superseded then 'superseded' else 'impossible' end,
    reason = case when is_done then null when is_award then 'role_kept' when not is_superseded then 'operation_failed'
      when new.status = 'failed' then 'state_differs' else 'later_change' end,
    error_code = case when not is_superseded then new.error_code end,
    change = case when is_done or is_award then change end
  where community_id = new.community_id and reversal_id = reversal and state = 'queued'
    and audit_id = any (array(select jsonb_array_elements_text(new.reversal -> 'entries')::bigint));
  perform graphile_worker.add_job('take-back', json_build_object('communityId', new.community_id, 'reversalId', reversal),
    queue_name => 'take-back ' || new.community_id, job_key => 'take-back ' || reversal);
  return null;
end
$$;
