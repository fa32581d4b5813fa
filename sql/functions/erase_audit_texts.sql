-- Records the redaction of sealed entries. Returns the number of entries.
create or replace function erase_audit_texts(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  perform pg_advisory_xact_lock(audit_lock_key(c.community_id))
  from (select distinct e.community_id from audit_entry e where e.user_id = account order by 1) c;
  perform set_config('community.audit_cause', 'erasure', true);
  update audit_entry set reason = null, before = audit_without_texts(before), after = audit_without_texts(after)
  where user_id = account;
  get diagnostics erased = row_count;
  perform set_config('community.audit_cause', '', true);
  return erased;
end
$$;
