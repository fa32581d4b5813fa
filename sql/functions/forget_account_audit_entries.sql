-- Deletes at most `most` entries of the audit log of accounts that are older than `days` days, at least 31. Returns their number.
create or replace function forget_account_audit_entries(days integer, most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare forgotten integer;
begin
  delete from account_audit_entry e using (
    select o.audit_id, o.at from account_audit_entry o order by o.audit_id limit most
  ) oldest
  where e.audit_id = oldest.audit_id and oldest.at < now() - make_interval(days => greatest(days, 31));
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;

revoke execute on function forget_account_audit_entries from public;
