-- Removed, or reduced to a part.
create or replace function audit_takes_away(old_value jsonb, new_value jsonb) returns boolean language sql immutable as
  'select new_value is null or old_value @> new_value';
