-- Order, indexes and retention of the audit feed.

create or replace function audit_offset() returns bigint language sql stable as 'select 0::bigint';

create or replace function audit_position() returns bigint language plpgsql volatile as $$
begin
  return greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)
    + audit_offset();
end
$$;

-- audit_horizon() is unchanged: in the statement that reads entries it uses the same snapshot.

create function audit_end() returns bigint language sql stable as
  'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint + audit_offset()';

-- Another cluster may have lower transaction ids, or have lost transactions that readers saw.
create table audit_history (
  only_row boolean primary key default true check (only_row),
  -- system identifier and timeline
  history text not null
);

-- The last entry deleted: readers with older cursors get an error.
create table audit_forgotten (
  community_id text primary key references community,
  position bigint not null,
  audit_id bigint not null
);

-- Without the community: smaller, as few accounts are in many.
create index audit_entry_user on audit_entry (user_id, position, audit_id) where user_id is not null;

-- For rollback.
create index audit_entry_form on audit_entry (community_id, (after ->> 'applicationId'), audit_id)
  where action in ('application.create', 'application.update', 'application.rollback');

create function audit_platform_operation_end() returns trigger language plpgsql as $$
begin
  insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, request_id)
  values (new.community_id, new.actor_kind, new.actor_id, 'operation.end', new.user_id,
    jsonb_build_object('operationId', new.operation_id, 'status', old.status),
    jsonb_build_object('operationId', new.operation_id, 'kind', new.kind, 'status', new.status, 'errorCode', new.error_code),
    new.request_id);
  return null;
end
$$;

create trigger platform_operation_end_audited after update of status on platform_operation
  for each row when (new.completed_at is not null and old.completed_at is null)
  execute function audit_platform_operation_end();
