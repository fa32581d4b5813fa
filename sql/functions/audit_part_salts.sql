-- One salt for each part (audit_parts.sql), which reveals neither the salt of the entry nor another one.
create or replace function audit_part_salts(salt uuid) returns bytea[] language sql immutable as $$
  select array_agg(sha256(convert_to(salt::text || ' ' || part, 'UTF8')) order by part) from generate_series(1, 5) as part
$$;
