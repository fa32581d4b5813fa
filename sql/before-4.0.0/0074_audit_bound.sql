-- compatible-from: 0020
-- An upper bound of the present positions of the audit log: with it 0075 makes the table the first partition without a scan under an
-- exclusive lock. ADD CONSTRAINT … NOT VALID locks audit_entry exclusively for a change of the catalogue (milliseconds), and waits for
-- the transactions that use it. New positions stay below the bound: they grow by one a transaction, and there is room for 2^36.
-- On Citus, where a cluster distributes the table already, nothing is changed.
do $$
begin
  if to_regclass('pg_dist_partition') is not null then
    if exists (select from pg_dist_partition where logicalrelid = 'audit_entry'::regclass) then return; end if;
  end if;
  execute format('alter table audit_entry add constraint audit_entry_bound check (position < %s) not valid',
    ((audit_end() >> 36) + 2) << 36);
end
$$;
