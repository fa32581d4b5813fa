-- Records the redaction of sealed entries. Returns the number of entries.
create or replace function erase_audit_account(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  perform pg_advisory_xact_lock(audit_lock_key(c.community_id))
  from (select distinct e.community_id from audit_entry e where e.user_id = account order by 1) c;
  perform set_config('community.audit_cause', 'erasure', true);
  update audit_entry set user_id = null, before = null, after = null, reason = null, request_id = null
  where user_id = account or (user_id is null and (audit_names(before, account) or audit_names(after, account)));
  get diagnostics erased = row_count;
  perform set_config('community.audit_cause', '', true);
  return erased;
end
$$;
