-- Stores the outcome with the audit entries that it takes back; the job of the reversal counts them. An entry that was not taken back
-- can be taken back again.
create or replace function end_reversal_operation() returns trigger language plpgsql as $$
declare
  reversal text := new.reversal ->> 'reversalId';
  is_superseded boolean := coalesce(new.error_code = 'operation_superseded', false);
begin
  update reversal_item set taken = new.status = 'succeeded', result_audit_id = (new.result ->> 'auditId')::bigint,
    state = case when new.status = 'succeeded' then 'taken_back' when is_superseded then 'superseded' else 'impossible' end,
    reason = case when new.status = 'succeeded' then null when not is_superseded then 'operation_failed'
      when new.status = 'failed' then 'state_differs' else 'later_change' end,
    error_code = case when not is_superseded then new.error_code end,
    change = case when new.status = 'succeeded' then change end
  where community_id = new.community_id and reversal_id = reversal and state = 'queued'
    and audit_id = any (array(select jsonb_array_elements_text(new.reversal -> 'entries')::bigint));
  perform graphile_worker.add_job('take-back', json_build_object('communityId', new.community_id, 'reversalId', reversal),
    queue_name => 'take-back', job_key => 'take-back ' || reversal);
  return null;
end
$$;
