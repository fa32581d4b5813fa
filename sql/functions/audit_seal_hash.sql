-- SHA-256 of all columns but the salts, which entry hashes cover.
create or replace function audit_seal_hash(of_community text, seal_number bigint, last_position bigint, last_audit_id bigint, ids bigint[],
  entry_hashes bytea[], previous_hash bytea, at timestamptz) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(of_community, seal_number, last_position, last_audit_id, to_jsonb(ids),
    encode(previous_hash, 'hex'), extract(epoch from at))::text, 'UTF8')
    || (select string_agg(one.hash, ''::bytea order by one.n) from unnest(entry_hashes) with ordinality as one (hash, n)))
$$;
