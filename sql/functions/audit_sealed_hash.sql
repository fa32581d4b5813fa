-- Of an audit entry in a new seal.
create or replace function audit_sealed_hash(entry anyelement, salt uuid) returns bytea language sql stable as $$
  select audit_parts_hash(audit_part_hashes(audit_parts(entry), audit_part_salts(salt)))
$$;
