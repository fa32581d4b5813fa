-- Of a sealed entry that an erasure changed: with the stored hashes of the parts that were taken. Null where one of these is not
-- as an erasure leaves it.
create or replace function audit_redacted_hash(entry anyelement, part_salts bytea[], part_hashes bytea[]) returns bytea
language sql stable as $$
  select case when bool_and(taken.hash is null or one.gone)
    then audit_parts_hash(array_agg(coalesce(taken.hash, one.hash) order by one.part)) end
  from unnest(audit_part_hashes(audit_parts(entry), part_salts), audit_parts_gone(entry)) with ordinality as one (hash, gone, part)
  join unnest(part_hashes) with ordinality as taken (hash, part) using (part)
$$;
