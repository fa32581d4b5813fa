-- In the name of the rank change's caller; cancellations have their own entry.
create or replace function audit_platform_operation_end() returns trigger language plpgsql as $$
begin
  insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id, on_behalf_of)
  values (new.community_id, new.actor_kind, new.actor_id, 'operation.end', new.user_id,
    jsonb_build_object('operationId', new.operation_id, 'status', old.status),
    jsonb_build_object('operationId', new.operation_id, 'kind', new.kind, 'status', new.status, 'errorCode', new.error_code),
    new.request_id, new.on_behalf_of);
  return null;
end
$$;
