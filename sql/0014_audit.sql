-- The audit feed: order, restored databases, indexes, retention.

-- Stable instead of immutable: prepared statements in other sessions would keep the old value, while a plan with an inlined stable
-- function depends on the function.
create or replace function audit_offset() returns bigint language sql stable as 'select 0::bigint';

-- The feed position of an entry written now: the current transaction, or the newest ended one if that is later. A transaction
-- that waited for a row writes after the transaction it waited for and must be read after it. Volatile, so that it uses the
-- current snapshot and not that of the statement; plpgsql evaluates it without a query.
create or replace function audit_position() returns bigint language plpgsql volatile as $$
begin
  return greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)
    + audit_offset();
end
$$;

-- audit_horizon() is unchanged: active transactions write at or after the oldest active transaction id. Called in the statement that
-- reads the entries, it uses the same snapshot.

-- A position after every entry that this statement can see.
create function audit_end() returns bigint language sql stable as
  'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint + audit_offset()';

-- The cluster and timeline that the positions belong to. Another cluster may have lower transaction ids, or may have lost
-- transactions that readers have seen.
create table audit_history (
  only_row boolean primary key default true check (only_row),
  -- system identifier and timeline
  history text not null
);

-- The last entry deleted by retention. A reader with an older cursor has missed entries and gets an error.
create table audit_forgotten (
  community_id text primary key references community,
  position bigint not null,
  audit_id bigint not null
);

-- Entries about one account, in feed order. Without the community, to keep the index small: few accounts are members of many
-- communities.
create index audit_entry_user on audit_entry (user_id, position, audit_id) where user_id is not null;

-- Changes of a form, for rollback by the operator. Awards are not indexed.
create index audit_entry_form on audit_entry (community_id, (after ->> 'applicationId'), audit_id)
  where action in ('application.create', 'application.update', 'application.rollback');

-- Writes an audit entry for every end of a rank change, in the name of its caller. A cancellation has another entry with its own
-- actor.
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
