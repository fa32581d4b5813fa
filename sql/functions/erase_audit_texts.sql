-- Records the redaction of sealed entries. Returns the number of entries.
create or replace function erase_audit_texts(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  erased bigint;
  one text;
begin
  for one in select distinct e.community_id from audit_entry e where e.user_id = account order by 1 loop
    perform pg_advisory_xact_lock(audit_lock_key(one));
  end loop;
  -- to the nodes of the entries
  set local citus.propagate_set_commands to 'local';
  set local community.audit_cause to 'erasure';
  update audit_entry set reason = null, before = audit_without_texts(before), after = audit_without_texts(after)
  where user_id = account;
  get diagnostics erased = row_count;
  set local community.audit_cause to '';
  return erased;
end
$$;
revoke execute on function erase_audit_texts from public;
