create or replace function set_audit_position() returns trigger language plpgsql as $$
begin
  new.position := audit_position();
  return new;
end
$$;
