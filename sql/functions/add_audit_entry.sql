-- Adds an audit entry for functions of PostgreSQL; statements of src/ have src/audit/entry.ts, and change_points its batch.
-- Returns the audit id.
create or replace function add_audit_entry(
  community text, actor_kind text, actor_id text, request_id text, action text, user_id bigint, before jsonb, after jsonb,
  reason text, on_behalf_of bigint
) returns bigint language plpgsql as $$
declare entry bigint;
begin
  insert into audit_entry (community_id, actor_kind, actor_id, request_id, action, user_id, before, after, reason, on_behalf_of)
  values (community, actor_kind, actor_id, request_id, action, user_id, before, after, reason, on_behalf_of)
  returning audit_id into entry;
  return entry;
end
$$;
