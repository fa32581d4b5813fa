-- Whether each part (audit_parts.sql) is as an erasure leaves it.
create or replace function audit_parts_gone(entry anyelement) returns boolean[] language plpgsql stable as $$
declare
  before jsonb := audit_without_name(entry.before);
  after jsonb := audit_without_name(entry.after);
begin
  return array[
    false,
    entry.user_id is null and entry.request_id is null,
    entry.reason is null and nullif(before, '{}') is not distinct from audit_without_texts(before)
      and nullif(after, '{}') is not distinct from audit_without_texts(after),
    jsonb_typeof(entry.before -> 'name') is distinct from 'string' and jsonb_typeof(entry.after -> 'name') is distinct from 'string',
    coalesce(entry.on_behalf_of = 0, false)];
end
$$;
