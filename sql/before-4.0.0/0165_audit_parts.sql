-- compatible-from: 0020
-- An erasure takes whole parts of a sealed entry, and the others stay verifiable (sql/functions/audit_parts.sql).
-- Null: of an entry that was sealed by an earlier build, as one part.
alter table audit_redaction
  -- null where the part was erased
  add column part_salts bytea[],
  -- of the sealed entry; null where the part is left
  add column part_hashes bytea[],
  add constraint audit_redaction_parts check (num_nulls(part_salts, part_hashes) in (0, 2)
    and coalesce(cardinality(part_salts), 5) = 5 and coalesce(cardinality(part_hashes), 5) = 5);
