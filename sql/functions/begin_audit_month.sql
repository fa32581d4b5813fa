-- Continues the audit log in the next partition, once a month (UTC). Returns false when the month has begun.
create or replace function begin_audit_month() returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  if not is_audit_month_over(today) then return false; end if;
  lock table audit_entry in access exclusive mode;
  -- another process may have begun it
  if not is_audit_month_over(today) then return false; end if;
  perform roll_audit_partition(today, 0);
  return true;
end
$$;

revoke execute on function begin_audit_month from public;
