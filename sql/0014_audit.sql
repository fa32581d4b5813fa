-- The audit trail as a feed: its order, what a restored database needs, what finds entries, and what was forgotten.

-- Not immutable any more: a statement that other sessions have prepared would keep the number it was planned with. A stable
-- function is planned in with the note that the plan depends on it.
create or replace function audit_offset() returns bigint language sql stable as 'select 0::bigint';

-- The place in the feed of what is written now: the transaction, or the newest one that has ended, whichever is later. A
-- transaction that began first and then waited for another one's row writes after it, and must be read after it. Volatile,
-- so that it looks at this moment and not at the statement's beginning, before it waited; plpgsql evaluates that without
-- starting a query.
create or replace function audit_position() returns bigint language plpgsql volatile as $$
begin
  return greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)
    + audit_offset();
end
$$;

-- audit_horizon() stays as it is: whoever is still at work has a transaction id at or after the oldest of those at work, and
-- writes at or after it. Read in the statement that reads the entries, it sees the same moment as they.

-- After every entry that this statement can see, however young.
create function audit_end() returns bigint language sql stable as
  'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint + audit_offset()';

-- On which history of which cluster the positions were counted last. Another one may have counted less far, or have lost
-- what readers have seen.
create table audit_history (
  only_row boolean primary key default true check (only_row),
  -- the cluster's identifier and the timeline
  history text not null
);

-- The last entry that retention took. A reader whose cursor stands before it has missed entries, and is told.
create table audit_forgotten (
  community_id text primary key references community,
  position bigint not null,
  audit_id bigint not null
);

-- What happened to one account, in the order of the feed. Few accounts are members of many communities, and every award pays
-- for the width of this index: the community is looked up in the entry.
create index audit_entry_user on audit_entry (user_id, position, audit_id) where user_id is not null;

-- The changes of one form, for the operator who takes one back. Awards are not in it, and pay nothing for it.
create index audit_entry_form on audit_entry (community_id, (after ->> 'applicationId'), audit_id)
  where action in ('application.create', 'application.update', 'application.rollback');

-- Every end of an operation leaves one entry, whichever statement ends it. It is in the name of who asked for the operation;
-- who cancels one leaves an entry of their own.
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
