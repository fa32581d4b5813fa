-- The current transaction, or the newest ended one if later: a transaction that waited for a row must be read after the
-- one it waited for. Volatile: uses the current snapshot. plpgsql evaluates it without a query.
create or replace function audit_position() returns bigint language plpgsql volatile as $$
begin
  return greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)
    + audit_offset();
end
$$;
