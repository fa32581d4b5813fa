-- compatible-from: 0020
-- The database sets the time of an audit entry, whoever inserts it.

create function set_audit_time() returns trigger language plpgsql as $$
begin
  new.at := now();
  return new;
end
$$;

-- no insert of a server meets the condition, which costs less than a call
create trigger audit_entry_time before insert on audit_entry
  for each row when (new.at is distinct from now()) execute function set_audit_time();
create trigger account_audit_entry_time before insert on account_audit_entry
  for each row when (new.at is distinct from now()) execute function set_audit_time();
