-- In the name of the rank change's caller; cancellations have their own entry.
create or replace function audit_platform_operation_end() returns trigger language plpgsql as $$
begin
  perform add_audit_entry(new.community_id, new.actor_kind, new.actor_id, new.request_id, 'operation.end', new.user_id,
    jsonb_build_object('operationId', new.operation_id, 'status', old.status),
    jsonb_build_object('operationId', new.operation_id, 'kind', new.kind, 'status', new.status, 'errorCode', new.error_code),
    null, new.on_behalf_of);
  return null;
end
$$;
