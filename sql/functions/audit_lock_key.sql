-- Serializes sealing, erasure and retention in a community.
create or replace function audit_lock_key(of_community text) returns bigint language sql immutable as
  $$select hashtextextended('audit ' || of_community, 0)$$;
