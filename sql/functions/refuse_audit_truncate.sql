create or replace function refuse_audit_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be truncated', tg_table_name using errcode = 'restrict_violation';
end
$$;
