create or replace function audit_without_name(value jsonb) returns jsonb language sql immutable as
  $$select case when jsonb_typeof(value) = 'object' then value - 'name' else value end$$;
