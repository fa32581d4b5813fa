-- compatible-from: 0020
-- Ranks and roles are taken back by operations of the queue.
alter table platform_operation
  -- for what it takes back: {reversalId, reason, entries, found}; `found`: the rank that the member must hold
  add column reversal jsonb;

alter table reversal_item
  add column operation_id text,
  -- why the operation failed, or would fail
  add column error_code text,
  drop constraint reversal_item_state_check,
  add constraint reversal_item_state_check
    check (state in ('open', 'queued', 'taken_back', 'superseded', 'impossible'));

create index reversal_item_queued on reversal_item (community_id, reversal_id) where state = 'queued';

create function end_reversal_operation() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger platform_operation_reversal_over after update of status on platform_operation
  for each row when (new.reversal is not null and new.completed_at is not null and old.completed_at is null)
  execute function end_reversal_operation();
