-- The numbers and booleans.
create or replace function audit_without_texts(value jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(field.key, field.value)
  from jsonb_each(case when jsonb_typeof(value) = 'object' then value else '{}' end) as field
  where jsonb_typeof(field.value) in ('number', 'boolean')
$$;
