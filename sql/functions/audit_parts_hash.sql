-- Of a sealed entry, of the hashes of its parts; null where one is missing.
create or replace function audit_parts_hash(hashes bytea[]) returns bytea language sql immutable as $$
  select case when array_position(hashes, null) is null then sha256(string_agg(one.hash, ''::bytea order by one.part)) end
  from unnest(hashes) with ordinality as one (hash, part)
$$;
