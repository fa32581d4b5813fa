-- Records the redaction of sealed entries. Returns the number of entries.
create or replace function erase_audit_account(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  erased bigint;
  others bigint;
  one text;
begin
  for one in select e.community_id from audit_entry e where e.user_id = account
    union select e.community_id from audit_entry e where e.on_behalf_of = account
    union select e.community_id from audit_entry e
      where e.user_id is distinct from account and audit_names_in(e.before, e.after, account) order by 1 loop
    perform pg_advisory_xact_lock(audit_lock_key(one));
  end loop;
  -- to the nodes of the entries
  set local citus.propagate_set_commands to 'local';
  set local community.audit_cause to 'erasure';
  update audit_entry set user_id = null, before = null, after = null, reason = null, request_id = null
  where user_id = account or (user_id is null and audit_names_in(before, after, account));
  get diagnostics erased = row_count;
  -- the entry of another account that names it, such as a new host of an event
  update audit_entry set before = null, after = null, reason = null
  where user_id is not null and audit_names_in(before, after, account);
  get diagnostics others = row_count;
  -- the entries of what a key did for the account stay
  update audit_entry set on_behalf_of = 0 where on_behalf_of = account;
  set local community.audit_cause to '';
  return erased + others;
end
$$;
revoke execute on function erase_audit_account from public;
