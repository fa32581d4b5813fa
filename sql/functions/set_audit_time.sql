-- The time of the transaction: a writer of audit entries cannot choose another one.
create or replace function set_audit_time() returns trigger language plpgsql as $$
begin
  new.at := now();
  return new;
end
$$;
