-- In the transaction that ends its rank change.
create or replace function advance_suspension() returns trigger language plpgsql as $$
declare
  over suspension;
begin
  if new.kind = 'rank.suspend' and new.status = 'succeeded' then
    update suspension set state = 'active'
    where community_id = new.community_id and user_id = new.user_id and state = 'suspending'
      and operation_id = new.operation_id;
    return null;
  end if;
  update suspension set state = 'ended', ended_at = new.completed_at, error_code = new.error_code,
    outcome = case
      when new.kind = 'rank.suspend' then 'failed'
      when new.status = 'succeeded' then 'restored'
      when new.error_code in ('operation_superseded', 'member_not_in_group', 'rank_not_found', 'rank_not_assignable')
        then 'superseded'
      else 'unrestored' end
  where community_id = new.community_id and user_id = new.user_id and operation_id = new.operation_id
    and state = case when new.kind = 'rank.suspend' then 'suspending' else 'restoring' end
  returning * into over;
  if over.suspension_id is not null then
    perform add_audit_entry(new.community_id, new.actor_kind, new.actor_id, new.request_id, 'suspension.end', new.user_id,
      jsonb_build_object('suspensionId', over.suspension_id,
        'state', case when new.kind = 'rank.suspend' then 'suspending' else 'restoring' end),
      jsonb_build_object('suspensionId', over.suspension_id, 'state', 'ended', 'outcome', over.outcome,
        'errorCode', over.error_code, 'operationId', new.operation_id), null, new.on_behalf_of);
  end if;
  -- a restoration is not awaited, but the request that lifted the suspension waits for its end
  perform pg_notify('platform_operation_ended', new.operation_id);
  return null;
end
$$;
