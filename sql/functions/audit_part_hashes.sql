-- SHA-256 of the salt and the value of each part; null without a salt.
create or replace function audit_part_hashes(parts text[], salts bytea[]) returns bytea[] language sql immutable as $$
  select array_agg(sha256(one.salt || convert_to(coalesce(one.value, ''), 'UTF8')) order by one.part)
  from unnest(parts, salts) with ordinality as one (value, salt, part)
$$;
