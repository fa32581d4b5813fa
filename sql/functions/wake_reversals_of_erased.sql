-- The job of a reversal ends it when nothing is queued any more.
create or replace function wake_reversals_of_erased() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('take-back', json_build_object('communityId', gone.community_id, 'reversalId', gone.reversal_id),
    queue_name => 'take-back ' || gone.community_id, job_key => 'take-back ' || gone.reversal_id)
  from (select distinct community_id, reversal_id from removed where state = 'queued') gone;
  return null;
end
$$;
