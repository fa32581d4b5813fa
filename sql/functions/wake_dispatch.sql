-- Adds the job that claims until nothing is left, once for a lane and key. Without a worker none: it looks at the lanes when it starts.
create or replace function wake_dispatch(is_urgent boolean, key text) returns void language plpgsql as $$
declare
  task text := case when is_urgent then 'dispatch-urgent' else 'dispatch-bulk' end;
begin
  if exists (select from worker_process w where w.beat_at > now() - interval '30 seconds') then
    perform graphile_worker.add_job(task, payload => '{}', job_key => task || ' ' || key);
  end if;
end
$$;
