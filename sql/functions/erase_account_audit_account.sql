-- From the account's own audit log.
create or replace function erase_account_audit_account(account bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare erased bigint;
begin
  update account_audit_entry set user_id = null, details = null where user_id = account;
  get diagnostics erased = row_count;
  return erased;
end
$$;
revoke execute on function erase_account_audit_account from public;
